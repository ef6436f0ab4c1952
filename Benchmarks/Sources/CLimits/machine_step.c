#include "limits.h"

#include <string.h>

enum { step, screen, stay, back, end };
enum { room = 512 };

static void apply(struct limit_machine *run, const struct limit_change *change) {
  for (;; change++) {
    uint8_t *value = run->facts + change->fact;
    if (!change->counts) {
      *value = change->value;
    } else if (*value < change->value) {
      ++*value;
    }
    if (change->is_last) return;
  }
}

// Remembers a screen, unless it was the last one shown. When the stack is full, the older half is
// forgotten.
static void show(struct limit_machine *run, int32_t place) {
  if (run->depth > 0 && run->history[run->depth - 1] == place) return;
  if (run->depth >= room) {
    memmove(run->history, run->history + room / 2, room / 2 * sizeof *run->history);
    run->depth = room / 2;
  }
  run->history[run->depth++] = place;
}

static void go_back(struct limit_machine *run) {
  int32_t top = run->depth;
  if (top > 0 && run->history[top - 1] == run->place) top--;
  run->depth = top;
  run->place = top > 0 ? run->history[top - 1] : -1 - run->place;
  run->entered_at = run->clock;
}

int32_t limit_machine_take(struct limit_machine *run, int32_t row) {
  int64_t index = (int64_t)run->place + row;
  if (index < 0 || index >= run->count) return -1;
  struct limit_cell cell = run->cells[index];
  if (cell.home != run->place) return -1;
  run->returned = -1;
  if (cell.flags > 15) apply(run, run->changes + (cell.flags >> 4));
  switch (cell.flags & 15) {
    case screen:
      show(run, cell.target);
      // falls through
    case step:
      run->place = cell.target;
      // falls through
    case stay: run->entered_at = run->clock; break;
    case back: go_back(run); break;
    default: run->place = -1 - run->place;
  }
  return cell.number;
}
