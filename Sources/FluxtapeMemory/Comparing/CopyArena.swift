import FluxtapeCoding

/// Memory for copies that live during one comparison, freed in reverse order of allocation.
///
/// Sound: a slot is in use once until it is freed, and lies in a chunk that lives as long as the arena. Its user destroys the value before
/// it frees the slot.
///
/// Slots are adjacent, so a write beyond the end would change another value. Debug builds and tests allocate them through ``ArenaGuards``.
@safe
final class CopyArena {
  private var chunks: [Chunk] = []
  private let guards: ArenaGuards?
  private let state: UnsafeMutablePointer<State>

  /// The mutable state, accessed without the exclusivity checks of stored properties.
  @safe
  private struct State {
    /// The next free byte.
    var mark = Mark(chunk: 0, offset: 0)
    /// The address of the chunk of `mark`; 0 before there is one.
    var base: UInt = 0
    var size = 0
  }

  /// The next free byte.
  var mark: Mark { unsafe state.pointee.mark }

  /// - Parameter isGuarded: Whether to detect writes outside of slots. Debug builds always do.
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
    /// With guards, the number of slots in use.
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

  /// Larger than the parts of most values, so that one chunk usually suffices.
  private static let chunkBytes = 1 << 14

  deinit {
    for chunk in chunks { unsafe chunk.base.deallocate() }
    unsafe state.deallocate()
  }

  /// Allocates a slot for a value.
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
    // With guards there are no chunks; each slot advances the mark by one.
    if let guards {
      unsafe state.pointee.mark.chunk += 1
      return unsafe guards.take(extent)
    }
    // The first chunk, or the one after the current one.
    let next = unsafe state.pointee.base == 0 ? 0 : mark.chunk + 1
    let bytes = extent.stride + extent.alignment
    let isUsable = next < chunks.count && chunks[next].size >= bytes
    if !isUsable { chunks.insert(Chunk(size: max(Self.chunkBytes, bytes)), at: next) }
    goTo(Mark(chunk: next, offset: 0))
    return unsafe take(extent)
  }

  /// Frees all slots allocated since `mark` was read.
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

  /// Whether the copy has the same type and bytes as `value`.
  @inline(__always)
  func hasSameBytes(as value: ErasedValuePointer, _ type: ComparedType) -> Bool {
    unsafe isOf(type) && type.layout.areEqual(value.address, UnsafeRawPointer(address))
  }

  /// Takes over the value of `other`, which must not be destroyed afterwards. Returns `false`, with no change, if its type differs.
  func take(_ other: CapturedCopy) -> Bool {
    unsafe heldType._withUnsafeGuaranteedRef { type in
      guard other.isOf(type) else { return false }
      unsafe type.plan.memory.destroy(address)
      unsafe type.plan.memory.move(other.address, to: address)
      checkGaps(type)
      return true
    }
  }

  /// Replaces an array inside the copy; see ``ListPlaces/replace(_:_:with:in:)``.
  func replace(_ type: Any.Type, _ elements: UInt, with list: UnsafeRawPointer) {
    unsafe heldType._withUnsafeGuaranteedRef { own in
      if !own.isListless { unsafe own.lists?.replace(type, elements, with: list, in: address) }
      checkGaps(own)
    }
  }

  /// Call it after each write: only the slot of the copy's type may change.
  @inline(__always)
  fileprivate func checkGaps(_ type: ComparedType) {
    #if DEBUG
    unsafe ArenaGuards.checkGaps(around: address, type.layout.extent)
    #endif
  }

  /// Destroys the copy. Call it once.
  @inline(__always)
  func destroy() { unsafe heldType._withUnsafeGuaranteedRef { unsafe $0.plan.memory.destroy(address) } }
}

extension CopyArena {
  /// - Parameter type: The value's type; for an object, its dynamic type.
  func copy(_ value: ErasedValuePointer, _ type: ComparedType) -> CapturedCopy {
    let place = unsafe take(type.layout.extent)
    unsafe type.plan.memory.copy(value.address, to: place)
    let copy = unsafe CapturedCopy(type, at: place)
    copy.checkGaps(type)
    return copy
  }
}
