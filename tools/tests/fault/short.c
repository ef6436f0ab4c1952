// Makes every read and write of files and standard streams short.
#define _GNU_SOURCE
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>
static size_t shorter(int file, size_t count) {
  struct stat status;
  if (file > 2 && (fstat(file, &status) || !S_ISREG(status.st_mode))) return count;
  size_t most = atoi(getenv("SHORT"));
  return count > most ? most : count;
}
ssize_t read(int f, void *b, size_t n) { return syscall(SYS_read, f, b, shorter(f, n)); }
ssize_t write(int f, const void *b, size_t n) { return syscall(SYS_write, f, b, shorter(f, n)); }
ssize_t pread64(int f, void *b, size_t n, off_t o) {
  return syscall(SYS_pread64, f, b, shorter(f, n), o);
}
ssize_t pwrite64(int f, const void *b, size_t n, off_t o) {
  return syscall(SYS_pwrite64, f, b, shorter(f, n), o);
}
