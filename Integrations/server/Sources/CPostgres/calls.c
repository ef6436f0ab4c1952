// libpq's functions, each under its own name and found at its first call, as the libraries of
// Sources/System are.
#define LIBRARY "libpq.so.5"
#define PACKAGE "libpq5"
#define HEADER <CPostgres.h>
#include "../../../../Sources/System/loading.h"

FORWARD(void, PQclear, (PGresult * a), (a))
FORWARD(PGconn *, PQconnectdbParams,
        (const char *const *a, const char *const *b, int c), (a, b, c))
FORWARD(char *, PQcmdStatus, (PGresult * a), (a))
FORWARD(char *, PQerrorMessage, (const PGconn *a), (a))
FORWARD(PGresult *, PQexecPrepared,
        (PGconn * a, const char *b, int c, const char *const *d, const int *e, const int *f, int g),
        (a, b, c, d, e, f, g))
FORWARD(void, PQfinish, (PGconn * a), (a))
FORWARD(Oid, PQftype, (const PGresult *a, int b), (a, b))
FORWARD(int, PQgetisnull, (const PGresult *a, int b, int c), (a, b, c))
FORWARD(int, PQgetlength, (const PGresult *a, int b, int c), (a, b, c))
FORWARD(char *, PQgetvalue, (const PGresult *a, int b, int c), (a, b, c))
FORWARD(int, PQnfields, (const PGresult *a), (a))
FORWARD(int, PQntuples, (const PGresult *a), (a))
FORWARD(PGresult *, PQprepare,
        (PGconn * a, const char *b, const char *c, int d, const Oid *e), (a, b, c, d, e))
FORWARD(char *, PQresultErrorField, (const PGresult *a, int b), (a, b))
FORWARD(char *, PQresultErrorMessage, (const PGresult *a), (a))
FORWARD(ExecStatusType, PQresultStatus, (const PGresult *a), (a))
FORWARD(ConnStatusType, PQstatus, (const PGconn *a), (a))

// Notices of the server are for its log and not for standard error.
static void ignore(void *unused, const PGresult *notice) { (void)unused, (void)notice; }

void flowrun_pq_quiet(PGconn *connection) {
  FIND(PQsetNoticeReceiver);
  CALL(PQsetNoticeReceiver)(connection, ignore, NULL);
}
