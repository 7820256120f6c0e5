// JSON compares strings by their code units. Swift's `==` would call "é" and its decomposed form equal and hide a change.

extension String {
  /// Whether both strings have the same UTF-8 bytes.
  package func hasSameBytes(as other: String) -> Bool {
    utf8.count == other.utf8.count && utf8.elementsEqual(other.utf8)
  }

  /// Whether this string's UTF-8 bytes come before those of `other`.
  package func precedesByBytes(_ other: String) -> Bool {
    utf8.lexicographicallyPrecedes(other.utf8)
  }
}

extension Hasher {
  package mutating func combineBytes(of string: String) {
    for byte in string.utf8 { combine(byte) }
    combine(UInt8.max)  // no UTF-8 byte: ends the string, so that neighbours do not run together
  }
}
