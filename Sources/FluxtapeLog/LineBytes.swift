// The unsafe code of this module is here. It is sound since the text of a `StaticString` lies in the program and never ends, and since the
// digits of a number are read while the memory for them is held.

extension [UInt8] {
  /// Appends text that the program itself brings along, as it is.
  package mutating func append(literal text: StaticString) {
    guard text.hasPointerRepresentation else { return text.withUTF8Buffer { unsafe append(contentsOf: $0) } }
    unsafe append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// Appends a number in decimal digits.
  package mutating func append(decimal number: Int) {
    // The digits come from the last to the first: nineteen at most, and a sign before them.
    var text = (UInt64(0), UInt64(0), UInt64(0))
    unsafe Swift.withUnsafeMutableBytes(of: &text) { text in
      var (rest, start) = (number.magnitude, text.count)
      repeat {
        let (tens, ones) = rest.quotientAndRemainder(dividingBy: 10)
        start -= 1
        unsafe text[start] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: ones)
        rest = tens
      } while rest > 0
      if number < 0 {
        start -= 1
        unsafe text[start] = UInt8(ascii: "-")
      }
      unsafe append(contentsOf: UnsafeRawBufferPointer(rebasing: text[start...]))
    }
  }
}
