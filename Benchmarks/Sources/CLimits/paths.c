#include "limits.h"
#include <stdlib.h>
#include <string.h>

static uint64_t visit(
  const int32_t *first, const int32_t *targets, int32_t node, int32_t last, uint8_t *seen
) {
  if (node == last) return 1;
  uint64_t count = 0;
  seen[node] = 1;
  for (int32_t edge = first[node]; edge < first[node + 1]; edge++)
    if (!seen[targets[edge]]) count += visit(first, targets, targets[edge], last, seen);
  seen[node] = 0;
  return count;
}

uint64_t limit_simple_paths(const int32_t *first, const int32_t *targets, int32_t nodes) {
  uint8_t *seen = calloc((size_t)nodes, 1);
  uint64_t count = visit(first, targets, 0, nodes - 1, seen);
  free(seen);
  return count;
}

int64_t limit_transition_cover(
  const int32_t *first, const int32_t *targets, int32_t nodes, int32_t *written, int64_t room
) {
  int32_t edges = first[nodes];
  uint8_t *taken = calloc((size_t)edges + 1, 1);
  int32_t *via = malloc(sizeof(int32_t) * (size_t)nodes);
  int32_t *source = malloc(sizeof(int32_t) * (size_t)(edges + 1));
  int32_t *queue = malloc(sizeof(int32_t) * (size_t)nodes);
  int32_t *stack = malloc(sizeof(int32_t) * (size_t)nodes);
  int32_t *next = malloc(sizeof(int32_t) * (size_t)nodes);
  int64_t count = 0;
  for (int32_t node = 0; node < nodes; node++) {
    via[node] = -1;
    next[node] = first[node];
    for (int32_t edge = first[node]; edge < first[node + 1]; edge++) source[edge] = node;
  }
  // The shortest way to every node, once.
  int32_t head = 0, tail = 0;
  queue[tail++] = 0;
  via[0] = -2;
  while (head < tail) {
    int32_t node = queue[head++];
    for (int32_t edge = first[node]; edge < first[node + 1]; edge++)
      if (via[targets[edge]] == -1) {
        via[targets[edge]] = edge;
        queue[tail++] = targets[edge];
      }
  }
  // From the farthest node back: the way there, then on along untaken edges as long as there are
  // any.
  for (int32_t place = tail - 1; place >= 0; place--) {
    int32_t start = queue[place];
    while (next[start] < first[start + 1]) {
      if (taken[next[start]]) {
        next[start]++;
        continue;
      }
      int32_t depth = 0;
      for (int32_t node = start; via[node] >= 0; node = source[via[node]])
        stack[depth++] = via[node];
      while (depth > 0) {
        int32_t edge = stack[--depth];
        taken[edge] = 1;
        if (count < room) written[count] = edge;
        count++;
      }
      int32_t node = start;
      for (;;) {
        while (next[node] < first[node + 1] && taken[next[node]]) next[node]++;
        if (next[node] == first[node + 1]) break;
        int32_t edge = next[node]++;
        taken[edge] = 1;
        if (count < room) written[count] = edge;
        count++;
        node = targets[edge];
      }
    }
  }
  free(taken);
  free(via);
  free(source);
  free(queue);
  free(stack);
  free(next);
  return count;
}
