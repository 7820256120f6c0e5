/// The parts of files that are scanned, in their order: small ones first, so that the first rows are there at once.
struct IndexingPlan: Sendable {
  struct Part: Sendable {
    /// Counted from 0 over all files.
    var number: Int
    var file: Int
    var range: Range<Int>
    /// Whether the file ends here, as far as it is looked at.
    var isLast: Bool
  }

  private static let firstPart = 1 << 17
  /// Read with one call each: few enough of them, and what is read is still near to the processor when it is looked at.
  private static let largestPart = 1 << 20

  let files: [FileBytes]
  /// What is looked at of each file.
  let ranges: [Range<Int>]
  private var file = 0
  private var offset: Int
  private var size = firstPart
  private var number = 0

  init(_ files: [FileBytes], from start: Int = 0) {
    self.files = files
    ranges = files.enumerated().map { ($0.offset == 0 ? min(start, $0.element.count) : 0)..<$0.element.count }
    offset = ranges.first?.lowerBound ?? 0
  }

  var byteCount: Int { ranges.reduce(0) { $0 + $1.count } }

  mutating func next() -> Part? {
    guard file < files.count else { return nil }
    let range = ranges[file]
    let end = range.upperBound - offset > size + size / 2 ? offset + size : range.upperBound
    defer {
      number += 1
      size = min(Self.largestPart, size * 2)
      offset = end
      if end == range.upperBound {
        file += 1
        offset = file < files.count ? ranges[file].lowerBound : 0
      }
    }
    return Part(number: number, file: file, range: offset..<end, isLast: end == range.upperBound)
  }
}
