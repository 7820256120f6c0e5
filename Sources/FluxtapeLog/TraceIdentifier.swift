extension String {
  /// Whether the text identifies a trace (32 digits) or a span (16 digits) as W3C Trace Context does: hexadecimal digits in lower case, not
  /// all of them zero.
  package func isTraceIdentifier(ofDigits count: Int) -> Bool {
    let (digits, letters) = (UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"))
    return utf8.count == count && utf8.contains { $0 != digits.lowerBound }
      && utf8.allSatisfy { digits.contains($0) || letters.contains($0) }
  }
}
