// zlib's functions, each under its own name and found at its first call; see ../loading.h.
#define LIBRARY "libz.so.1"
#define DYLIB "libz.1.dylib"
#define PACKAGE "zlib1g"
#define HEADER <CZlib.h>
#include "../loading.h"

FORWARD(int, compress2, (Bytef * a, uLongf *b, const Bytef *c, uLong d, int e), (a, b, c, d, e))
FORWARD(uLong, compressBound, (uLong a), (a))
FORWARD(int, inflateInit2_, (z_streamp a, int b, const char *c, int d), (a, b, c, d))
FORWARD(int, inflate, (z_streamp a, int b), (a, b))
FORWARD(int, inflateEnd, (z_streamp a), (a))
FORWARD(int, deflateInit2_, (z_streamp a, int b, int c, int d, int e, int f, const char *g, int h),
        (a, b, c, d, e, f, g, h))
FORWARD(int, deflate, (z_streamp a, int b), (a, b))
FORWARD(int, deflateEnd, (z_streamp a), (a))
FORWARD(uLong, crc32, (uLong a, const Bytef *b, uInt c), (a, b, c))
