// libxml2's functions, each under its own name and found at its first call; see ../loading.h.
#define LIBRARY "libxml2.so.2"
#define DYLIB "libxml2.2.dylib"
#define PACKAGE "libxml2"
#define HEADER <CXML.h>
#include "../loading.h"

FORWARD(void *, htmlReadMemory, (const char *a, int b, const char *c, const char *d, int e),
        (a, b, c, d, e))
FORWARD(void *, xmlReadMemory, (const char *a, int b, const char *c, const char *d, int e),
        (a, b, c, d, e))
FORWARD(const struct flowrun_xml_error *, xmlGetLastError, (void), ())
FORWARD(void, xmlFreeDoc, (void *a), (a))
FORWARD(void *, xmlReaderWalker, (void *a), (a))
FORWARD(void, xmlFreeTextReader, (void *a), (a))
FORWARD(int, xmlTextReaderRead, (void *a), (a))
FORWARD(int, xmlTextReaderNodeType, (void *a), (a))
FORWARD(int, xmlTextReaderIsEmptyElement, (void *a), (a))
FORWARD(int, xmlTextReaderMoveToAttribute, (void *a, const unsigned char *b), (a, b))
FORWARD(int, xmlTextReaderMoveToNextAttribute, (void *a), (a))
FORWARD(int, xmlTextReaderMoveToElement, (void *a), (a))
FORWARD(const unsigned char *, xmlTextReaderConstName, (void *a), (a))
FORWARD(const unsigned char *, xmlTextReaderConstValue, (void *a), (a))
FORWARD(void *, xmlTextReaderCurrentNode, (void *a), (a))
FORWARD(long, xmlGetLineNo, (void *a), (a))
