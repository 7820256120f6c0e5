// JSON compares strings by their code units. Swift's `==` would call "é" and its decomposed form equal and hide a change.
//
// The unsafe code of this module is here: a string's storage, and bytes that become a string, are seen through a `Span`.

extension String {
  /// Hands the UTF-8 bytes to `body` without copying them, where the string lies in memory as UTF-8 (every native string does).
  package func withBytes<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
    // Sound: the buffer lives as long as the call, and a span cannot leave it.
    let result = unsafe utf8.withContiguousStorageIfAvailable { buffer in unsafe body(buffer.span) }
    return result ?? body(Array(utf8).span)
  }

  /// The text of bytes that are known to be UTF-8.
  init(utf8Bytes bytes: Span<UInt8>) {
    // Sound: `String` copies the bytes before the buffer ends, and would mend what is not UTF-8.
    self = unsafe bytes.withUnsafeBufferPointer { buffer in unsafe String(decoding: buffer, as: UTF8.self) }
  }

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
