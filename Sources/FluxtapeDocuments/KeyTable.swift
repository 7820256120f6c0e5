import FluxtapeJSON

/// Finds a key among the many members of an object on a tape: a hash table of member numbers and places, with open addressing.
struct KeyTable: Sendable {
  /// The number of members from which a table is faster than a search.
  static let worthwhileFrom = 32

  /// The member's number, and in the upper bits the place of its key plus one. Zero marks a free slot; at least a third is free.
  private var slots: [UInt64]

  private static let free = 0 as UInt64

  init(count: Int) {
    var capacity = 64
    while capacity < count * 2 { capacity *= 2 }
    slots = Array(repeating: Self.free, count: capacity)
  }
}

extension KeyTable {
  /// Inserts the key at `place` of a tape. If an equal key is present, returns the number of its member.
  mutating func enter(
    _ hash: UInt64, place: Int, index: Int, isSame: (_ place: Int) -> Bool
  ) -> Int? {
    var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
    while slots[slot] != Self.free {
      let known = Self.member(slots[slot])
      if isSame(known.place) { return known.index }
      slot = (slot + 1) & (slots.count - 1)
    }
    slots[slot] = UInt64(truncatingIfNeeded: place + 1) << 32 | UInt64(truncatingIfNeeded: index)
    return nil
  }

  func member(_ key: Span<UInt8>, in text: JSONText) -> (place: Int, index: Int)? {
    var slot = Int(truncatingIfNeeded: ByteHash.hash(key)) & (slots.count - 1)
    while slots[slot] != Self.free {
      let known = Self.member(slots[slot])
      if text.isString(known.place, key) { return known }
      slot = (slot + 1) & (slots.count - 1)
    }
    return nil
  }

  private static func member(_ slot: UInt64) -> (place: Int, index: Int) {
    (Int(truncatingIfNeeded: slot >> 32) - 1, Int(truncatingIfNeeded: slot & 0xFFFF_FFFF))
  }
}
