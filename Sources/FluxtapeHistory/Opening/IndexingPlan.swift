/// The parts of files to scan, in order. The first parts are small, so that the first rows are available at once.
struct IndexingPlan: Sendable {
  struct Part: Sendable {
    /// Counts from 0 over all files.
    var number: Int
    var file: Int
    var range: Range<Int>
    /// Whether the file's range ends here.
    var isLast: Bool
  }

  let files: [FileBytes]
  /// The range of each file that is read.
  let ranges: [Range<Int>]
  private var file = 0
  private var offset: Int
  private let sizes: ScanSizes
  private var size: Int
  private var number = 0

  init(_ files: [FileBytes], from start: Int = 0, sizes: ScanSizes = ScanSizes()) {
    self.files = files
    self.sizes = sizes
    size = sizes.firstPart
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
      size = min(sizes.largestPart, size * 2)
      offset = end
      if end == range.upperBound {
        file += 1
        offset = file < files.count ? ranges[file].lowerBound : 0
      }
    }
    return Part(number: number, file: file, range: offset..<end, isLast: end == range.upperBound)
  }
}
