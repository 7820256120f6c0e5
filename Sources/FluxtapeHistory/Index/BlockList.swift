/// A list that grows without ever moving what is in it, and whose copies share all but the last part.
///
/// An array that grows to many megabytes is moved again and again, and a copy that is kept while it grows moves all of it each time. Here
/// both cost one block.
struct BlockList<Element: Sendable>: Sendable {
  /// Elements of a block: 13.6 MB of rows, so that the system can give them large pages but for a rest. Of what is smaller there are many
  /// lists, most of them short.
  private static var shift: Int { MemoryLayout<Element>.stride > 16 ? 19 : 14 }
  private static var mask: Int { 1 << shift - 1 }
  /// Elements of the first block beyond which it gets the room for all of them.
  private static var fewCount: Int { 1 << 14 }

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
    count &+= 1
    if count & (Self.fewCount - 1) == 0 { makeRoom() }
  }

  mutating func append(contentsOf elements: ArraySlice<Element>) {
    _ = append(elements) { span, start, _ in span.count - start }
  }

  /// Appends elements up to the first that `change` refuses. It is handed them before anybody sees them, a stretch at a time: all elements of
  /// a block, the place among them from which on they are new, and the place in the list that this is. It returns how many it takes.
  /// - Returns: how many were appended.
  @inline(__always) mutating func append(
    _ elements: ArraySlice<Element>, _ change: (_ block: inout MutableSpan<Element>, _ start: Int, _ place: Int) -> Int
  ) -> Int {
    var rest = elements
    while !rest.isEmpty {
      let (start, place) = (last.count, count)
      let some = rest.prefix(Self.fewCount - (start & (Self.fewCount - 1)))
      last.append(contentsOf: some)
      var span = last.mutableSpan
      let taken = change(&span, start, place)
      last.removeLast(some.count - taken)
      count += taken
      rest = rest.dropFirst(taken)
      if taken > 0, count & (Self.fewCount - 1) == 0 { makeRoom() }
      if taken < some.count { break }
    }
    return elements.count - rest.count
  }

  /// Begins the next block where one is full. The first one grows as it may until it holds more than a few: many lists stay small.
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
    moved.adviseLargePages()
    moved += last
    last = moved
  }

  /// Gets memory of its own again for what is appended, after a copy was made that stays: else the next element would have it made, where
  /// nothing is known of large pages.
  mutating func moveApart() {
    if last.count >= Self.fewCount { moveLast() }
  }

  /// Whether a copy that stays would have many elements moved when this goes on.
  var isCostlyToCopy: Bool { last.count > Self.fewCount * 8 }

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
