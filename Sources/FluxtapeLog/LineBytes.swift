// The unsafe code of this module is in this file. Sound: the text of a `StaticString` is part of the program and never freed. Other bytes are
// read while their memory is valid, only as far as they were written, and writes stay inside of it. No span leaves the call that it is for.

extension [UInt8] {
  /// Appends a constant text unchanged.
  package mutating func append(literal text: StaticString) {
    guard text.hasPointerRepresentation else { return text.withUTF8Buffer { unsafe append(contentsOf: $0) } }
    unsafe append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// Appends `start` and a text as JSON; nothing if the text is `nil`.
  package mutating func append(_ start: StaticString, string text: String?) {
    guard let text else { return }
    append(literal: start)
    append(quoted: text)
  }

  /// Appends `start` and a value as JSON.
  mutating func append(_ start: StaticString, json: [UInt8]) {
    append(literal: start)
    append(contentsOf: json)
  }

  /// Appends `start` and a decimal number. Two separate appends would take twice as long.
  ///
  /// - Parameter start: At most 44 bytes.
  package mutating func append(_ start: StaticString = "", decimal number: Int) {
    unsafe appendText { text, place in
      unsafe text.put(number, before: &place)
      unsafe text.put(start, before: &place)
    }
  }

  /// Appends two decimal numbers, each after a text.
  ///
  /// - Parameters:
  ///   - before: At most 24 bytes, together with `between`.
  mutating func append(_ before: StaticString, _ number: Int, _ between: StaticString, _ other: Int) {
    unsafe appendText { text, start in
      unsafe text.put(other, before: &start)
      unsafe text.put(between, before: &start)
      unsafe text.put(number, before: &start)
      unsafe text.put(before, before: &start)
    }
  }

  /// Appends what `put` assembles from the last byte to the first. A number has at most nineteen digits and a sign.
  @inline(__always)
  private mutating func appendText(_ put: (_ text: UnsafeMutableRawBufferPointer, _ start: inout Int) -> Void) {
    var text = (UInt64(0), UInt64(0), UInt64(0), UInt64(0), UInt64(0), UInt64(0), UInt64(0), UInt64(0))
    unsafe Swift.withUnsafeMutableBytes(of: &text) { text in
      var start = text.count
      unsafe put(text, &start)
      unsafe append(contentsOf: UnsafeRawBufferPointer(rebasing: text[start...]))
    }
  }
}

extension UnsafeMutableRawBufferPointer {
  /// Writes digits from the last to the first.
  fileprivate func put(_ number: Int, before start: inout Int) {
    var rest = number.magnitude
    repeat {
      let (tens, ones) = rest.quotientAndRemainder(dividingBy: 10)
      start -= 1
      unsafe self[start] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: ones)
      rest = tens
    } while rest > 0
    guard number < 0 else { return }
    start -= 1
    unsafe self[start] = UInt8(ascii: "-")
  }

  @inline(__always)
  fileprivate func put(_ text: StaticString, before start: inout Int) {
    let count = text.utf8CodeUnitCount
    precondition(count <= start)
    guard count > 0, let address = baseAddress else { return }
    start &-= count
    unsafe (address + start).copyMemory(from: text.utf8Start, byteCount: count)
  }
}

// MARK: - Texts

extension String {
  /// Passes the UTF-8 bytes to `body` without a copy, if the string is stored as UTF-8 (every native string is).
  @inlinable
  package func withUTF8Span<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
    if let result = unsafe utf8.withContiguousStorageIfAvailable({ buffer in unsafe body(buffer.span) }) { return result }
    var text = self
    return text.withUTF8 { buffer in unsafe body(buffer.span) }
  }
}

extension Span<UInt8> {
  /// The text that the bytes in `range` are in UTF-8.
  package func text(_ range: Range<Int>) -> String {
    unsafe extracting(range).withUnsafeBufferPointer { buffer in unsafe String(decoding: buffer, as: UTF8.self) }
  }

  /// Whether no byte is a control character, a quotation mark or a backslash, tested eight at a time: a byte below the limit borrows from
  /// its highest bit.
  fileprivate var isPlainJSON: Bool {
    let (ones, highest) = (0x0101_0101_0101_0101 as UInt64, 0x8080_8080_8080_8080 as UInt64)
    return unsafe withUnsafeBufferPointer { bytes in
      let bytes = UnsafeRawBufferPointer(bytes)
      var place = 0
      while place &+ 8 <= bytes.count {
        let word = unsafe bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)
        let (quotes, backslashes) = (word ^ (ones &* 0x22), word ^ (ones &* 0x5C))
        let found = ((word &- ones &* 0x20) & ~word) | ((quotes &- ones) & ~quotes) | ((backslashes &- ones) & ~backslashes)
        if found & highest != 0 { return false }
        place &+= 8
      }
      return unsafe bytes[place...].allSatisfy { $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
    }
  }
}

extension [UInt8] {
  /// Appends bytes of a text.
  package mutating func append(_ bytes: Span<UInt8>, in range: Range<Int>) {
    unsafe bytes.extracting(range).withUnsafeBufferPointer { unsafe append(contentsOf: $0) }
  }

  /// Appends a text as JSON, in quotation marks.
  package mutating func append(quoted text: String) {
    append(UInt8(ascii: "\""))
    text.withUTF8Span { append(escaped: $0) }
    append(UInt8(ascii: "\""))
  }

  /// Appends a text as JSON, without quotation marks. Escapes only what RFC 8259 requires.
  package mutating func append(escaped text: Span<UInt8>) {
    if text.isPlainJSON { return append(text, in: 0..<text.count) }
    var plain = 0
    for place in text.indices {
      let byte = text[place]
      guard byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") else { continue }
      append(text, in: plain..<place)
      plain = place + 1
      append(contentsOf: Self.escape(of: byte))
    }
    append(text, in: plain..<text.count)
  }

  private static func escape(of byte: UInt8) -> [UInt8] {
    switch byte {
    case 0x08: Array("\\b".utf8)
    case 0x09: Array("\\t".utf8)
    case 0x0A: Array("\\n".utf8)
    case 0x0C: Array("\\f".utf8)
    case 0x0D: Array("\\r".utf8)
    case 0..<0x20: Array("\\u00\(byte < 16 ? "0" : "")\(String(byte, radix: 16, uppercase: true))".utf8)
    default: [UInt8(ascii: "\\"), byte]
    }
  }
}
