#include <curl/curl.h>

// What Swift cannot call: the functions with a variable number of arguments.

typedef size_t (*flowrun_curl_sink)(char *bytes, size_t size, size_t count, void *context);

CURLcode flowrun_curl_number(CURL *request, CURLoption option, long value);
CURLcode flowrun_curl_text(CURL *request, CURLoption option, const char *value);
CURLcode flowrun_curl_lines(CURL *request, CURLoption option, struct curl_slist *value);
/// Hands what comes to two functions: the lines of the head, and the body in pieces.
void flowrun_curl_receive(CURL *request, flowrun_curl_sink head, flowrun_curl_sink body,
                          void *context);

long flowrun_curl_info(CURL *request, CURLINFO info);
