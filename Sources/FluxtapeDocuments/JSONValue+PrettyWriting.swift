public import FluxtapeJSON

extension JSONValue {
  /// The value as text for people: each member and element on its own line, indented by two spaces per level.
  public var prettyText: String {
    var bytes: [UInt8] = []
    writePretty(into: &bytes)
    return String(utf8Bytes: bytes.span)
  }

  /// Appends the value as `prettyText` writes it. All lines but the first are indented by `level` more steps.
  public func writePretty(into bytes: inout [UInt8], level: Int = 0) {
    switch self {
    case .array(let elements) where !elements.isEmpty:
      bytes.append(UInt8(ascii: "["))
      for (index, element) in elements.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        Self.writeLineStart(level + 1, into: &bytes)
        element.writePretty(into: &bytes, level: level + 1)
      }
      Self.writeLineStart(level, into: &bytes)
      bytes.append(UInt8(ascii: "]"))
    case .object(let object) where !object.isEmpty:
      bytes.append(UInt8(ascii: "{"))
      for (index, member) in object.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        Self.writeLineStart(level + 1, into: &bytes)
        Self.writeString(member.key, into: &bytes)
        bytes.append(contentsOf: [UInt8(ascii: ":"), UInt8(ascii: " ")])
        member.value.writePretty(into: &bytes, level: level + 1)
      }
      Self.writeLineStart(level, into: &bytes)
      bytes.append(UInt8(ascii: "}"))
    default: write(into: &bytes)
    }
  }

  private static func writeLineStart(_ level: Int, into bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\n"))
    bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: 2 * level))
  }
}
