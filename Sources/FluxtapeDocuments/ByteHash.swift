import FluxtapeJSON

/// A hash of bytes for tables in memory. It is fast on short texts. The seed differs in each process, so that no log can be crafted to put
/// all its keys into one slot. It uses the folded multiplication of wyhash (Wang Yi, 2019).
package enum ByteHash {
  private static let seed = UInt64.random(in: 0 ... .max)
  private static let first = 0xA076_1D64_78BD_642F as UInt64
  private static let second = 0xE703_7ED1_A0B4_28DB as UInt64

  package static func hash(_ bytes: Span<UInt8>) -> UInt64 {
    var hash = mixed(seed ^ first, UInt64(truncatingIfNeeded: bytes.count) ^ second)
    var place = 0
    while place &+ 8 <= bytes.count {
      hash = mixed(hash ^ bytes.word(at: place), first)
      place &+= 8
    }
    if place < bytes.count { hash = mixed(hash ^ bytes.partialWord(from: place), second) }
    return hash
  }

  package static func hash(_ text: String) -> UInt64 { text.withBytes(hash) }

  @inline(__always)
  static func mixed(_ left: UInt64, _ right: UInt64) -> UInt64 {
    let product = left.multipliedFullWidth(by: right)
    return product.high ^ product.low
  }
}
