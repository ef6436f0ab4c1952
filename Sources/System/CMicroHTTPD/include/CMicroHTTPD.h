#include <microhttpd.h>
#include <sys/eventfd.h>

// What Swift cannot call: the functions with a variable number of arguments.

/// Listens on 127.0.0.1 and returns what serves it, or NULL with `errno` set. Nothing happens until
/// the caller runs it, on one thread. `context` is handed to the three callbacks.
struct MHD_Daemon *flowrun_http_start(uint16_t port, unsigned int connections, size_t memory,
                                      MHD_AccessHandlerCallback handle,
                                      void *(*target)(void *, const char *,
                                                      struct MHD_Connection *),
                                      MHD_NotifyConnectionCallback notify, void *context);

/// Waits until there is something to do, the eventfd `wake` is written to, or the time is up (-1: never),
/// and does what there is. Returns 0 when the system fails.
int flowrun_http_run(struct MHD_Daemon *daemon, int wake, int milliseconds);

uint16_t flowrun_http_port(struct MHD_Daemon *daemon);
int flowrun_http_listener(struct MHD_Daemon *daemon);

int flowrun_http_socket(struct MHD_Connection *connection);
/// What `notify` has kept for the connection.
void *flowrun_http_context(struct MHD_Connection *connection);
/// Bytes of the head of a request, its empty line included.
size_t flowrun_http_head_size(struct MHD_Connection *connection);
