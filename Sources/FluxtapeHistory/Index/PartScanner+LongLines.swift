import FluxtapeJSON
import FluxtapeLog

extension PartScanner {
  /// Reads a line that is too long for memory block by block, and scans an outline of it.
  mutating func scanLongLine(from start: Int, end: Int) throws(HistoryError) {
    var outline = LineOutline()
    let lineOffset = offset + start
    var from = start
    while true {
      let lineFeed = endOfLine(from: from)
      outline.take(buffer[from..<(lineFeed ?? filled)])
      if lineFeed != nil { return addLongLine(outline, offset: lineOffset, isTerminated: true) }
      if offset + filled == end { return addLongLine(outline, offset: lineOffset, isTerminated: false) }
      offset += filled
      filled = 0
      from = 0
      try read(upTo: min(end, offset + 1 << 20))
    }
  }
}

/// A line without the contents of its large values: short whatever the line's length, with the same members.
///
/// ```text
/// {"seq":1,"t":1,"store":"a","type":"x","cause":[1,2],"payload":{"list":[1,2,…]},"patch":[{"op":"add",…},…]}
/// {"seq":1,"t":1,"store":"a","type":"x","cause":[1,2],"payload":{},"patch":[0]}
/// ```
struct LineOutline {
  /// The maximum number of bytes to keep of a text, and of the whole outline.
  private static let maximumText = 1 << 16
  private static let maximumCount = 1 << 20
  /// The size of the largest array or object that is kept whole: the index reads causes, effects and errors.
  private static let maximumContainer = 1 << 12

  private(set) var bytes: [UInt8] = []
  private var depth = 0
  private var isInString = false
  private var isEscaped = false
  private var textCount = 0
  private var isInnerEmpty = true
  private var isArray = false
  /// The place in ``bytes`` where the current container's contents begin; `nil` once they are too large.
  private var contents: Int?

  mutating func take(_ block: ArraySlice<UInt8>) {
    for byte in block { take(byte) }
  }

  private mutating func take(_ byte: UInt8) {
    if isInString { return takeInString(byte) }
    switch byte {
    case UInt8(ascii: "\""):
      isInString = true
      textCount = 0
      if depth <= 1 { keep(byte) } else { keepInner(byte) }
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      depth += 1
      if depth == 2 {
        (isInnerEmpty, isArray) = (true, byte == UInt8(ascii: "["))
        keep(byte)
        contents = bytes.count
      } else if depth == 1 {
        keep(byte)
      } else {
        keepInner(byte)
      }
    case UInt8(ascii: "}"), UInt8(ascii: "]"):
      depth -= 1
      if depth <= 1 { keep(byte) } else { keepInner(byte) }
    case 0x20, 0x09, 0x0A, 0x0D: break
    default: if depth <= 1 { keep(byte) } else { keepInner(byte) }
    }
  }

  private mutating func takeInString(_ byte: UInt8) {
    if isEscaped {
      isEscaped = false
    } else if byte == UInt8(ascii: "\\") {
      isEscaped = true
    } else if byte == UInt8(ascii: "\"") {
      isInString = false
    }
    guard depth <= 1 else { return keepInner(byte) }
    textCount += 1
    if textCount < Self.maximumText || !isInString { keep(byte) }
  }

  /// Keeps the contents of a container while they are small. A large array keeps one element, since an empty patch has another meaning.
  private mutating func keepInner(_ byte: UInt8) {
    isInnerEmpty = false
    guard let contents else { return }
    if bytes.count - contents < Self.maximumContainer { return keep(byte) }
    bytes.removeSubrange(contents...)
    if isArray { keep(UInt8(ascii: "0")) }
    self.contents = nil
  }

  private mutating func keep(_ byte: UInt8) {
    if bytes.count < Self.maximumCount { bytes.append(byte) }
  }
}
