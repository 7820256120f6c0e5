/// A list that grows without ever moving what is in it, and whose copies share all but the last part.
///
/// An array that grows to many megabytes is moved again and again, and a copy that is kept while it grows moves all of it each time. Here
/// both cost one block.
struct BlockList<Element: Sendable>: Sendable {
  /// Elements of a block: some 400 KB of rows.
  private static var shift: Int { 14 }
  private static var mask: Int { 1 << shift - 1 }

  /// Blocks that are full, and the one behind them that is not.
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
    count += 1
    if last.count > Self.mask { beginBlock() }
  }

  @inline(never) private mutating func beginBlock() {
    blocks.append(last)
    // The first block grows as it may: many lists stay small.
    last = []
    last.reserveCapacity(Self.mask + 1)
  }

  /// Removes the elements at these places, which rise.
  mutating func remove(at places: [Int]) {
    guard let first = places.first else { return }
    var kept = Self()
    var next = 0
    for index in 0..<count {
      if index >= first, next < places.count, places[next] == index { next += 1 } else { kept.append(self[index]) }
    }
    self = kept
  }

  /// Bytes that the elements take.
  var byteCount: Int { count * MemoryLayout<Element>.stride }
}

extension BlockList: RandomAccessCollection {
  var startIndex: Int { 0 }
  var endIndex: Int { count }
}
