#include "CByteMasks.h"

// Vectors of 32 and 64 bytes are used where the processor has them, which is looked up once: what is compiled here has to run on each.

typedef int64_t cbytemasks_find(const uint8_t *, int64_t, int64_t, uint8_t, uint8_t);

#define CBYTEMASKS_FIND_PLAIN(name, mask)                                                                    \
  static int64_t name(const uint8_t *bytes, int64_t start, int64_t end, uint8_t first, uint8_t second) {     \
    for (; start < end; start += 64) {                                                                       \
      const uint64_t found = mask(bytes + start, first, second);                                             \
      if (found) return start + __builtin_ctzll(found);                                                      \
    }                                                                                                        \
    return -1;                                                                                               \
  }

CBYTEMASKS_FIND_PLAIN(find_equal_plain, cbytemasks_equal)
CBYTEMASKS_FIND_PLAIN(find_above_plain, cbytemasks_above)

#if defined(__x86_64__)

#include <immintrin.h>
#include <stdatomic.h>

#define CBYTEMASKS_AVX2 __attribute__((target("avx2,bmi")))
#define CBYTEMASKS_AVX512 __attribute__((target("avx512bw,bmi")))

CBYTEMASKS_AVX2 CBYTEMASKS_INLINE uint64_t equal_avx2(const uint8_t *bytes, uint8_t first, uint8_t second) {
  const __m256i one = _mm256_set1_epi8((char)first), two = _mm256_set1_epi8((char)second);
  const __m256i low = _mm256_loadu_si256((const __m256i *)bytes), high = _mm256_loadu_si256((const __m256i *)(bytes + 32));
  const uint32_t lows = (uint32_t)_mm256_movemask_epi8(_mm256_or_si256(_mm256_cmpeq_epi8(low, one), _mm256_cmpeq_epi8(low, two)));
  const uint32_t highs = (uint32_t)_mm256_movemask_epi8(_mm256_or_si256(_mm256_cmpeq_epi8(high, one), _mm256_cmpeq_epi8(high, two)));
  return lows | (uint64_t)highs << 32;
}

CBYTEMASKS_AVX2 CBYTEMASKS_INLINE uint64_t above_avx2(const uint8_t *bytes, uint8_t limit, uint8_t other) {
  const __m256i one = _mm256_set1_epi8((char)limit), two = _mm256_set1_epi8((char)other);
  const __m256i low = _mm256_loadu_si256((const __m256i *)bytes), high = _mm256_loadu_si256((const __m256i *)(bytes + 32));
  const uint32_t lows = (uint32_t)_mm256_movemask_epi8(_mm256_or_si256(_mm256_cmpgt_epi8(low, one), _mm256_cmpeq_epi8(low, two)));
  const uint32_t highs = (uint32_t)_mm256_movemask_epi8(_mm256_or_si256(_mm256_cmpgt_epi8(high, one), _mm256_cmpeq_epi8(high, two)));
  return lows | (uint64_t)highs << 32;
}

CBYTEMASKS_AVX512 CBYTEMASKS_INLINE uint64_t equal_avx512(const uint8_t *bytes, uint8_t first, uint8_t second) {
  const __m512i block = _mm512_loadu_si512(bytes);
  return _mm512_cmpeq_epi8_mask(block, _mm512_set1_epi8((char)first)) | _mm512_cmpeq_epi8_mask(block, _mm512_set1_epi8((char)second));
}

CBYTEMASKS_AVX512 CBYTEMASKS_INLINE uint64_t above_avx512(const uint8_t *bytes, uint8_t limit, uint8_t other) {
  const __m512i block = _mm512_loadu_si512(bytes);
  return _mm512_cmpgt_epi8_mask(block, _mm512_set1_epi8((char)limit)) | _mm512_cmpeq_epi8_mask(block, _mm512_set1_epi8((char)other));
}

#define CBYTEMASKS_CHOOSE(mask, ifAny, ifNone) (__builtin_unpredictable((mask) != 0) ? (ifAny) : (ifNone))

// The fewer steps there are, the fewer guesses of the processor at how many are left: a wrong one costs as much as a few hundred bytes. In
// a step, the first mask with a bit is chosen without a branch. What stands above some byte is mostly near, and looked for in short steps.

