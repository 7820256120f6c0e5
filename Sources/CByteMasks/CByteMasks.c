#include "CByteMasks.h"

#include <stdatomic.h>
#include <stddef.h>

#if defined(__x86_64__)
#include <immintrin.h>
#elif defined(__SSE2__)
#include <emmintrin.h>
#elif defined(__ARM_NEON) && defined(__aarch64__)
#include <arm_neon.h>
#endif

#define CBYTEMASKS_INLINE static inline __attribute__((always_inline))

// Bit n is set where byte n is one of two. Reads 64 bytes, as all of these. Without vectors, for what has none, and for the others to be
// held against.
CBYTEMASKS_INLINE uint64_t cbytemasks_equal_bytewise(const void *pointer, uint8_t first, uint8_t second) {
  const uint8_t *bytes = (const uint8_t *)pointer;
  uint64_t mask = 0;
  for (int n = 0; n < 64; n++) mask |= (uint64_t)(bytes[n] == first || bytes[n] == second) << n;
  return mask;
}

// Bit n is set where byte n is ASCII and above `limit`, or `other`.
CBYTEMASKS_INLINE uint64_t cbytemasks_above_bytewise(const void *pointer, uint8_t limit, uint8_t other) {
  const uint8_t *bytes = (const uint8_t *)pointer;
  uint64_t mask = 0;
  for (int n = 0; n < 64; n++) mask |= (uint64_t)((bytes[n] > limit && bytes[n] < 0x80) || bytes[n] == other) << n;
  return mask;
}

#if defined(__SSE2__)

CBYTEMASKS_INLINE uint64_t cbytemasks_equal16(const uint8_t *bytes, __m128i first, __m128i second) {
  const __m128i block = _mm_loadu_si128((const __m128i *)bytes);
  return (uint16_t)_mm_movemask_epi8(_mm_or_si128(_mm_cmpeq_epi8(block, first), _mm_cmpeq_epi8(block, second)));
}

CBYTEMASKS_INLINE uint64_t cbytemasks_above16(const uint8_t *bytes, __m128i limit, __m128i other) {
  const __m128i block = _mm_loadu_si128((const __m128i *)bytes);
  return (uint16_t)_mm_movemask_epi8(_mm_or_si128(_mm_cmpgt_epi8(block, limit), _mm_cmpeq_epi8(block, other)));
}

CBYTEMASKS_INLINE uint64_t cbytemasks_equal(const void *pointer, uint8_t first, uint8_t second) {
  const uint8_t *bytes = (const uint8_t *)pointer;
  const __m128i one = _mm_set1_epi8((char)first), two = _mm_set1_epi8((char)second);
  return cbytemasks_equal16(bytes, one, two) | cbytemasks_equal16(bytes + 16, one, two) << 16 |
         cbytemasks_equal16(bytes + 32, one, two) << 32 | cbytemasks_equal16(bytes + 48, one, two) << 48;
}

CBYTEMASKS_INLINE uint64_t cbytemasks_above(const void *pointer, uint8_t limit, uint8_t other) {
  const uint8_t *bytes = (const uint8_t *)pointer;
  const __m128i one = _mm_set1_epi8((char)limit), two = _mm_set1_epi8((char)other);
  return cbytemasks_above16(bytes, one, two) | cbytemasks_above16(bytes + 16, one, two) << 16 |
         cbytemasks_above16(bytes + 32, one, two) << 32 | cbytemasks_above16(bytes + 48, one, two) << 48;
}

#elif defined(__ARM_NEON) && defined(__aarch64__)

/// Each byte of a result is all ones or all zeros; pairs are added until a byte holds the bits of eight.
CBYTEMASKS_INLINE uint64_t cbytemasks_bits(uint8x16_t a, uint8x16_t b, uint8x16_t c, uint8x16_t d) {
  const uint8x16_t bits = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
  const uint8x16_t low = vpaddq_u8(vandq_u8(a, bits), vandq_u8(b, bits)), high = vpaddq_u8(vandq_u8(c, bits), vandq_u8(d, bits));
  const uint8x16_t all = vpaddq_u8(low, high);
  return vgetq_lane_u64(vreinterpretq_u64_u8(vpaddq_u8(all, all)), 0);
}

