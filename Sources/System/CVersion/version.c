// `tools/build-flowrun` links an object file with this text. So a new version links the program
// again and compiles nothing.
#include <CVersion.h>

extern const char flowrun_version[] __attribute__((weak));

const char *flowrun_linked_version(void) { return flowrun_version; }
