import FluxtapeLog

/// Appends scalars as JSON.
enum JSONText {
  static func append(_ text: String, to bytes: inout [UInt8]) { bytes.append(quoted: text) }

  /// Appends the name of a member, and a colon. Names of the app that look like a tag are escaped.
  static func append(key name: String, to bytes: inout [UInt8]) {
    append(JSONText.escapedKey(name), to: &bytes)
    bytes.append(UInt8(ascii: ":"))
  }

  /// `"name":`
  static func quoted(_ name: String) -> [UInt8] {
    var bytes: [UInt8] = []
    append(key: name, to: &bytes)
    return bytes
  }

  static func append(_ number: some FixedWidthInteger, to bytes: inout [UInt8]) {
    if let small = UInt8(exactly: number), small < 10 { return bytes.append(UInt8(ascii: "0") + small) }
    bytes.append(contentsOf: String(number).utf8)
  }

  /// Appends the shortest text that reads back as the same value, without `.0`; a tag for values that are not finite.
  static func append(_ number: some BinaryFloatingPoint & LosslessStringConvertible, to bytes: inout [UInt8]) {
    if let tag = tag(of: number) { return bytes.append(contentsOf: "{\"$float\":\"\(tag)\"}".utf8) }
    let text = number.description.utf8
    bytes.append(contentsOf: text.count > 2 && text.suffix(2).elementsEqual(".0".utf8) ? text.dropLast(2) : text[...])
  }

  /// The name of a number that JSON lacks.
  private static func tag(of number: some BinaryFloatingPoint) -> String? {
    number.isNaN ? "nan" : number.isFinite ? nil : number.sign == .minus ? "-inf" : "inf"
  }

  /// Appends an instant in the form of ``DateText``; one without such a form as seconds since 2001.
  static func append(instant seconds: Double, to bytes: inout [UInt8]) {
    let start = bytes.count
    bytes.append(UInt8(ascii: "\""))
    guard DateText.append(secondsSince2001: seconds, to: &bytes) else {
      bytes.removeLast(bytes.count - start)
      return append(seconds, to: &bytes)
    }
    bytes.append(UInt8(ascii: "\""))
  }

  static func append(base64 data: [UInt8], to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    for place in stride(from: 0, to: data.count, by: 3) {
      let left = data.count - place
      let bits = UInt32(data[place]) << 16 | (left > 1 ? UInt32(data[place + 1]) << 8 : 0) | (left > 2 ? UInt32(data[place + 2]) : 0)
      bytes.append(base64Digits[Int(bits >> 18)])
      bytes.append(base64Digits[Int(bits >> 12 & 63)])
      bytes.append(left > 1 ? base64Digits[Int(bits >> 6 & 63)] : UInt8(ascii: "="))
      bytes.append(left > 2 ? base64Digits[Int(bits & 63)] : UInt8(ascii: "="))
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private static let base64Digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
}

// MARK: - Tags

extension JSONText {
  /// The key of an existential's type: `{"$type":"Offline"}`.
  static let typeKey = "$type"

  /// The key of an app's member: one that begins with a `$` gets one more, so that data never looks like a tag.
  static func escapedKey(_ key: String) -> String { key.utf8.first == UInt8(ascii: "$") ? "$" + key : key }

  static func unescapedKey(_ key: String) -> String { key.utf8.starts(with: "$$".utf8) ? String(key.unicodeScalars.dropFirst()) : key }

  /// `{"$opaque":"URLSession"}`
  static func opaque(_ name: String) -> [UInt8] { tag("$opaque", name) }

  /// `{"$redacted":"9f2c41d07be3a85c"}`
  static func redacted(_ digest: String) -> [UInt8] { tag("$redacted", digest) }

  private static func tag(_ key: String, _ text: String) -> [UInt8] {
    var bytes = Array("{\"\(key)\":".utf8)
    bytes.append(quoted: text)
    return bytes + [UInt8(ascii: "}")]
  }

  /// `{"$truncated":{"bytes":120931,"digest":"…"}}`
  static func truncated(bytes: Int, digest: String) -> [UInt8] {
    Array("{\"$truncated\":{\"bytes\":\(bytes),\"digest\":\"\(digest)\"}}".utf8)
  }
}
