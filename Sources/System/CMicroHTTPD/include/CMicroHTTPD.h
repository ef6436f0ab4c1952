#include <microhttpd.h>

// Wrappers of the functions with a variable number of arguments, which Swift cannot call.

/// Listens on 127.0.0.1. Returns the server, or NULL with `errno` set. The server does nothing
/// until the caller runs it, on one thread. The three callbacks get `context`.
struct MHD_Daemon *flowrun_http_start(uint16_t port, unsigned int connections, size_t memory,
                                      MHD_AccessHandlerCallback handle,
                                      void *(*target)(void *, const char *,
                                                      struct MHD_Connection *),
                                      MHD_NotifyConnectionCallback notify, void *context);

/// Waits until there is work, the pipe `wake` is written to, or the time is up (-1: never), and
/// does the work. Returns 0 if a system call fails.
int flowrun_http_run(struct MHD_Daemon *daemon, int wake, int milliseconds);

uint16_t flowrun_http_port(struct MHD_Daemon *daemon);
int flowrun_http_listener(struct MHD_Daemon *daemon);

int flowrun_http_socket(struct MHD_Connection *connection);
/// The value that `notify` has stored for the connection.
void *flowrun_http_context(struct MHD_Connection *connection);
/// The number of bytes of a request's head, including its empty line.
size_t flowrun_http_head_size(struct MHD_Connection *connection);
