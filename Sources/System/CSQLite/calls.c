// libsqlite3's functions, each under its own name and found at its first call; see ../loading.h.
#define LIBRARY "libsqlite3.so.0"
#define DYLIB "libsqlite3.dylib"
#define PACKAGE "libsqlite3-0"
#define HEADER <CSQLite.h>
#include "../loading.h"

FORWARD(int, sqlite3_bind_int64, (sqlite3_stmt * a, int b, sqlite3_int64 c), (a, b, c))
FORWARD(int, sqlite3_busy_timeout, (sqlite3 * a, int b), (a, b))
FORWARD(int, sqlite3_clear_bindings, (sqlite3_stmt * a), (a))
FORWARD(int, sqlite3_close_v2, (sqlite3 * a), (a))
FORWARD(const void *, sqlite3_column_blob, (sqlite3_stmt * a, int b), (a, b))
FORWARD(int, sqlite3_column_bytes, (sqlite3_stmt * a, int b), (a, b))
FORWARD(int, sqlite3_column_count, (sqlite3_stmt * a), (a))
FORWARD(sqlite3_int64, sqlite3_column_int64, (sqlite3_stmt * a, int b), (a, b))
FORWARD(int, sqlite3_column_type, (sqlite3_stmt * a, int b), (a, b))
FORWARD(int, sqlite3_errcode, (sqlite3 * a), (a))
FORWARD(const char *, sqlite3_errmsg, (sqlite3 * a), (a))
FORWARD(int, sqlite3_exec,
        (sqlite3 * a, const char *b, int (*c)(void *, int, char **, char **), void *d, char **e),
        (a, b, c, d, e))
FORWARD(int, sqlite3_finalize, (sqlite3_stmt * a), (a))
FORWARD(int, sqlite3_open_v2, (const char *a, sqlite3 **b, int c, const char *d), (a, b, c, d))
FORWARD(int, sqlite3_prepare_v2,
        (sqlite3 * a, const char *b, int c, sqlite3_stmt **d, const char **e), (a, b, c, d, e))
FORWARD(int, sqlite3_reset, (sqlite3_stmt * a), (a))
FORWARD(int, sqlite3_step, (sqlite3_stmt * a), (a))

int flowrun_sqlite_blob(sqlite3_stmt *statement, int index, const void *bytes, int count) {
  FIND(sqlite3_bind_blob);
  return CALL(sqlite3_bind_blob)(statement, index, count == 0 ? "" : bytes, count,
                                 SQLITE_TRANSIENT);
}

int flowrun_sqlite_text(sqlite3_stmt *statement, int index, const char *bytes, int count) {
  FIND(sqlite3_bind_text);
  return CALL(sqlite3_bind_text)(statement, index, bytes, count, SQLITE_TRANSIENT);
}
