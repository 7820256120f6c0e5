/// How much of a file is read and scanned at once, in bytes. Tests make small logs have many parts.
struct ScanSizes: Sendable {
  /// The first part is small, so that the first rows are there at once. Each part after it is twice as large, up to the largest.
  var firstPart = 1 << 17
  /// Read with one call each: few enough of them, and what is read is still near to the processor when it is looked at.
  var largestPart = 1 << 20
  /// Bytes behind the part that are read with it: most last lines end there.
  var margin = 1 << 12
  /// A line that is longer, and not in memory anyhow, is not kept whole but gone through block by block.
  var longLine = 1 << 24
}
