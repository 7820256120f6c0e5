import FluxtapeJSON
import FluxtapeLog

extension PartScanner {
  /// Goes through a line that is too long to be kept, block by block, and scans what it is without the contents of its values.
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

/// A line without what stands inside its values: short, whatever its length, and its members are still what they were.
///
/// ```text
/// {"seq":1,"t":1,"store":"a","type":"x","payload":{"list":[1,2,…]},"patch":[{"op":"add",…},…]}
/// {"seq":1,"t":1,"store":"a","type":"x","payload":{},"patch":[0]}
/// ```
struct LineOutline {
  /// Bytes of a text that are kept, and of the outline.
  private static let maximumText = 1 << 16
  private static let maximumCount = 1 << 20

  private(set) var bytes: [UInt8] = []
  private var depth = 0
  private var isInString = false
  private var isEscaped = false
  private var textCount = 0
  private var isInnerEmpty = true
  private var isArray = false

  mutating func take(_ block: ArraySlice<UInt8>) {
    for byte in block { take(byte) }
  }

  private mutating func take(_ byte: UInt8) {
    if isInString { return takeInString(byte) }
    switch byte {
    case UInt8(ascii: "\""):
      isInString = true
      textCount = 0
      if depth <= 1 { keep(byte) } else { noteInner() }
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      depth += 1
      if depth == 2 {
        (isInnerEmpty, isArray) = (true, byte == UInt8(ascii: "["))
        keep(byte)
      } else if depth == 1 {
        keep(byte)
      } else {
        noteInner()
      }
    case UInt8(ascii: "}"), UInt8(ascii: "]"):
      depth -= 1
      if depth <= 1 { keep(byte) }
    case 0x20, 0x09, 0x0A, 0x0D: break
    default: if depth <= 1 { keep(byte) } else { noteInner() }
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
    guard depth <= 1 else { return }
    textCount += 1
    if textCount < Self.maximumText || !isInString { keep(byte) }
  }

  /// An array with something in it is no empty patch.
  private mutating func noteInner() {
    if isInnerEmpty, isArray { keep(UInt8(ascii: "0")) }
    isInnerEmpty = false
  }

  private mutating func keep(_ byte: UInt8) {
    if bytes.count < Self.maximumCount { bytes.append(byte) }
  }
}
