import FluxtapeJSON

extension LogLine {
  /// What can be read of a last line that has no line feed: the members that are whole.
  ///
  /// An app that died inside a reducer leaves its line open after the payload; a machine that died may leave it anywhere.
  /// - Returns: `nil` if not even the members that name an action are there.
  public init?(torn bytes: [UInt8]) {
    if let line = try? LogLine(decoding: bytes) {
      self = line
      return
    }
    // If the longest whole prefix does not name an action, no shorter one does.
    for end in Self.memberEnds(in: bytes).suffix(2).reversed() {
      guard let line = try? LogLine(decoding: bytes[..<end] + [UInt8(ascii: "}")]) else { continue }
      self = line
      return
    }
    return nil
  }

  /// Where a member of the outermost object may end: at its commas, and at the end of the bytes.
  private static func memberEnds(in bytes: [UInt8]) -> [Int] {
    var ends: [Int] = []
    var depth = 0
    var isInString = false
    var isEscaped = false
    for (place, byte) in bytes.enumerated() {
      if isInString {
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          isInString = false
        }
        continue
      }
      switch byte {
      case UInt8(ascii: "\""): isInString = true
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      case UInt8(ascii: ",") where depth == 1: ends.append(place)
      default: break
      }
    }
    return ends + [bytes.count]
  }
}
