#include <stddef.h>

// A key in the user's keyring, found by the folder that it belongs to. The keyring is that of the
// Secret Service on the session's D-Bus: GNOME's, KDE's, KeePassXC.

enum flowrun_keyring_result {
  FLOWRUN_KEYRING_DONE,
  FLOWRUN_KEYRING_NOTHING,
  FLOWRUN_KEYRING_FAILED,
};

/// Stores a text, in place of an earlier one.
int flowrun_keyring_store(const char *folder, const char *text, char *reason, size_t capacity);

/// Looks a text up and copies it, with its final 0, into `text`.
int flowrun_keyring_lookup(const char *folder, char *text, size_t count, char *reason,
                           size_t capacity);

/// Removes a text. NOTHING if there is none.
int flowrun_keyring_clear(const char *folder, char *reason, size_t capacity);
