// The least work of a program before it asks its first question about a flow: reads the file with
// libyaml, keeps its texts, and prints the first step.
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <yaml.h>

int main(int argc, char **argv) {
  if (argc < 2) return 2;
  int file = open(argv[1], O_RDONLY);
  struct stat info;
  if (file < 0 || fstat(file, &info)) return 2;
  unsigned char *bytes = malloc((size_t)info.st_size);
  if (read(file, bytes, (size_t)info.st_size) != info.st_size) return 2;
  yaml_parser_t parser;
  yaml_event_t event;
  if (!yaml_parser_initialize(&parser)) return 2;
  yaml_parser_set_input_string(&parser, bytes, (size_t)info.st_size);
  char *pool = malloc((size_t)info.st_size * 2);
  size_t used = 0;
  for (int done = 0; !done;) {
    if (!yaml_parser_parse(&parser, &event)) return 2;
    if (event.type == YAML_SCALAR_EVENT) {
      memcpy(pool + used, event.data.scalar.value, event.data.scalar.length + 1);
      used += event.data.scalar.length + 1;
    }
    done = event.type == YAML_STREAM_END_EVENT;
    yaml_event_delete(&event);
  }
  yaml_parser_delete(&parser);
  char prompt[256];
  int length = snprintf(prompt, sizeof prompt, "%s\n  a  yes\n  b  no\n> ", pool);
  if (write(1, prompt, (size_t)length) != length) return 1;
  char key;
  return read(0, &key, 1) == 1 ? 0 : 1;
}
