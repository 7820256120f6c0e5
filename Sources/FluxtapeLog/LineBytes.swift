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
    if rest < 10 { return append(UInt8(ascii: "0") + UInt8(rest)) }
    let start = count
    while rest > 0 {
      let (tens, ones) = rest.quotientAndRemainder(dividingBy: 10)
      append(UInt8(ascii: "0") + UInt8(ones))
      rest = tens
    }
    self[start...].reverse()
  }
}
