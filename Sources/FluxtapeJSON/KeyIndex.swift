/// Finds a key among many members: a hash table of places, with open addressing.
///
/// It holds no keys, so that it costs six to twelve bytes a member and no reference counting; the members are handed to each
/// call. The table is empty while there are so few members that a search is faster.
struct KeyIndex: Sendable {
  /// Number of members from which on an index pays for itself; below, comparing a few short keys is faster than hashing one.
  static let worthwhileFrom = 24

  private static let free: Int32 = -1

  /// Places of members, or `free`. Their number is a power of two, and at least a third is free, so that a search ends soon.
  /// 32 bits are enough: 2³¹ members would fill 80 GB.
  private var slots: [Int32] = []

  init() {}
}

extension KeyIndex {
  func place(of key: String, in members: [JSONObject.Member]) -> Int? {
    guard !slots.isEmpty else { return members.firstIndex { $0.key.hasSameBytes(as: key) } }
    var slot = firstSlot(for: key)
    while slots[slot] != Self.free {
      let place = Int(slots[slot])
      if members[place].key.hasSameBytes(as: key) { return place }
      slot = next(slot)
    }
    return nil
  }

  /// Takes note of the last member, whose key is new.
  mutating func appended(to members: [JSONObject.Member]) {
    if hasRoom(for: members) {
      enter(members.count - 1, for: members[members.count - 1].key)
    } else if members.count >= Self.worthwhileFrom {
      rebuild(for: members)
    }
  }

  /// Forgets the member at `place` and takes note of those that move up. Called before it goes.
  mutating func willRemove(at place: Int, from members: [JSONObject.Member]) {
    guard !slots.isEmpty else { return }
    var hole = firstSlot(for: members[place].key)
    while slots[hole] != place { hole = next(hole) }
    // A search for a key behind the hole would end there, so that what may stand nearer to its first slot moves up.
    var slot = next(hole)
    while slots[slot] != Self.free {
      let distance = (slot - firstSlot(for: members[Int(slots[slot])].key)) & (slots.count - 1)
      if distance >= (slot - hole) & (slots.count - 1) {
        slots[hole] = slots[slot]
        hole = slot
      }
      slot = next(slot)
    }
    slots[hole] = Self.free
    for slot in slots.indices where slots[slot] > place { slots[slot] -= 1 }
  }

  /// Starts anew, and tells whether every key is there once: not looked at where there are too few members for an index.
  @discardableResult
  mutating func rebuild(for members: [JSONObject.Member]) -> Bool {
    slots = []
    guard members.count >= Self.worthwhileFrom else { return true }
    var capacity = 64
    while capacity < members.count * 2 { capacity *= 2 }
    slots = Array(repeating: Self.free, count: capacity)
    var areUnique = true
    for (place, member) in members.enumerated() {
      var slot = firstSlot(for: member.key)
      while slots[slot] != Self.free {
        if members[Int(slots[slot])].key.hasSameBytes(as: member.key) { areUnique = false }
        slot = next(slot)
      }
      slots[slot] = Int32(place)
    }
    return areUnique
  }

  private func hasRoom(for members: [JSONObject.Member]) -> Bool { members.count * 3 <= slots.count * 2 }

  private func next(_ slot: Int) -> Int { (slot + 1) & (slots.count - 1) }

  private func firstSlot(for key: String) -> Int {
    // Seeded for each process, so that nobody can write a log whose keys all fall on one slot.
    var hasher = Hasher()
    hasher.combineBytes(of: key)
    return hasher.finalize() & (slots.count - 1)
  }

  private mutating func enter(_ place: Int, for key: String) {
    var slot = firstSlot(for: key)
    while slots[slot] != Self.free { slot = next(slot) }
    slots[slot] = Int32(place)
  }
}
