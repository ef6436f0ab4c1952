// libsecret's simple interface, found at its first call; see ../loading.h. Its headers need those
// of GLib, in folders that a package for Swift cannot name, so the few declarations stand here
// (docs/decisions/0021-keyring.md).
#define LIBRARY "libsecret-1.so.0"
#define DYLIB "libsecret-1.0.dylib"
#define PACKAGE "libsecret-1-0"
#define HEADER <CSecret.h>
#define ABSENT return absent(reason, capacity)

#include <stddef.h>
#include <stdio.h>
#include <string.h>

static int absent(char *reason, size_t capacity);

#include "../loading.h"

static int absent(char *reason, size_t capacity) {
  snprintf(reason, capacity, "%s is missing; install it with `apt-get install %s`", LIBRARY,
           PACKAGE);
  return FLOWRUN_KEYRING_FAILED;
}

typedef struct {
  unsigned domain;
  int code;
  char *message;
} GError;

typedef struct {
  const char *name;
  int type;
} SecretSchemaAttribute;

typedef struct {
  const char *name;
  int flags;
  SecretSchemaAttribute attributes[32];
  int reserved;
  void *more[7];
} SecretSchema;

int secret_password_store_sync(const SecretSchema *schema, const char *collection,
                               const char *label, const char *password, void *cancellable,
                               GError **error, ...);
char *secret_password_lookup_sync(const SecretSchema *schema, void *cancellable, GError **error,
                                  ...);
int secret_password_clear_sync(const SecretSchema *schema, void *cancellable, GError **error, ...);
void secret_password_free(char *password);

static const SecretSchema schema = {"flowrun.wallet", 0, {{"folder", 0}, {NULL, 0}}, 0, {0}};

static int failed(const GError *error, char *reason, size_t capacity) {
  // The error is never freed: this happens once or twice in a process.
  snprintf(reason, capacity, "%s", error->message);
  return FLOWRUN_KEYRING_FAILED;
}

int flowrun_keyring_store(const char *folder, const char *text, char *reason, size_t capacity) {
  FIND(secret_password_store_sync);
  GError *error = NULL;
  int stored = CALL(secret_password_store_sync)(&schema, "default", "The key of a flowrun wallet",
                                                text, NULL, &error, "folder", folder, NULL);
  if (error != NULL) return failed(error, reason, capacity);
  return stored ? FLOWRUN_KEYRING_DONE : FLOWRUN_KEYRING_NOTHING;
}

static int forget(char *password, char *reason, size_t capacity) {
  FIND(secret_password_free);
  // Wipes it.
  CALL(secret_password_free)(password);
  return FLOWRUN_KEYRING_DONE;
}

int flowrun_keyring_lookup(const char *folder, char *text, size_t count, char *reason,
                           size_t capacity) {
  FIND(secret_password_lookup_sync);
  GError *error = NULL;
  char *password = CALL(secret_password_lookup_sync)(&schema, NULL, &error, "folder", folder, NULL);
  if (error != NULL) return failed(error, reason, capacity);
  if (password == NULL) return FLOWRUN_KEYRING_NOTHING;
  snprintf(text, count, "%s", password);
  return forget(password, reason, capacity);
}

int flowrun_keyring_clear(const char *folder, char *reason, size_t capacity) {
  FIND(secret_password_clear_sync);
  GError *error = NULL;
  int cleared = CALL(secret_password_clear_sync)(&schema, NULL, &error, "folder", folder, NULL);
  if (error != NULL) return failed(error, reason, capacity);
  return cleared ? FLOWRUN_KEYRING_DONE : FLOWRUN_KEYRING_NOTHING;
}
