// The unsafe code of this module is in this file and in `TextBytes.swift`. Sound: the text of a `StaticString` is part of the program and never freed. Bytes
// assembled on the stack are read while their memory is valid, only as far as they were written, and writes stay inside of it.

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
