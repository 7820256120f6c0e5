import FluxtapeDocuments

/// How many bytes are read and scanned at once. Tests use small sizes, so that small logs have many parts.
struct ScanSizes: Sendable {
  /// The first part is small, so that the first rows appear at once. Each later part is twice as large, up to the largest.
  var firstPart = 1 << 17
  /// One call reads a part: large enough for few calls, small enough for the processor's cache.
  var largestPart = 1 << 20
  /// The number of bytes after a part to read with it, so that most last lines are complete.
  var margin = 1 << 12
  /// A longer line is a bad one: it is not JSON that can be read.
  var longestLine = JSONPass.maximumByteCount
}
