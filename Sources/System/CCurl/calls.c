// libcurl's functions, each under its own name and found at its first call; see ../loading.h.
#define LIBRARY "libcurl.so.4"
#define DYLIB "libcurl.4.dylib"
#define PACKAGE "libcurl4"
#define HEADER <CCurl.h>
#include "../loading.h"

FORWARD(void, curl_easy_cleanup, (CURL * a), (a))
FORWARD(CURL *, curl_easy_init, (void), ())
FORWARD(CURLcode, curl_easy_perform, (CURL * a), (a))
FORWARD(CURLcode, curl_global_init, (long a), (a))
FORWARD(struct curl_slist *, curl_slist_append, (struct curl_slist * a, const char *b), (a, b))
FORWARD(void, curl_slist_free_all, (struct curl_slist * a), (a))

#define SETTER(name, type)                                               \
  CURLcode name(CURL *request, CURLoption option, type value) {          \
    FIND(curl_easy_setopt);                                              \
    return CALL(curl_easy_setopt)(request, option, value);               \
  }

SETTER(flowrun_curl_number, long)
SETTER(flowrun_curl_text, const char *)
SETTER(flowrun_curl_lines, struct curl_slist *)

void flowrun_curl_receive(CURL *request, flowrun_curl_sink head, flowrun_curl_sink body,
                          void *context) {
  FIND(curl_easy_setopt);
  CALL(curl_easy_setopt)(request, CURLOPT_HEADERFUNCTION, head);
  CALL(curl_easy_setopt)(request, CURLOPT_HEADERDATA, context);
  CALL(curl_easy_setopt)(request, CURLOPT_WRITEFUNCTION, body);
  CALL(curl_easy_setopt)(request, CURLOPT_WRITEDATA, context);
}

long flowrun_curl_info(CURL *request, CURLINFO info) {
  long value = 0;
  FIND(curl_easy_getinfo);
  CALL(curl_easy_getinfo)(request, info, &value);
  return value;
}
