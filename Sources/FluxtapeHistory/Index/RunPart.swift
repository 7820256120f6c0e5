/// A stretch of a file that belongs to a run, and how its lines are numbered.
///
/// Places in a run count bytes over all its parts, so that they rise from line to line whichever file a line is in.
struct RunPart: Sendable {
  /// Where the part begins among the run's places.
  var start: Int
  /// What to take from a place to get the offset in the file.
  var base: Int
  /// The number of its first line in the file.
  var firstLine: Int
  /// What of the run came before.
  var firstRow: Int
  var firstOutcome: Int
  var firstOtherLine: Int
}

/// Lines that are neither rows nor outcomes: headers and blank lines.
struct OtherLines: Sendable {
  /// Where the first of them begins.
  var place: Int
  var count: Int
  /// All of them up to here.
  var total: Int
}

extension [RunPart] {
  /// The part that a place is in.
  func part(at place: Int) -> Int { Swift.max(0, partitioningIndex { $0.start > place } - 1) }
}
