// libmicrohttpd's functions, each under its own name and found at its first call; see ../loading.h.
#include <arpa/inet.h>
#include <errno.h>
#include <poll.h>
#include <unistd.h>

#define LIBRARY "libmicrohttpd.so.12"
#define DYLIB "libmicrohttpd.12.dylib"
#define PACKAGE "libmicrohttpd12"
#define HEADER <CMicroHTTPD.h>
#include "../loading.h"

typedef struct MHD_Connection Connection;
typedef struct MHD_Daemon Daemon;
typedef struct MHD_Response Response;

// Only Linux has epoll; elsewhere the library is asked for the sockets to wait for.
#ifdef __linux__
#define WAITING MHD_USE_EPOLL
#else
#define WAITING MHD_NO_FLAG
#endif

FORWARD(enum MHD_Result, MHD_add_response_header, (Response *a, const char *b, const char *c),
        (a, b, c))
FORWARD(Response *, MHD_create_response_from_buffer,
        (size_t a, void *b, enum MHD_ResponseMemoryMode c), (a, b, c))
FORWARD(void, MHD_destroy_response, (Response *a), (a))
FORWARD(enum MHD_Result, MHD_get_timeout, (Daemon *a, MHD_UNSIGNED_LONG_LONG *b), (a, b))
FORWARD(int, MHD_get_connection_values_n,
        (Connection *a, enum MHD_ValueKind b, MHD_KeyValueIteratorN c, void *d), (a, b, c, d))
FORWARD(enum MHD_Result, MHD_queue_response, (Connection *a, unsigned int b, Response *c),
        (a, b, c))
FORWARD(MHD_socket, MHD_quiesce_daemon, (Daemon *a), (a))
FORWARD(void, MHD_resume_connection, (Connection *a), (a))
FORWARD(enum MHD_Result, MHD_run, (Daemon *a), (a))
FORWARD(void, MHD_stop_daemon, (Daemon *a), (a))
FORWARD(void, MHD_suspend_connection, (Connection *a), (a))

Daemon *flowrun_http_start(uint16_t port, unsigned int connections, size_t memory,
                           MHD_AccessHandlerCallback handle,
                           void *(*target)(void *, const char *, Connection *),
                           MHD_NotifyConnectionCallback notify, void *context) {
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(port)};
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  FIND(MHD_start_daemon);
  errno = 0;
  return CALL(MHD_start_daemon)(
      WAITING | MHD_ALLOW_SUSPEND_RESUME, port, NULL, NULL, handle, context,
      MHD_OPTION_SOCK_ADDR, &address, MHD_OPTION_CONNECTION_LIMIT, connections,
      MHD_OPTION_CONNECTION_MEMORY_LIMIT, memory, MHD_OPTION_URI_LOG_CALLBACK, target, context,
      MHD_OPTION_NOTIFY_CONNECTION, notify, context, MHD_OPTION_END);
}

static const union MHD_DaemonInfo *of_daemon(Daemon *daemon, enum MHD_DaemonInfoType type) {
  FIND(MHD_get_daemon_info);
  return CALL(MHD_get_daemon_info)(daemon, type);
}

static const union MHD_ConnectionInfo *of_connection(Connection *connection,
                                                     enum MHD_ConnectionInfoType type) {
  FIND(MHD_get_connection_info);
  return CALL(MHD_get_connection_info)(connection, type);
}

/// Waits until there is work, or the bell rings. Returns whether it has rung.
static int wait_for_work(Daemon *daemon, int wake, int milliseconds) {
#ifdef __linux__
  struct pollfd news[] = {
      {.fd = of_daemon(daemon, MHD_DAEMON_INFO_EPOLL_FD)->epoll_fd, .events = POLLIN},
      {.fd = wake, .events = POLLIN}};
  return poll(news, 2, milliseconds) > 0 && news[1].revents != 0;
#else
  fd_set reading, writing, failing;
  FD_ZERO(&reading), FD_ZERO(&writing), FD_ZERO(&failing);
  MHD_socket last = wake;
  FIND(MHD_get_fdset);
  CALL(MHD_get_fdset)(daemon, &reading, &writing, &failing, &last);
  if (last < wake) last = wake;
  FD_SET(wake, &reading);
  struct timeval time = {.tv_sec = milliseconds / 1000, .tv_usec = milliseconds % 1000 * 1000};
  int count = select(last + 1, &reading, &writing, &failing, milliseconds < 0 ? NULL : &time);
  return count > 0 && FD_ISSET(wake, &reading);
#endif
}

int flowrun_http_run(Daemon *daemon, int wake, int milliseconds) {
  MHD_UNSIGNED_LONG_LONG due;
  if (MHD_get_timeout(daemon, &due) == MHD_YES &&
      (milliseconds < 0 || due < (unsigned)milliseconds))
    milliseconds = (int)due;
  char bytes[64];
  if (wait_for_work(daemon, wake, milliseconds))
    while (read(wake, bytes, sizeof bytes) == sizeof bytes) continue;
  return MHD_run(daemon) == MHD_YES;
}

uint16_t flowrun_http_port(Daemon *daemon) {
  return of_daemon(daemon, MHD_DAEMON_INFO_BIND_PORT)->port;
}
int flowrun_http_listener(Daemon *daemon) {
  return of_daemon(daemon, MHD_DAEMON_INFO_LISTEN_FD)->listen_fd;
}
int flowrun_http_socket(Connection *connection) {
  return of_connection(connection, MHD_CONNECTION_INFO_CONNECTION_FD)->connect_fd;
}
void *flowrun_http_context(Connection *connection) {
  return of_connection(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT)->socket_context;
}
size_t flowrun_http_head_size(Connection *connection) {
  return of_connection(connection, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE)->header_size;
}
