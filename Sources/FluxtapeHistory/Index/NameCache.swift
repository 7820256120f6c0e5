/// Recent names by their bytes. It finds nearly every name of a line without hashing its text.
///
/// It holds only plain names: if the bytes are the same, the quotation mark after them ends the name.
struct NameCache {
  /// The first and the last bytes of a name. They cover names of up to 16 bytes.
  struct Key: Equatable {
    fileprivate var first = 0 as UInt64
    fileprivate var last = 0 as UInt64
    /// The bytes between them, in a longer name.
    fileprivate var middle = (0 as UInt64, 0 as UInt64)
    /// The number of bytes in the name.
    fileprivate var count = -1
  }

  private struct Entry {
    var key = Key()
    var number = -1
  }

  /// Far more slots than most logs have names, so that few names share one.
  private static let slotBits = 11

  private var entries: [Entry] = []
}

extension NameCache.Key {
  static let maximumCount = 32

  /// The key of the bytes between two places, at most ``maximumCount`` of them.
  @inline(__always) init(_ bytes: PaddedBytes, from start: Int, to end: Int) {
    count = end &- start
    first = bytes.word(at: start)
    if count < 8 {
      first &= 1 &<< UInt64(truncatingIfNeeded: count &* 8) &- 1
    } else {
      last = bytes.word(at: end &- 8)
      if count > 16 { middle = (bytes.word(at: start &+ 8), bytes.word(at: end &- 16)) }
    }
  }

  @inline(__always) static func == (left: Self, right: Self) -> Bool {
    guard (left.first ^ right.first) | (left.last ^ right.last) == 0, left.count == right.count else { return false }
    return left.count <= 16 || left.middle == right.middle
  }

  /// Hashes the ends, since names differ there more than in the middle.
  @inline(__always) fileprivate var slot: Int {
    let mixed = (first ^ (last &* 0x9E37_79B9_7F4A_7C15)) &* 0xD6E8_FEB8_6659_FD93
    return Int(truncatingIfNeeded: mixed >> UInt64(64 - NameCache.slotBits))
  }
}

extension NameCache {
  /// The number of the name; -1 if the cache does not have it.
  @inline(__always) func number(of key: Key) -> Int {
    let slot = key.slot
    guard slot < entries.count else { return -1 }
    if entries[slot].key == key { return entries[slot].number }
    return entries[slot ^ 1].key == key ? entries[slot ^ 1].number : -1
  }

  /// Inserts a name. If two names have the same slot, one of them uses the adjacent slot.
  mutating func insert(_ number: Int, _ key: Key) {
    if entries.isEmpty { entries = Array(repeating: Entry(), count: 1 << Self.slotBits) }
    let slot = entries[key.slot].number >= 0 && entries[key.slot ^ 1].number < 0 ? key.slot ^ 1 : key.slot
    entries[slot] = Entry(key: key, number: number)
  }

  mutating func removeAll() { entries = [] }
}
