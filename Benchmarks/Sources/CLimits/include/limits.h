#ifndef LIMITS_H
#define LIMITS_H

#include <stddef.h>
#include <stdint.h>

// The limits: the same work in C, with nothing around it.

/// A run of a table: 16 bytes, the smallest state of a waiting run.
struct limit_run {
  const int32_t *blocks;
  int32_t block;
  int32_t taken;
};

/// Takes a row. Returns its number, or -1 if there is no such row. A block is the count of rows,
/// then the target and the number of each.
int32_t limit_step(struct limit_run *run, int32_t row);

/// Reads all events of a document and discards them. Returns the number of events; -1 on an error.
int64_t limit_yaml_events(const uint8_t *bytes, size_t count);

/// The point operations that a terminal needs for one PACE with generic mapping, on P-256: two
/// points decoded, five multiplications, an addition, two points encoded. Returns 1 on success.
int limit_pace_points(void);

/// Counts the simple paths from node 0 to the last node of a graph in compressed rows.
uint64_t limit_simple_paths(const int32_t *first, const int32_t *targets, int32_t nodes);

/// Writes the edges of paths from node 0 that together take every edge. Walks along untaken edges,
/// and finds the next one by a breadth-first search. Returns the number of edges written.
int64_t limit_transition_cover(
  const int32_t *first, const int32_t *targets, int32_t nodes, int32_t *written, int64_t room);

/// The number of allocations of this process so far, on this thread.
uint64_t limit_allocations(void);

/// Starts a program whose standard input is a terminal, and waits until it has written `prompt`.
/// Then ends it. Returns the nanoseconds from start to prompt; -1 if there was no prompt.
int64_t limit_first_prompt(const char *const argv[], const char *prompt);

#endif
