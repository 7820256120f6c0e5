/// A list that grows without moving its elements, and whose copies share all blocks but the last.
///
/// A growing array moves all its elements repeatedly, and so does an array while a copy exists. Here both move one block.
struct BlockList<Element: Sendable>: Sendable {
  /// The size of a block: 16.8 MB of rows. Lists of smaller elements are many and mostly short.
  private static var shift: Int { MemoryLayout<Element>.stride > 16 ? 18 : 14 }
  private static var mask: Int { 1 << shift - 1 }
  /// With this many elements, the first block reserves room for a whole block.
  private static var fewCount: Int { 1 << 14 }

  /// The full blocks, and the one that is not full.
  private var blocks: [[Element]] = []
  private var last: [Element] = []
  private(set) var count = 0

  init() {}
}

extension BlockList {
  subscript(index: Int) -> Element {
    @inline(__always) get {
      let block = index >> Self.shift
      return block < blocks.count ? blocks[block][index & Self.mask] : last[index & Self.mask]
    }
    set {
      let block = index >> Self.shift
      if block < blocks.count { blocks[block][index & Self.mask] = newValue } else { last[index & Self.mask] = newValue }
    }
  }

  @inline(__always) mutating func append(_ element: Element) {
    last.append(element)
    count &+= 1
    if count & (Self.fewCount - 1) == 0 { makeRoom() }
  }

  /// Starts the next block if the last one is full. The first block grows as an array does until it has more than a few elements.
  @inline(never) private mutating func makeRoom() {
    if last.count > Self.mask {
      blocks.append(last)
      last = []
    }
    if last.isEmpty || last.capacity <= Self.mask { moveLast() }
  }

  private mutating func moveLast() {
    var moved: [Element] = []
    moved.reserveCapacity(Self.mask + 1)
    moved += last
    last = moved
  }

  /// Gives the last block its own memory, with room for a whole block, while a copy exists. Otherwise the next `append` would do so, without
  /// the room.
  mutating func moveApart() {
    if last.count >= Self.fewCount { moveLast() }
  }

  /// The same elements. A list of a few takes no more memory than they need; growing it moves them.
  func trimmed() -> Self {
    guard count < Self.fewCount else { return self }
    var trimmed = self
    trimmed.last = []
    trimmed.last.reserveCapacity(last.count)
    trimmed.last += last
    return trimmed
  }

  /// Whether growing while a copy exists moves many elements.
  var isCostlyToCopy: Bool { last.count > Self.fewCount * 8 }

  /// Removes the elements at these places, which are sorted.
  mutating func remove(at places: [Int]) {
    guard let first = places.first else { return }
    var kept = Self()
    var next = 0
    for index in 0..<count {
      if index >= first, next < places.count, places[next] == index { next += 1 } else { kept.append(self[index]) }
    }
    self = kept
  }

  /// The number of bytes in the elements.
  var byteCount: Int { count * MemoryLayout<Element>.stride }
}

extension BlockList: RandomAccessCollection {
  var startIndex: Int { 0 }
  var endIndex: Int { count }
}
