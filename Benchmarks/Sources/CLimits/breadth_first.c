#include "limits.h"
#include <stdlib.h>

int32_t limit_breadth_first(const int32_t *first, const int32_t *targets, int32_t nodes) {
  int32_t *distance = malloc(sizeof(int32_t) * (size_t)nodes);
  int32_t *queue = malloc(sizeof(int32_t) * (size_t)nodes);
  int32_t head = 0, tail = 0;
  for (int32_t node = 0; node < nodes; node++) distance[node] = -1;
  queue[tail++] = 0;
  distance[0] = 0;
  while (head < tail) {
    int32_t node = queue[head++];
    for (int32_t edge = first[node]; edge < first[node + 1]; edge++)
      if (distance[targets[edge]] < 0) {
        distance[targets[edge]] = distance[node] + 1;
        queue[tail++] = targets[edge];
      }
  }
  free(distance);
  free(queue);
  return tail;
}
