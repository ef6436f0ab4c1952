// The files of the studio's page, as bytes of the program.
#pragma once
#include <stddef.h>

typedef struct {
  const unsigned char *bytes;
  size_t count;
} StudioPageFile;

/// The file with this name in the folder `Page`. Empty for any other name.
StudioPageFile studio_page_file(const char *name);
