// The unsafe code of this module is here. It is sound since the text of a `StaticString` lies in the program and never ends.

extension [UInt8] {
  /// Appends text that the program itself brings along, as it is.
  package mutating func append(literal text: StaticString) {
    guard text.hasPointerRepresentation else { return text.withUTF8Buffer { unsafe append(contentsOf: $0) } }
    unsafe append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// Appends a number in decimal digits.
  package mutating func append(decimal number: Int) {
    if number < 0 { append(UInt8(ascii: "-")) }
    var rest = number.magnitude
    // The digits come from the last to the first: nineteen at most, four bits each, wait in these.
    var (low, high, digits) = (UInt64(0), UInt64(0), 0)
    repeat {
      let (tens, ones) = rest.quotientAndRemainder(dividingBy: 10)
      high = high << 4 | low >> 60
      low = low << 4 | UInt64(ones)
      digits += 1
      rest = tens
    } while rest > 0
    for _ in 0..<digits {
      append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: low & 0xF))
      low = low >> 4 | high << 60
      high >>= 4
    }
  }
}
