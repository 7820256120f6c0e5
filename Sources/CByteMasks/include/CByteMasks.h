// Which of 64 bytes are the ones that are looked for, as the bits of one number: the first is a count of zeros away, without a branch for
// each byte. Swift's vectors compare as fast, but have nothing that makes bits of the result.
#ifndef CBYTEMASKS_H
#define CBYTEMASKS_H

#include <stdint.h>

#if defined(__SSE2__)
#include <emmintrin.h>
#elif defined(__ARM_NEON) && defined(__aarch64__)
#include <arm_neon.h>
#endif

#define CBYTEMASKS_INLINE static inline __attribute__((always_inline))

#if defined(__SSE2__)

CBYTEMASKS_INLINE uint64_t cbytemasks_equal16(const uint8_t *bytes, __m128i first, __m128i second) {
  const __m128i block = _mm_loadu_si128((const __m128i *)bytes);
  return (uint16_t)_mm_movemask_epi8(_mm_or_si128(_mm_cmpeq_epi8(block, first), _mm_cmpeq_epi8(block, second)));
}

CBYTEMASKS_INLINE uint64_t cbytemasks_above16(const uint8_t *bytes, __m128i limit, __m128i other) {
  const __m128i block = _mm_loadu_si128((const __m128i *)bytes);
  return (uint16_t)_mm_movemask_epi8(_mm_or_si128(_mm_cmpgt_epi8(block, limit), _mm_cmpeq_epi8(block, other)));
}

/// Bit n is set where byte n is one of two. Reads 64 bytes.
CBYTEMASKS_INLINE uint64_t cbytemasks_equal(const void *pointer, uint8_t first, uint8_t second) {
  const uint8_t *bytes = (const uint8_t *)pointer;
  const __m128i one = _mm_set1_epi8((char)first), two = _mm_set1_epi8((char)second);
  return cbytemasks_equal16(bytes, one, two) | cbytemasks_equal16(bytes + 16, one, two) << 16 |
         cbytemasks_equal16(bytes + 32, one, two) << 32 | cbytemasks_equal16(bytes + 48, one, two) << 48;
}

/// Bit n is set where byte n is ASCII and above `limit`, or `other`. Reads 64 bytes.
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
  const uint8_t *bytes = (const uint8_t *)pointer;
  uint64_t mask = 0;
  for (int n = 0; n < 64; n++) mask |= (uint64_t)(bytes[n] == first || bytes[n] == second) << n;
  return mask;
}

CBYTEMASKS_INLINE uint64_t cbytemasks_above(const void *pointer, uint8_t limit, uint8_t other) {
  const uint8_t *bytes = (const uint8_t *)pointer;
  uint64_t mask = 0;
  for (int n = 0; n < 64; n++) mask |= (uint64_t)((bytes[n] > limit && bytes[n] < 0x80) || bytes[n] == other) << n;
  return mask;
}

#endif

/// Bytes that a search goes on by at most: it may look at so many from the place right before `end` on.
#define CBYTEMASKS_STEP 256

/// Where one of two bytes stands first, from `start` on; -1 where no such place is in the steps that begin before `end`.
int64_t cbytemasks_find_equal(const void *bytes, int64_t start, int64_t end, uint8_t first, uint8_t second);

/// The same, for a byte that is ASCII and above `limit`, or `other`.
int64_t cbytemasks_find_above(const void *bytes, int64_t start, int64_t end, uint8_t limit, uint8_t other);

#endif