#define CBYTEMASKS_FIND_FAR(name, attributes, mask)                                                                 \
  attributes static int64_t name(const uint8_t *bytes, int64_t start, int64_t end, uint8_t first, uint8_t second) { \
    for (; start < end; start += 256) {                                                                             \
      const uint8_t *const step = bytes + start;                                                                    \
      const uint64_t a = mask(step, first, second), b = mask(step + 64, first, second);                             \
      const uint64_t c = mask(step + 128, first, second), d = mask(step + 192, first, second);                      \
      if (!(a | b | c | d)) continue;                                                                               \
      const uint64_t near = CBYTEMASKS_CHOOSE(a, a, b), far = CBYTEMASKS_CHOOSE(c, c, d);                           \
      const int64_t nearBy = CBYTEMASKS_CHOOSE(a, 0, 64), farBy = CBYTEMASKS_CHOOSE(c, 128, 192);                   \
      const uint64_t found = CBYTEMASKS_CHOOSE(near, near, far);                                                    \
      return start + CBYTEMASKS_CHOOSE(near, nearBy, farBy) + __builtin_ctzll(found);                               \
    }                                                                                                               \
    return -1;                                                                                                      \
  }

#define CBYTEMASKS_FIND_NEAR(name, attributes, mask)                                                                \
  attributes static int64_t name(const uint8_t *bytes, int64_t start, int64_t end, uint8_t limit, uint8_t other) {  \
    for (; start < end; start += 128) {                                                                             \
      const uint64_t a = mask(bytes + start, limit, other), b = mask(bytes + start + 64, limit, other);             \
      if (a | b) return start + CBYTEMASKS_CHOOSE(a, 0, 64) + __builtin_ctzll(CBYTEMASKS_CHOOSE(a, a, b));          \
    }                                                                                                               \
    return -1;                                                                                                      \
  }

CBYTEMASKS_FIND_FAR(find_equal_avx2, CBYTEMASKS_AVX2, equal_avx2)
CBYTEMASKS_FIND_NEAR(find_above_avx2, CBYTEMASKS_AVX2, above_avx2)
CBYTEMASKS_FIND_FAR(find_equal_avx512, CBYTEMASKS_AVX512, equal_avx512)
CBYTEMASKS_FIND_NEAR(find_above_avx512, CBYTEMASKS_AVX512, above_avx512)

static cbytemasks_find choose_equal, choose_above;
static _Atomic(cbytemasks_find *) find_equal = choose_equal, find_above = choose_above;

/// Threads that come at the same time all find out the same.
static int64_t choose_equal(const uint8_t *bytes, int64_t start, int64_t end, uint8_t first, uint8_t second) {
  __builtin_cpu_init();
  cbytemasks_find *const find =
      __builtin_cpu_supports("avx512bw") ? find_equal_avx512 : __builtin_cpu_supports("avx2") ? find_equal_avx2 : find_equal_plain;
  atomic_store_explicit(&find_equal, find, memory_order_relaxed);
  return find(bytes, start, end, first, second);
}

static int64_t choose_above(const uint8_t *bytes, int64_t start, int64_t end, uint8_t limit, uint8_t other) {
  __builtin_cpu_init();
  cbytemasks_find *const find =
      __builtin_cpu_supports("avx512bw") ? find_above_avx512 : __builtin_cpu_supports("avx2") ? find_above_avx2 : find_above_plain;
  atomic_store_explicit(&find_above, find, memory_order_relaxed);
  return find(bytes, start, end, limit, other);
}

int64_t cbytemasks_find_equal(const void *bytes, int64_t start, int64_t end, uint8_t first, uint8_t second) {
  return atomic_load_explicit(&find_equal, memory_order_relaxed)((const uint8_t *)bytes, start, end, first, second);
}

int64_t cbytemasks_find_above(const void *bytes, int64_t start, int64_t end, uint8_t limit, uint8_t other) {
  return atomic_load_explicit(&find_above, memory_order_relaxed)((const uint8_t *)bytes, start, end, limit, other);
}

#else

int64_t cbytemasks_find_equal(const void *bytes, int64_t start, int64_t end, uint8_t first, uint8_t second) {
  return find_equal_plain((const uint8_t *)bytes, start, end, first, second);
}

int64_t cbytemasks_find_above(const void *bytes, int64_t start, int64_t end, uint8_t limit, uint8_t other) {
  return find_above_plain((const uint8_t *)bytes, start, end, limit, other);
}

#endif
