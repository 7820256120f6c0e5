#include "CMaskedBytes.h"

#include <string.h>

// In C, since Swift's debug builds take 25 times as long for this loop, and developers record debug builds.
size_t cmaskedbytes_first_difference(
    const void *left, const void *right, size_t start, size_t end, size_t words, const uint64_t *masks) {
  const char *a = (const char *)left + start * words * 8, *b = (const char *)right + start * words * 8;
  for (size_t place = start; place < end; place++) {
    uint64_t difference = 0;
    for (size_t word = 0; word < words; word++, a += 8, b += 8) {
      uint64_t x, y;
      memcpy(&x, a, 8);
      memcpy(&y, b, 8);
      difference |= (x ^ y) & masks[word];
    }
    if (difference) return place;
  }
  return end;
}
