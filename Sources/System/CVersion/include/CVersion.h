/// The version that `tools/build-flowrun` links in. NULL in any other build.
const char *flowrun_linked_version(void);
