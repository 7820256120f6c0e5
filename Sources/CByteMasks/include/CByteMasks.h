// Which of 64 bytes are the ones that are looked for, as the bits of one number: the first is a count of zeros away, without a branch for
// each byte. Swift's vectors compare as fast, but have nothing that makes bits of the result.
#ifndef CBYTEMASKS_H
#define CBYTEMASKS_H

#include <stdint.h>

/// The masks of 64 bytes and of the 64 behind them.
typedef struct {
  uint64_t low, high;
} cbytemasks_pair;

/// Which of 128 bytes are one of two, the first in the lowest bit.
cbytemasks_pair cbytemasks_equal_pair(const void *bytes, uint8_t first, uint8_t second);

/// Bytes that a search goes on by at most: it may look at so many from the place right before `end` on.
#define CBYTEMASKS_STEP 256

/// Where one of two bytes stands first, from `start` on; -1 where no such place is in the steps that begin before `end`.
int64_t cbytemasks_find_equal(const void *bytes, int64_t start, int64_t end, uint8_t first, uint8_t second);

/// The same, for a byte that is ASCII and above `limit`, or `other`.
int64_t cbytemasks_find_above(const void *bytes, int64_t start, int64_t end, uint8_t limit, uint8_t other);

/// One way to do all of this.
typedef struct {
  const char *name;
  int64_t (*find_equal)(const uint8_t *bytes, int64_t start, int64_t end, uint8_t first, uint8_t second);
  int64_t (*find_above)(const uint8_t *bytes, int64_t start, int64_t end, uint8_t limit, uint8_t other);
  cbytemasks_pair (*equal_pair)(const uint8_t *bytes, uint8_t first, uint8_t second);
} cbytemasks_way;

/// The ways that this processor knows, from the plainest on to the one that is used; NULL where `number`, counted from 0, is beyond them.
const cbytemasks_way *cbytemasks_way_at(int number);

#endif
