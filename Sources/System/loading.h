// A library that is loaded when one of its functions is called first. Every `calls.c` defines what is
// special about its library, includes this, and lists the functions:
//
// - LIBRARY, the file; PACKAGE, what Debian calls it; HEADER, the library's own declarations.
// - ABSENT, if a call may do without the library: a statement to execute instead of the call.
//
// A function that is called and not listed is an undefined symbol when the program is linked; one that
// is listed with another type than the header's does not compile.
#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

// Nobody else is to find the functions that are defined here, the library least of all.
#pragma GCC visibility push(hidden)
#include HEADER
#pragma GCC visibility pop

static void *library;

static void load(void) { library = dlopen(LIBRARY, RTLD_NOW | RTLD_LOCAL); }

/// The address of a function; NULL when there is none.
__attribute__((noinline)) static void *find(_Atomic(void *) *known, const char *name) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  void *found = library != NULL ? dlsym(library, name) : NULL;
  if (found != NULL) atomic_store_explicit(known, found, memory_order_release);
  return found;
}

#ifndef ABSENT
#define ABSENT end_without_library()

/// Says what is missing, and ends the process.
__attribute__((noreturn, noinline)) static void end_without_library(void) {
  const char *reason = dlerror();
  fprintf(stderr, "%s cannot be used: %s\nhelp: apt-get install %s\n", LIBRARY,
          reason != NULL ? reason : "not found", PACKAGE);
  // Not `abort`: that would leave a core with whatever is in memory.
  _Exit(2);
}
#endif

/// Finds a function of the library for the calls of this place.
#define FIND(name)                                                       \
  static _Atomic(void *) known;                                          \
  void *found = atomic_load_explicit(&known, memory_order_acquire);      \
  if (found == NULL) found = find(&known, #name);                        \
  if (found == NULL) ABSENT

/// Calls the function that the last FIND has found.
#define CALL(name) ((__typeof__(&name))found)

// `return` in front of a call of a function that returns nothing is what both compilers allow.
#define FORWARD(result, name, parameters, arguments)                     \
  result name parameters {                                               \
    FIND(name);                                                          \
    return CALL(name) arguments;                                         \
  }
