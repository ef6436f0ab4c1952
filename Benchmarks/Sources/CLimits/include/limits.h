#ifndef LIMITS_H
#define LIMITS_H

#include <stddef.h>
#include <stdint.h>

// What the machine can do at best: the same work in C with nothing around it.

/// A run of a table: 16 bytes, the least that a waiting run can be.
struct limit_run {
  const int32_t *blocks;
  int32_t block;
  int32_t taken;
};

/// Takes a row and answers with its number. A block is a count of rows, then target and number of
/// each. -1 when there is no such row.
int32_t limit_step(struct limit_run *run, int32_t row);

/// Reads all events of a document and throws them away. The number of events, -1 on an error.
int64_t limit_yaml_events(const uint8_t *bytes, size_t count);

/// The point operations that a terminal needs for one PACE with generic mapping, on P-256: two
/// points decoded, five multiplications, an addition, two points encoded. 1 when all went well.
int limit_pace_points(void);

/// Counts the simple paths from node 0 to the last node of a graph in compressed rows.
uint64_t limit_simple_paths(const int32_t *first, const int32_t *targets, int32_t nodes);

/// Paths from node 0 that together take every edge: walks on along untaken edges, goes to the next
/// one by a breadth-first search. Writes the edges of all paths; the number written.
int64_t limit_transition_cover(
  const int32_t *first, const int32_t *targets, int32_t nodes, int32_t *written, int64_t room);

/// How often this process has asked for memory so far, on this thread.
uint64_t limit_allocations(void);

/// Starts a program whose standard input is a terminal, and waits until it has written `prompt`.
/// Then ends it. The nanoseconds from start to prompt; -1 when none came.
int64_t limit_first_prompt(const char *const argv[], const char *prompt);

#endif
