#include "limits.h"

int32_t limit_step(struct limit_run *run, int32_t row) {
  const int32_t *block = run->blocks + run->block;
  if (row < 0 || row >= block[0]) return -1;
  run->block = block[1 + 2 * row];
  run->taken++;
  return block[2 + 2 * row];
}

int32_t limit_bare_step(const int32_t *next, int32_t state, int32_t row) {
  return next[state + row];
}
