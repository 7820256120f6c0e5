/// A name of up to 16 bytes as two numbers, so that comparing names takes no string and no loop.
struct PackedName: Hashable, Sendable {
  private var low = 0 as UInt64
  private var high = 0 as UInt64
  private var count = 0

  init(_ name: String) {
    for byte in name.utf8.prefix(16) { append(byte) }
  }

  /// - Returns: `nil` for more than 16 bytes; no name of the format is that long.
  init?(_ range: Range<Int>, of bytes: Span<UInt8>) {
    guard range.count <= 16 else { return nil }
    for index in range { append(bytes[index]) }
  }

  private mutating func append(_ byte: UInt8) {
    high = high << 8 | low >> 56
    low = low << 8 | UInt64(byte)
    count += 1
  }
}

/// A table of a few names.
struct NameTable<Value: Sendable>: Sendable {
  private let entries: [(name: PackedName, value: Value)]

  init(_ entries: KeyValuePairs<String, Value>) { self.entries = entries.map { (PackedName($0.key), $0.value) } }

  /// - Complexity: O(entries), one comparison of numbers each: faster than hashing for few entries.
  subscript(_ range: Range<Int>, of bytes: Span<UInt8>) -> Value? {
    guard let name = PackedName(range, of: bytes) else { return nil }
    for entry in entries where entry.name == name { return entry.value }
    return nil
  }
}
