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

/// The best table: a state is the index of its row of targets, and nothing is checked or
/// remembered.
int32_t limit_bare_step(const int32_t *next, int32_t state, int32_t row);

/// A row of a machine that does what the engine's does, or the head of a step.
struct limit_cell {
  /// The block of the step that has the row; INT32_MIN for a head.
  int32_t home;
  int32_t target;
  int32_t number;
  /// Where the row leads (a step 0, a screen 1, stay 2, back 3, the end 4), and from bit 4 the
  /// index of its first change.
  int32_t flags;
};

/// A change of a fact: a value, or one more, up to a value.
struct limit_change {
  uint8_t fact, value, counts, is_last;
};

/// A run with facts, a stack for Back, a clock, and checks that a row exists.
struct limit_machine {
  const struct limit_cell *cells;
  const struct limit_change *changes;
  int32_t *history;
  int32_t count, place, depth, returned;
  int64_t clock, entered_at;
  uint8_t facts[16];
};

/// Takes a row. Returns its number, or -1 if the step has no such row.
int32_t limit_machine_take(struct limit_machine *run, int32_t row);

/// The bytes of the heap in use.
size_t limit_heap(void);

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