CBYTEMASKS_INLINE uint8x16_t cbytemasks_equal16(const uint8_t *bytes, uint8_t first, uint8_t second) {
  const uint8x16_t block = vld1q_u8(bytes);
  return vorrq_u8(vceqq_u8(block, vdupq_n_u8(first)), vceqq_u8(block, vdupq_n_u8(second)));
}

CBYTEMASKS_INLINE uint8x16_t cbytemasks_above16(const uint8_t *bytes, uint8_t limit, uint8_t other) {
  const uint8x16_t block = vld1q_u8(bytes);
  return vorrq_u8(vcgtq_s8(vreinterpretq_s8_u8(block), vdupq_n_s8((int8_t)limit)), vceqq_u8(block, vdupq_n_u8(other)));
}

CBYTEMASKS_INLINE uint64_t cbytemasks_equal(const void *pointer, uint8_t first, uint8_t second) {
  const uint8_t *bytes = (const uint8_t *)pointer;
  return cbytemasks_bits(
      cbytemasks_equal16(bytes, first, second), cbytemasks_equal16(bytes + 16, first, second),
      cbytemasks_equal16(bytes + 32, first, second), cbytemasks_equal16(bytes + 48, first, second));
}

CBYTEMASKS_INLINE uint64_t cbytemasks_above(const void *pointer, uint8_t limit, uint8_t other) {
  const uint8_t *bytes = (const uint8_t *)pointer;
  return cbytemasks_bits(
      cbytemasks_above16(bytes, limit, other), cbytemasks_above16(bytes + 16, limit, other),
      cbytemasks_above16(bytes + 32, limit, other), cbytemasks_above16(bytes + 48, limit, other));
}

#else

CBYTEMASKS_INLINE uint64_t cbytemasks_equal(const void *pointer, uint8_t first, uint8_t second) {
  return cbytemasks_equal_bytewise(pointer, first, second);
}

CBYTEMASKS_INLINE uint64_t cbytemasks_above(const void *pointer, uint8_t limit, uint8_t other) {
  return cbytemasks_above_bytewise(pointer, limit, other);
}

#endif

// Vectors of 32 and 64 bytes are used where the processor has them, which is looked up once: what is compiled here has to run on each.

#define CBYTEMASKS_CHOOSE(mask, ifAny, ifNone) (__builtin_unpredictable((mask) != 0) ? (ifAny) : (ifNone))

// A search in steps of 1, 2 or 4 blocks of 64 bytes. The fewer steps there are, the fewer guesses of the processor at how many are left: a
// wrong one costs as much as a few hundred bytes. In a step, the first mask with a bit is chosen without a branch.

#define CBYTEMASKS_FIND(name, attributes, mask, blocks)                                                             \
  attributes static int64_t name(const uint8_t *bytes, int64_t start, int64_t end, uint8_t first, uint8_t second) { \
    _Static_assert(64 * (blocks) <= CBYTEMASKS_STEP, "a step is longer than is said");                              \
    for (; start < end; start += 64 * (blocks)) {                                                                   \
      const uint8_t *const step = bytes + start;                                                                    \
      const uint64_t a = mask(step, first, second), b = (blocks) > 1 ? mask(step + 64, first, second) : 0;          \
      const uint64_t c = (blocks) > 2 ? mask(step + 128, first, second) : 0;                                        \
      const uint64_t d = (blocks) > 2 ? mask(step + 192, first, second) : 0;                                        \
      if (!(a | b | c | d)) continue;                                                                               \
      const uint64_t near = CBYTEMASKS_CHOOSE(a, a, b), far = CBYTEMASKS_CHOOSE(c, c, d);                           \
      const int64_t nearBy = CBYTEMASKS_CHOOSE(a, 0, 64), farBy = CBYTEMASKS_CHOOSE(c, 128, 192);                   \
      const uint64_t found = CBYTEMASKS_CHOOSE(near, near, far);                                                    \
      return start + CBYTEMASKS_CHOOSE(near, nearBy, farBy) + __builtin_ctzll(found);                               \
    }                                                                                                               \
    return -1;                                                                                                      \
  }

