#include <sqlite3.h>

/// Binds bytes or text, which SQLite copies. SQLITE_TRANSIENT is a cast that Swift does not import.
int flowrun_sqlite_blob(sqlite3_stmt *statement, int index, const void *bytes, int count);
int flowrun_sqlite_text(sqlite3_stmt *statement, int index, const char *bytes, int count);
