// SQLite's functions, found at their first call: the project's own list, compiled once more, since
// the products of a package do not have its modules for C.
#include "../../../../Sources/System/CSQLite/calls.c"