// What stands above some byte is mostly near, and looked for in shorter steps.

#define CBYTEMASKS_WAY(name, attributes, equal, above, equalBlocks, aboveBlocks)                                   \
  CBYTEMASKS_FIND(find_equal_##name, attributes, equal, equalBlocks)                                               \
  CBYTEMASKS_FIND(find_above_##name, attributes, above, aboveBlocks)                                               \
  attributes static cbytemasks_pair equal_pair_##name(const uint8_t *bytes, uint8_t first, uint8_t second) {       \
    return (cbytemasks_pair){equal(bytes, first, second), equal(bytes + 64, first, second)};                       \
  }                                                                                                                \
  static const cbytemasks_way name##_way = {#name, find_equal_##name, find_above_##name, equal_pair_##name};

CBYTEMASKS_WAY(bytewise, , cbytemasks_equal_bytewise, cbytemasks_above_bytewise, 1, 1)
CBYTEMASKS_WAY(plain, , cbytemasks_equal, cbytemasks_above, 1, 1)

#if defined(__x86_64__)

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

CBYTEMASKS_WAY(avx2, CBYTEMASKS_AVX2, equal_avx2, above_avx2, 4, 2)
CBYTEMASKS_WAY(avx512, CBYTEMASKS_AVX512, equal_avx512, above_avx512, 4, 2)

const cbytemasks_way *cbytemasks_way_at(int number) {
  __builtin_cpu_init();
  const cbytemasks_way *const wider[] = {
      __builtin_cpu_supports("avx2") ? &avx2_way : NULL, __builtin_cpu_supports("avx512bw") ? &avx512_way : NULL};
  if (number <= 1) return number == 0 ? &bytewise_way : number == 1 ? &plain_way : NULL;
  for (int place = 0; place < 2; place++) {
    if (wider[place] && number-- == 2) return wider[place];
  }
  return NULL;
}

#else

const cbytemasks_way *cbytemasks_way_at(int number) { return number == 0 ? &bytewise_way : number == 1 ? &plain_way : NULL; }

#endif

// MARK: - The one that is used

static _Atomic(const cbytemasks_way *) chosen;

/// Threads that come at the same time all find out the same.
static __attribute__((noinline)) const cbytemasks_way *choose(void) {
  const cbytemasks_way *best = &plain_way;
  for (int number = 2; cbytemasks_way_at(number); number++) best = cbytemasks_way_at(number);
  atomic_store_explicit(&chosen, best, memory_order_relaxed);
  return best;
}

CBYTEMASKS_INLINE const cbytemasks_way *way(void) {
  const cbytemasks_way *const known = atomic_load_explicit(&chosen, memory_order_relaxed);
  return __builtin_expect(known != NULL, 1) ? known : choose();
}

int64_t cbytemasks_find_equal(const void *bytes, int64_t start, int64_t end, uint8_t first, uint8_t second) {
  return way()->find_equal((const uint8_t *)bytes, start, end, first, second);
}

int64_t cbytemasks_find_above(const void *bytes, int64_t start, int64_t end, uint8_t limit, uint8_t other) {
  return way()->find_above((const uint8_t *)bytes, start, end, limit, other);
}

cbytemasks_pair cbytemasks_equal_pair(const void *bytes, uint8_t first, uint8_t second) {
  return way()->equal_pair((const uint8_t *)bytes, first, second);
}
