/// Memory for copies of values that live for the time of one comparison, taken in one order and given back in the other.
///
/// Sound: a place is handed out once until it is given back, and lies in a chunk that lives as long as the arena. What lies there is
/// destroyed by who put it there, before it gives the place back.
@safe
final class CopyArena {
  private var chunks: [Chunk] = []
  /// The next free byte.
  private(set) var mark = Mark(chunk: 0, offset: 0)

  struct Mark {
    fileprivate var chunk: Int
    fileprivate var offset: Int
  }

  @safe
  private struct Chunk {
    let base: UnsafeMutableRawPointer
    let size: Int

    init(size: Int) {
      unsafe base = .allocate(byteCount: size, alignment: 16)
      self.size = size
    }

    /// The first place behind `offset` that fits, and where it ends.
    func place(_ size: Int, _ alignment: Int, behind offset: Int) -> (offset: Int, end: Int)? {
      let free = unsafe UInt(bitPattern: base) &+ UInt(offset)
      let start = offset &+ Int((0 &- free) & UInt(alignment &- 1))
      return start &+ size <= self.size ? (start, start &+ size) : nil
    }
  }

  /// More than the parts of most values take, so that one chunk is all that is ever needed.
  private static let chunkBytes = 1 << 14

  deinit {
    for chunk in chunks { unsafe chunk.base.deallocate() }
  }

  /// Takes `size` bytes.
  func take(size: Int, alignment: Int) -> UnsafeMutableRawPointer {
    while true {
      if mark.chunk < chunks.count {
        let chunk = chunks[mark.chunk]
        if let place = chunk.place(size, alignment, behind: mark.offset) {
          mark.offset = place.end
          return unsafe chunk.base + place.offset
        }
        mark = Mark(chunk: mark.chunk + 1, offset: 0)
      }
      let isNextUsable = mark.chunk < chunks.count && chunks[mark.chunk].size >= size + alignment
      if !isNextUsable { chunks.insert(Chunk(size: max(Self.chunkBytes, size + alignment)), at: mark.chunk) }
    }
  }

  /// Gives back all that was taken since `mark` was read.
  func giveBack(to mark: Mark) { self.mark = mark }
}

// MARK: - Copies

/// A copy of a value in an arena.
@safe
struct CapturedCopy {
  private unowned(unsafe) let heldType: ComparedType
  private let address: UnsafeMutableRawPointer

  fileprivate init(_ type: ComparedType, at address: UnsafeMutableRawPointer) {
    unsafe heldType = type
    unsafe self.address = address
  }

  var value: PlacedValue { unsafe PlacedValue(heldType, at: UnsafeRawPointer(address)) }

  /// Whether the copy has the same bytes as `value`, which is of type `type`.
  func hasSameBytes<Value>(as value: Value, _ type: ComparedType) -> Bool {
    guard unsafe heldType === type else { return false }
    return PlacedValue.with(value, of: type) { $0.hasSameBytes(as: self.value) }
  }

  /// Ends the copy's life, once.
  func destroy() { unsafe heldType.plan.memory.destroy(address) }
}

extension CopyArena {
  /// - Parameter type: That of the value; of an object, its dynamic type.
  func copy<Value>(_ value: Value, _ type: ComparedType) -> CapturedCopy {
    let place = unsafe take(size: MemoryLayout<Value>.size, alignment: MemoryLayout<Value>.alignment)
    unsafe place.initializeMemory(as: Value.self, to: value)
    return unsafe CapturedCopy(type, at: place)
  }
}
