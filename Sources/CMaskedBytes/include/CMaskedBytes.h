#include <stddef.h>
#include <stdint.h>

/// Returns the first index in `start..<end` at which two arrays differ in the masked bits, or `end`.
///
/// An element has `words` words of eight bytes, and there is one mask for each word.
size_t cmaskedbytes_first_difference(
    const void *left, const void *right, size_t start, size_t end, size_t words, const uint64_t *masks);
