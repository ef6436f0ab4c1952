// Declarations after Bionic's headers in NDK 27: their names, types and nullability. What Bionic
// lacks, such as `explicit_bzero` and glibc's `__rlimit_resource_t`, is not here.
#include <stddef.h>

typedef long ssize_t;
typedef int pid_t;
typedef unsigned uid_t;
typedef unsigned mode_t;
typedef unsigned long dev_t;
typedef unsigned long ino_t;
typedef long off_t;
typedef long time_t;
typedef long suseconds_t;
typedef int clockid_t;
typedef unsigned nfds_t;
typedef unsigned socklen_t;

// errno.h, string.h, stdlib.h
#define EINTR 4
char *_Nonnull strerror(int code);
void *_Nonnull memset(void *_Nonnull memory, int byte, size_t count);
int strcmp(const char *_Nonnull a, const char *_Nonnull b);
char *_Nullable strdup(const char *_Nonnull text);
char *_Nullable getenv(const char *_Nonnull name);
void free(void *_Nullable memory);
void exit(int status) __attribute__((noreturn));

// time.h, sys/time.h
struct timespec {
  time_t tv_sec;
  long tv_nsec;
};
struct timeval {
  time_t tv_sec;
  suseconds_t tv_usec;
};
#define CLOCK_REALTIME 0
#define CLOCK_MONOTONIC 1
#define CLOCK_REALTIME_COARSE 5
#define CLOCK_MONOTONIC_COARSE 6
#define CLOCK_BOOTTIME 7
int clock_gettime(clockid_t clock, struct timespec *_Nonnull time);

// unistd.h, fcntl.h, poll.h
extern char *_Nullable *_Nullable environ;
#define F_SETFD 2
#define F_SETFL 4
#define FD_CLOEXEC 1
#define O_NONBLOCK 04000
ssize_t read(int descriptor, void *memory, size_t count);
ssize_t write(int descriptor, const void *memory, size_t count);
int close(int descriptor);
int pipe(int ends[_Nonnull 2]);
char *_Nullable ttyname(int descriptor);
struct pollfd {
  int fd;
  short events;
  short revents;
};
int poll(struct pollfd *_Nullable waits, nfds_t count, int milliseconds);

// dirent.h
struct dirent {
  ino_t d_ino;
  off_t d_off;
  unsigned short d_reclen;
  unsigned char d_type;
  char d_name[256];
};
typedef struct DIR DIR;
#define DT_UNKNOWN 0
#define DT_DIR 4
#define DT_REG 8
#define DT_LNK 10

// sys/stat.h
struct stat {
  dev_t st_dev;
  ino_t st_ino;
  unsigned long st_nlink;
  mode_t st_mode;
  uid_t st_uid;
  off_t st_size;
  struct timespec st_atim;
  struct timespec st_mtim;
  struct timespec st_ctim;
};
int stat(const char *_Nonnull path, struct stat *_Nonnull information);

// sys/mman.h, sys/resource.h, dlfcn.h
int mlock(const void *_Nonnull memory, size_t count);
#define PROT_READ 1
#define PROT_WRITE 2
#define MAP_PRIVATE 2
#define MAP_ANON 0x20
#define MADV_DONTDUMP 16
void *_Nonnull mmap(
    void *_Nullable start, size_t count, int protection, int flags, int file, off_t offset);
int munmap(void *_Nonnull start, size_t count);
int madvise(void *_Nonnull start, size_t count, int advice);
struct rlimit {
  unsigned long rlim_cur;
  unsigned long rlim_max;
};
#define RLIMIT_CORE 4
int setrlimit(int resource, const struct rlimit *_Nonnull limit);
void *_Nullable dlsym(void *_Nullable library, const char *_Nullable name);

// pthread.h
typedef long pthread_t;
typedef struct {
  unsigned flags;
} pthread_attr_t;
int pthread_create(pthread_t *_Nonnull thread, pthread_attr_t const *_Nullable attributes,
                   void *_Nonnull (*_Nonnull start)(void *_Nonnull), void *_Nullable context);
int pthread_detach(pthread_t thread);

// signal.h
typedef unsigned long sigset_t;
typedef struct siginfo {
  int si_signo;
  int si_errno;
  int si_code;
} siginfo_t;
typedef void (*sighandler_t)(int);
struct sigaction {
  int sa_flags;
  union {
    sighandler_t sa_handler;
    void (*sa_sigaction)(int, struct siginfo *, void *);
  };
  sigset_t sa_mask;
  void (*sa_restorer)(void);
};
#define SA_SIGINFO 0x00000004
#define SA_ONSTACK 0x08000000
#define SIGHUP 1
#define SIGINT 2
#define SIGQUIT 3
#define SIGUSR1 10
#define SIGUSR2 12
#define SIGALRM 14
#define SIGTERM 15
#define SIGSTKFLT 16
#define SIGXCPU 24
#define SIGVTALRM 26
#define SIGPROF 27
#define SIGPOLL 29
#define SIGPWR 30
#define SIGSYS 31

// spawn.h
typedef struct __posix_spawnattr *posix_spawnattr_t;
typedef struct __posix_spawn_file_actions *posix_spawn_file_actions_t;

// sys/socket.h, netinet/in.h, netinet/tcp.h
#define SOCK_STREAM 1
#define SOCK_CLOEXEC O_CLOEXEC
#define O_CLOEXEC 02000000
#define MSG_DONTWAIT 0x40
#define MSG_NOSIGNAL 0x4000
#define IPPROTO_TCP 6
#define TCP_NODELAY 1
#define TCP_QUICKACK 12
int socket(int family, int kind, int protocol);
ssize_t send(int descriptor, const void *memory, size_t count, int flags);
int setsockopt(int descriptor, int level, int option, const void *_Nullable value,
               socklen_t count);

// sys/ioctl.h, termios.h
struct winsize {
  unsigned short ws_row, ws_col, ws_xpixel, ws_ypixel;
};
#define TIOCGWINSZ 0x5413
