import FluxtapeLog

extension Sequence<UInt8> {
  /// A hash that is the same in every process, unlike those of tables in memory; it distinguishes texts, and needs no security. FNV-1a, 64
  /// bits (draft-eastlake-fnv).
  @inlinable package var stableHash: UInt64 { reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 } }
}

extension UInt64 {
  /// Sixteen digits.
  package var hexadecimal: String { String(self, radix: 16).padded(to: 16) }
}
