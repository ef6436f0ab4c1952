// libpcsclite's functions, each under its own name and found at its first call.
//
// Most runs have no reader, and those that have none need neither the time to load the library nor
// the library. Without it there is no service, which is what every call says then.
#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>

// Nobody else is to find the functions below, the library least of all.
#pragma GCC visibility push(hidden)
#include "include/CPCSC.h"
#pragma GCC visibility pop

static void *library;

static void load(void) { library = dlopen("libpcsclite.so.1", RTLD_NOW | RTLD_LOCAL); }

/// The address of a function; NULL when there is none.
__attribute__((noinline)) static void *find(_Atomic(void *) *known, const char *name) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  void *found = library != NULL ? dlsym(library, name) : NULL;
  if (found != NULL) atomic_store_explicit(known, found, memory_order_release);
  return found;
}

#define FORWARD(name, parameters, arguments)                             \
  LONG name parameters {                                                 \
    static _Atomic(void *) known;                                        \
    void *found = atomic_load_explicit(&known, memory_order_acquire);    \
    if (found == NULL) found = find(&known, #name);                      \
    if (found == NULL) return SCARD_E_NO_SERVICE;                        \
    return ((LONG(*) parameters)found)arguments;                         \
  }

FORWARD(SCardEstablishContext, (DWORD a, LPCVOID b, LPCVOID c, LPSCARDCONTEXT d), (a, b, c, d))
FORWARD(SCardReleaseContext, (SCARDCONTEXT a), (a))
FORWARD(SCardCancel, (SCARDCONTEXT a), (a))
FORWARD(SCardListReaders, (SCARDCONTEXT a, LPCSTR b, LPSTR c, LPDWORD d), (a, b, c, d))
FORWARD(SCardGetStatusChange, (SCARDCONTEXT a, DWORD b, SCARD_READERSTATE *c, DWORD d),
        (a, b, c, d))
FORWARD(SCardConnect, (SCARDCONTEXT a, LPCSTR b, DWORD c, DWORD d, LPSCARDHANDLE e, LPDWORD f),
        (a, b, c, d, e, f))
FORWARD(SCardReconnect, (SCARDHANDLE a, DWORD b, DWORD c, DWORD d, LPDWORD e), (a, b, c, d, e))
FORWARD(SCardDisconnect, (SCARDHANDLE a, DWORD b), (a, b))
FORWARD(SCardBeginTransaction, (SCARDHANDLE a), (a))
FORWARD(SCardEndTransaction, (SCARDHANDLE a, DWORD b), (a, b))
FORWARD(SCardStatus,
        (SCARDHANDLE a, LPSTR b, LPDWORD c, LPDWORD d, LPDWORD e, LPBYTE f, LPDWORD g),
        (a, b, c, d, e, f, g))
FORWARD(SCardTransmit,
        (SCARDHANDLE a, const SCARD_IO_REQUEST *b, LPCBYTE c, DWORD d, SCARD_IO_REQUEST *e,
         LPBYTE f, LPDWORD g),
        (a, b, c, d, e, f, g))
