// SQLite, as the project's own module has it, whose list of functions `calls.c` includes.
#pragma once
#include <sqlite3.h>

int flowrun_sqlite_blob(sqlite3_stmt *statement, int index, const void *bytes, int count);
int flowrun_sqlite_text(sqlite3_stmt *statement, int index, const char *bytes, int count);
