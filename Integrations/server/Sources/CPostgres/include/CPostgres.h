// libpq, as PostgreSQL's own header declares it (Debian: libpq-dev).
#pragma once
#include <postgresql/libpq-fe.h>

/// Takes no notice of what the server says beside its answers.
void flowrun_pq_quiet(PGconn *connection);
