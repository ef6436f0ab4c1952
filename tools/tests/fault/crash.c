// Crashes at an allocation, and ends with 99 if the thread allocates once more: a handler of
// signals must not.
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
void *__libc_malloc(size_t), *__libc_calloc(size_t, size_t), *__libc_realloc(void *, size_t);
static int allocations;
static __thread __attribute__((tls_model("initial-exec"))) int has_crashed;
static void count(void) {
  if (has_crashed) _exit(99);
  const char *when = getenv("CRASH");
  if (__sync_add_and_fetch(&allocations, 1) != (when ? atoi(when) : 0)) return;
  has_crashed = 1;
  raise(SIGSEGV);
}
void *malloc(size_t n) { count(); return __libc_malloc(n); }
void *calloc(size_t n, size_t m) { count(); return __libc_calloc(n, m); }
void *realloc(void *old, size_t n) { count(); return __libc_realloc(old, n); }
__attribute__((destructor)) static void tell(void) { dprintf(2, "%d allocations", allocations); }
