// Loads a library when one of its functions is called for the first time. Every `calls.c` defines
// these macros, includes this file, and lists the functions of its library:
//
// - LIBRARY, the file; DYLIB, its name on macOS; PACKAGE, its name in Debian; HEADER, the library's
//   own declarations.
// - ABSENT, if calls are allowed without the library: a statement to execute instead of the call.
//
// A function that is called but not listed is an undefined symbol at link time. One that is listed
// with a type other than the header's does not compile.
#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

// Hidden, so that no other library, and above all not the loaded one, binds to these functions.
#pragma GCC visibility push(hidden)
#include HEADER
#pragma GCC visibility pop

static void *library;

#ifdef __APPLE__
#undef LIBRARY
#define LIBRARY DYLIB
#define INSTALL "install it with Homebrew; in Debian it is"

/// Homebrew's folders are not among those that the system looks in.
static void load(void) {
  const char *places[] = {DYLIB, "/opt/homebrew/lib/" DYLIB, "/usr/local/lib/" DYLIB};
  for (int place = 0; place < 3 && library == NULL; place++)
    library = dlopen(places[place], RTLD_NOW | RTLD_LOCAL);
}
#else
#define INSTALL "apt-get install"

static void load(void) { library = dlopen(LIBRARY, RTLD_NOW | RTLD_LOCAL); }
#endif

/// The address of a function. NULL if there is none.
__attribute__((noinline)) static void *find(_Atomic(void *) *known, const char *name) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  void *found = library != NULL ? dlsym(library, name) : NULL;
  if (found != NULL) atomic_store_explicit(known, found, memory_order_release);
  return found;
}

#ifndef ABSENT
#define ABSENT end_without_library()

/// Prints which library or function is missing, and ends the process.
__attribute__((noreturn, noinline)) static void end_without_library(void) {
  const char *reason = dlerror();
  fprintf(stderr, "%s cannot be used: %s\nhelp: " INSTALL " %s\n", LIBRARY,
          reason != NULL ? reason : "not found", PACKAGE);
  // Not `abort`, which could write the memory, with its secrets, to a core file.
  _Exit(2);
}
#endif

/// Finds a function of the library, once for each place that calls it.
#define FIND(name)                                                       \
  static _Atomic(void *) known;                                          \
  void *found = atomic_load_explicit(&known, memory_order_acquire);      \
  if (found == NULL) found = find(&known, #name);                        \
  if (found == NULL) ABSENT

/// Calls the function that FIND has found.
#define CALL(name) ((__typeof__(&name))found)

// Both compilers allow `return f();` where `f` returns nothing.
#define FORWARD(result, name, parameters, arguments)                     \
  result name parameters {                                               \
    FIND(name);                                                          \
    return CALL(name) arguments;                                         \
  }
