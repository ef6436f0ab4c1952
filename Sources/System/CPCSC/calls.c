// libpcsclite's functions, each under its own name and found at its first call; see ../loading.h.
//
// Most runs use no card reader, so they need neither the library nor the time to load it. If it is
// missing, every call reports that there is no PC/SC service.
#define LIBRARY "libpcsclite.so.1"
#define DYLIB "libpcsclite.1.dylib"
#define ABSENT return SCARD_E_NO_SERVICE
#define HEADER <CPCSC.h>
#include "../loading.h"

FORWARD(LONG, SCardEstablishContext, (DWORD a, LPCVOID b, LPCVOID c, LPSCARDCONTEXT d),
        (a, b, c, d))
FORWARD(LONG, SCardReleaseContext, (SCARDCONTEXT a), (a))
FORWARD(LONG, SCardCancel, (SCARDCONTEXT a), (a))
FORWARD(LONG, SCardListReaders, (SCARDCONTEXT a, LPCSTR b, LPSTR c, LPDWORD d), (a, b, c, d))
FORWARD(LONG, SCardGetStatusChange, (SCARDCONTEXT a, DWORD b, SCARD_READERSTATE *c, DWORD d),
        (a, b, c, d))
FORWARD(LONG, SCardConnect,
        (SCARDCONTEXT a, LPCSTR b, DWORD c, DWORD d, LPSCARDHANDLE e, LPDWORD f),
        (a, b, c, d, e, f))
FORWARD(LONG, SCardReconnect, (SCARDHANDLE a, DWORD b, DWORD c, DWORD d, LPDWORD e),
        (a, b, c, d, e))
FORWARD(LONG, SCardDisconnect, (SCARDHANDLE a, DWORD b), (a, b))
FORWARD(LONG, SCardBeginTransaction, (SCARDHANDLE a), (a))
FORWARD(LONG, SCardEndTransaction, (SCARDHANDLE a, DWORD b), (a, b))
FORWARD(LONG, SCardStatus,
        (SCARDHANDLE a, LPSTR b, LPDWORD c, LPDWORD d, LPDWORD e, LPBYTE f, LPDWORD g),
        (a, b, c, d, e, f, g))
FORWARD(LONG, SCardTransmit,
        (SCARDHANDLE a, const SCARD_IO_REQUEST *b, LPCBYTE c, DWORD d, SCARD_IO_REQUEST *e,
         LPBYTE f, LPDWORD g),
        (a, b, c, d, e, f, g))
