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

  /// Appends elements up to the first that `change` refuses. It is handed each before anybody sees it, along with its place.
  /// - Returns: how many were appended.
  @inline(__always) mutating func append(_ elements: ArraySlice<Element>, _ change: (_ element: inout Element, _ place: Int) -> Bool) -> Int
  {
    var rest = elements
    while !rest.isEmpty {
      let (start, place) = (last.count, count)
      let some = rest.prefix(Self.mask + 1 - start)
      last.append(contentsOf: some)
      var span = last.mutableSpan
      var taken = 0
      while taken < some.count, change(&span[start + taken], place + taken) { taken += 1 }
      last.removeLast(some.count - taken)
      count += taken
      rest = rest.dropFirst(taken)
      if last.count > Self.mask { beginBlock() }
      if taken < some.count { break }
    }
    return elements.count - rest.count
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
