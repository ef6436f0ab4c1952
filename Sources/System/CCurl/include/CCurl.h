#include <curl/curl.h>

// Wrappers of the functions with a variable number of arguments, which Swift cannot call.

typedef size_t (*flowrun_curl_sink)(char *bytes, size_t size, size_t count, void *context);

CURLcode flowrun_curl_number(CURL *request, CURLoption option, long value);
CURLcode flowrun_curl_text(CURL *request, CURLoption option, const char *value);
CURLcode flowrun_curl_lines(CURL *request, CURLoption option, struct curl_slist *value);
/// Sets two callbacks: for the lines of the head, and for the pieces of the body.
void flowrun_curl_receive(CURL *request, flowrun_curl_sink head, flowrun_curl_sink body,
                          void *context);

long flowrun_curl_info(CURL *request, CURLINFO info);
