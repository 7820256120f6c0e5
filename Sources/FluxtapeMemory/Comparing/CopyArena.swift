import FluxtapeCoding

/// Memory for copies of values that live for the time of one comparison, taken in one order and given back in the other.
///
/// Sound: a place is handed out once until it is given back, and lies in a chunk that lives as long as the arena. What lies there is
/// destroyed by who put it there, before it gives the place back.
///
/// Places lie side by side, so a byte that is written too far is one of another value. Debug builds and tests let ``ArenaGuards`` hand them out.
@safe
final class CopyArena {
  private var chunks: [Chunk] = []
  private let guards: ArenaGuards?
  private let state: UnsafeMutablePointer<State>

  /// What changes with each copy, reached without the run-time check that a stored property would cost.
  @safe
  private struct State {
    /// The next free byte.
    var mark = Mark(chunk: 0, offset: 0)
    /// Where the chunk of `mark` lies; 0 before there is one.
    var base: UInt = 0
    var size = 0
  }

  /// The next free byte.
  var mark: Mark { unsafe state.pointee.mark }

  /// - Parameter isGuarded: Whether writing beyond a place is looked for. Debug builds always do.
  init(isGuarded: Bool = false) {
    guards = isGuarded || Self.isDebugBuild ? ArenaGuards() : nil
    unsafe state = .allocate(capacity: 1)
    unsafe state.initialize(to: State())
  }

  #if DEBUG
  private static let isDebugBuild = true
  #else
  private static let isDebugBuild = false
  #endif

  struct Mark {
    /// Where there are guards, the number of places that are taken.
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
  }

  /// More than the parts of most values take, so that one chunk is all that is ever needed.
  private static let chunkBytes = 1 << 14

  deinit {
    for chunk in chunks { unsafe chunk.base.deallocate() }
    unsafe state.deallocate()
  }

  /// Takes a place for a value.
  @inline(__always)
  func take(_ extent: ValueExtent) -> UnsafeMutableRawPointer {
    let offset = unsafe state.pointee.mark.offset
    let free = unsafe state.pointee.base &+ UInt(offset)
    let start = offset &+ Int((0 &- free) & UInt(extent.alignment &- 1))
    guard unsafe start &+ extent.stride <= state.pointee.size, let base = unsafe UnsafeMutableRawPointer(bitPattern: state.pointee.base)
    else {
      return unsafe takeFromNextChunk(extent)
    }
    unsafe state.pointee.mark.offset = start &+ extent.stride
    return unsafe base + start
  }

  private func takeFromNextChunk(_ extent: ValueExtent) -> UnsafeMutableRawPointer {
    // With guards there is never room in a chunk, since there is none, and each place is a step of the mark.
    if let guards {
      unsafe state.pointee.mark.chunk += 1
      return unsafe guards.take(extent)
    }
    // The first one of all, or the one behind that of the mark.
    let next = unsafe state.pointee.base == 0 ? 0 : mark.chunk + 1
    let bytes = extent.stride + extent.alignment
    let isUsable = next < chunks.count && chunks[next].size >= bytes
    if !isUsable { chunks.insert(Chunk(size: max(Self.chunkBytes, bytes)), at: next) }
    goTo(Mark(chunk: next, offset: 0))
    return unsafe take(extent)
  }

  /// Gives back all that was taken since `mark` was read.
  @inline(__always)
  func giveBack(to mark: Mark) {
    if unsafe mark.chunk == state.pointee.mark.chunk { unsafe state.pointee.mark.offset = mark.offset } else { goTo(mark) }
  }

  private func goTo(_ mark: Mark) {
    unsafe state.pointee.mark = mark
    if let guards { return guards.giveBack(downTo: mark.chunk) }
    unsafe state.pointee.base = UInt(bitPattern: chunks[mark.chunk].base)
    unsafe state.pointee.size = chunks[mark.chunk].size
  }
}

// MARK: - Copies

/// A copy of a value in an arena.
@safe
struct CapturedCopy {
  private let heldType: Unmanaged<ComparedType>
  private let address: UnsafeMutableRawPointer

  fileprivate init(_ type: ComparedType, at address: UnsafeMutableRawPointer) {
    unsafe heldType = .passUnretained(type)
    unsafe self.address = address
  }

  @inline(__always)
  var value: ErasedValuePointer { unsafe ErasedValuePointer(heldType, at: UnsafeRawPointer(address)) }

  /// Whether the value is of this type.
  @inline(__always)
  func isOf(_ type: ComparedType) -> Bool { unsafe heldType.toOpaque() == Unmanaged.passUnretained(type).toOpaque() }

  /// Whether the copy is of the type of `value` and has the same bytes.
  @inline(__always)
  func hasSameBytes(as value: ErasedValuePointer, _ type: ComparedType) -> Bool {
    unsafe isOf(type) && type.layout.areEqual(value.address, UnsafeRawPointer(address))
  }

  /// Becomes what `other` is, which is none any more and must not be destroyed. `false`, with nothing done, if that is of another type.
  func take(_ other: CapturedCopy) -> Bool {
    unsafe heldType._withUnsafeGuaranteedRef { type in
      guard other.isOf(type) else { return false }
      unsafe type.plan.memory.destroy(address)
      unsafe type.plan.memory.move(other.address, to: address)
      checkGaps(type)
      return true
    }
  }

  /// Replaces a list that lies in the copy; see ``ListPlaces/replace(_:_:with:in:)``.
  func replace(_ type: Any.Type, _ elements: UInt, with list: UnsafeRawPointer) {
    unsafe heldType._withUnsafeGuaranteedRef { own in
      if !own.isListless { unsafe own.lists?.replace(type, elements, with: list, in: address) }
      checkGaps(own)
    }
  }

  /// To be called after each access that writes: all it may write is the place of its type.
  @inline(__always)
  fileprivate func checkGaps(_ type: ComparedType) {
    #if DEBUG
    unsafe ArenaGuards.checkGaps(around: address, type.layout.extent)
    #endif
  }

  /// Ends the copy's life, once.
  @inline(__always)
  func destroy() { unsafe heldType._withUnsafeGuaranteedRef { unsafe $0.plan.memory.destroy(address) } }
}

extension CopyArena {
  /// - Parameter type: That of the value; of an object, its dynamic type.
  func copy(_ value: ErasedValuePointer, _ type: ComparedType) -> CapturedCopy {
    let place = unsafe take(type.layout.extent)
    unsafe type.plan.memory.copy(value.address, to: place)
    let copy = unsafe CapturedCopy(type, at: place)
    copy.checkGaps(type)
    return copy
  }
}
