/// Reads lines again, one after another. Neighbouring lines come from one read of the file.
struct LineReader {
  private let index: RunIndex
  private var file = -1
  private var offset = 0
  private var window: [UInt8] = []

  /// Bytes read where lines are asked for in their order.
  private static let windowSize = 1 << 18

  init(index: RunIndex) { self.index = index }
}

extension LineReader {
  /// The line's bytes, without what ends it.
  mutating func bytes(of line: UInt32) throws(HistoryError) -> [UInt8] {
    let place = index.lines[line]
    if place.file != file || place.bytes.lowerBound < offset || place.bytes.upperBound > offset + window.count {
      // Going on where the last read ended: the lines behind will be wanted too. Anything else is read alone.
      let isNext = place.file == file && place.bytes.lowerBound >= offset && place.bytes.lowerBound <= offset + window.count
      window = try index.files[place.file].bytes.bytes(
        at: place.bytes.lowerBound, count: max(place.bytes.count, isNext ? Self.windowSize : 0))
      file = place.file
      offset = place.bytes.lowerBound
    }
    let start = place.bytes.lowerBound - offset
    let limit = min(start + place.bytes.count, window.count)
    guard start < limit else { throw changed(line) }
    let lineFeed = window.lineFeed(from: start) ?? limit
    var end = min(lineFeed, limit)
    if end > start, window[end - 1] == 0x0D { end -= 1 }
    return Array(window[start..<end])
  }

  /// The file does not hold what it did when it was indexed.
  func changed(_ line: UInt32) -> HistoryError { HistoryError(.changed, path: index.files[index.lines[line].file].path) }
}
