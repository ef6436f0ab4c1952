// What Swift needs from a C library, for a module that runs alone: memory in sizes of powers of
// two, each with a list of free blocks. Pages of the host are added when there is no more.
typedef unsigned long size_t;
typedef unsigned char byte;

#define SMALLEST 5 // 32 bytes
#define LARGEST 30

typedef struct block { struct block *next; } block;
static block *unused[LARGEST + 1];
extern byte __heap_base;
static size_t heap, heap_end;

// The byte before a block says its size. Blocks begin 16 bytes after their start, so they are
// aligned.
static void *block_of(size_t count) {
  unsigned size = SMALLEST;
  while (size <= LARGEST && ((size_t)1 << size) - 16 < count) size++;
  if (size > LARGEST) return 0;
  if (unused[size]) {
    block *known = unused[size];
    unused[size] = known->next;
    return known;
  }
  size_t bytes = (size_t)1 << size;
  if (!heap) {
    heap = ((size_t)&__heap_base + 15) & ~(size_t)15;
    heap_end = __builtin_wasm_memory_size(0) << 16;
  }
  if (heap_end - heap < bytes) {
    size_t pages = (bytes - (heap_end - heap) + 0xFFFF) >> 16;
    if (pages < 16) pages = 16;
    if (__builtin_wasm_memory_grow(0, pages) == (size_t)-1) return 0;
    heap_end += pages << 16;
  }
  byte *start = (byte *)heap + 16;
  heap += bytes;
  start[-1] = (byte)size;
  return start;
}

int posix_memalign(void **result, size_t alignment, size_t count) {
  *result = alignment <= 16 ? block_of(count) : 0;
  return *result ? 0 : 12;
}

void *malloc(size_t count) { return block_of(count); }

void free(void *pointer) {
  if (!pointer) return;
  unsigned size = ((byte *)pointer)[-1];
  ((block *)pointer)->next = unused[size];
  unused[size] = (block *)pointer;
}

void *memcpy(void *to, const void *from, size_t count) {
  __builtin_memcpy(to, from, count);
  return to;
}
void *memmove(void *to, const void *from, size_t count) {
  __builtin_memmove(to, from, count);
  return to;
}
void *memset(void *to, int value, size_t count) {
  __builtin_memset(to, value, count);
  return to;
}
int memcmp(const void *a, const void *b, size_t count) {
  const byte *x = a, *y = b;
  for (size_t i = 0; i < count; i++)
    if (x[i] != y[i]) return x[i] < y[i] ? -1 : 1;
  return 0;
}

// Swift's hashing asks for a seed. A fixed one makes every run of the module the same, as hosts
// that replay a run need. The module reads nothing from a network, so nobody can choose colliding
// names.
void arc4random_buf(void *to, size_t count) { memset(to, 0x5A, count); }

// Swift asks these about letters of other forms, to compare texts that look the same. The names of
// a catalogue are compared by their bytes, so no letter has another form; the tables would be a
// quarter of the module.
unsigned short _swift_stdlib_getNormData(unsigned letter) { return 0; }
unsigned _swift_stdlib_getDecompositionEntry(unsigned letter) { return 0; }
static const byte no_forms[1];
const byte *const _swift_stdlib_nfd_decompositions = no_forms;
unsigned _swift_stdlib_getComposition(unsigned a, unsigned b) { return ~0u; }
byte _swift_stdlib_getGraphemeBreakProperty(unsigned letter) { return 0xFF; }
_Bool _swift_stdlib_isInCB_Consonant(unsigned letter) { return 0; }
_Bool _swift_stdlib_isExtendedPictographic(unsigned letter) { return 0; }

// The product of two numbers of 128 bits, which the compiler calls by this name.
__int128 __multi3(__int128 a, __int128 b) {
  typedef unsigned long long u64;
  u64 x = (u64)a, y = (u64)b;
  u64 x0 = x & 0xFFFFFFFF, x1 = x >> 32, y0 = y & 0xFFFFFFFF, y1 = y >> 32;
  u64 low = x0 * y0, middle = x1 * y0 + (low >> 32), other = x0 * y1 + (middle & 0xFFFFFFFF);
  u64 high = x1 * y1 + (middle >> 32) + (other >> 32);
  high += (u64)(a >> 64) * y + x * (u64)(b >> 64);
  return (__int128)(((unsigned __int128)high << 64) | ((other << 32) | (low & 0xFFFFFFFF)));
}

unsigned long __stack_chk_guard = 0x5A5A5A5A;
void __stack_chk_fail(void) { __builtin_trap(); }
