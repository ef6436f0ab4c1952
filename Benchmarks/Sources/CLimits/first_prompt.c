#define _GNU_SOURCE
#include "limits.h"
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

static int64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

int64_t limit_first_prompt(const char *const argv[], const char *prompt) {
  int terminal = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
  if (terminal < 0 || grantpt(terminal) || unlockpt(terminal)) return -1;
  int side = open(ptsname(terminal), O_RDWR | O_NOCTTY | O_CLOEXEC);
  int ends[2];
  if (side < 0 || pipe2(ends, O_CLOEXEC)) return -1;
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, side, 0);
  posix_spawn_file_actions_adddup2(&actions, ends[1], 1);
  int64_t start = now();
  pid_t child = -1;
  int failed = posix_spawn(&child, argv[0], &actions, NULL, (char *const *)argv, environ);
  posix_spawn_file_actions_destroy(&actions);
  close(ends[1]);
  close(side);
  int64_t passed = -1;
  char text[65536];
  size_t length = 0;
  while (!failed && length < sizeof text - 1) {
    ssize_t got = read(ends[0], text + length, sizeof text - 1 - length);
    if (got <= 0) break;
    length += (size_t)got;
    text[length] = 0;
    if (strstr(text, prompt)) {
      passed = now() - start;
      break;
    }
  }
  if (!failed) {
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
  }
  close(ends[0]);
  close(terminal);
  return passed;
}
