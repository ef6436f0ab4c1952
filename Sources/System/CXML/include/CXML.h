// The functions of libxml2 that are used, which takes nothing but pointers and numbers: its own
// headers are outside the compiler's path.
#pragma once

void *htmlReadMemory(const char *bytes, int size, const char *url, const char *encoding,
                     int options);
void *xmlReadMemory(const char *bytes, int size, const char *url, const char *encoding,
                    int options);
// The beginning of `xmlError`, which has not changed since libxml2 2.6.
struct flowrun_xml_error {
  int domain;
  int code;
  const char *message;
  int level;
  const char *file;
  int line;
};
// Of this thread. NULL if there is none.
const struct flowrun_xml_error *xmlGetLastError(void);
void xmlFreeDoc(void *document);
void *xmlReaderWalker(void *document);
void xmlFreeTextReader(void *reader);
int xmlTextReaderRead(void *reader);
int xmlTextReaderNodeType(void *reader);
int xmlTextReaderIsEmptyElement(void *reader);
int xmlTextReaderMoveToAttribute(void *reader, const unsigned char *name);
int xmlTextReaderMoveToNextAttribute(void *reader);
int xmlTextReaderMoveToElement(void *reader);
const unsigned char *xmlTextReaderConstName(void *reader);
const unsigned char *xmlTextReaderConstValue(void *reader);
void *xmlTextReaderCurrentNode(void *reader);
long xmlGetLineNo(void *node);
