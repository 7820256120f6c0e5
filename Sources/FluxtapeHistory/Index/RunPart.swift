/// A stretch of a file that belongs to a run, and the numbers of its lines.
///
/// Places in a run count bytes over all its parts, so that they ascend from line to line across files.
struct RunPart: Sendable {
  /// The beginning of the part among the run's places.
  var start: Int
  /// The difference between a place and the offset in the file.
  var base: Int
  /// The number of its first line in the file.
  var firstLine: Int
  /// The numbers of rows, outcomes and other lines before the part.
  var firstRow: Int
  var firstOutcome: Int
  var firstOtherLine: Int
}

/// Lines that are neither rows nor outcomes: headers and blank lines.
struct OtherLines: Sendable {
  /// The beginning of the first of them.
  var place: Int
  var count: Int
  /// The number of all such lines up to here.
  var total: Int
}

extension [RunPart] {
  /// The part that contains a place.
  func part(at place: Int) -> Int { Swift.max(0, partitioningIndex { $0.start > place } - 1) }
}
