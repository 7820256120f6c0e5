import Testing

@testable import FluxtapeCoding
@testable import FluxtapeMemory

/// Guards detect a byte written beyond its place.
struct ArenaGuardsTests {
  @Test func `a place may be written to its last byte, again and again`() {
    let arena = CopyArena(isGuarded: true)
    for round in 1...3 {
      let mark = arena.mark
      // More places than one block has room for.
      for number in 0..<round * 700 {
        let extent = number % 2 == 0 ? ValueExtent(Int?.self) : ValueExtent(UInt8.self)
        let place = unsafe arena.take(extent)
        for byte in 0..<extent.stride { unsafe place.storeBytes(of: 0, toByteOffset: byte, as: UInt8.self) }
        unsafe ArenaGuards.checkGaps(around: place, extent)
      }
      arena.giveBack(to: mark)
    }
  }

  private typealias Four<Value> = (Value, Value, Value, Value)
  /// Larger than a block.
  private typealias Wide = Four<Four<Four<Four<SIMD32<Float>>>>>

  @Test func `places lie where their types may lie`() {
    let arena = CopyArena(isGuarded: true)
    for type in [UInt8.self, SIMD64<Double>.self, Void.self, (UInt8, Int).self, Wide.self, SIMD16<Float>.self] as [Any.Type] {
      let extent = ValueExtent(of: type)
      let place = unsafe arena.take(extent)
      let address = UInt(bitPattern: place)
      #expect(address % UInt(extent.alignment) == 0)
      for byte in 0..<extent.stride { unsafe place.storeBytes(of: 0, toByteOffset: byte, as: UInt8.self) }
    }
  }

  #if os(Linux) || os(macOS)
  @Test(arguments: Overrun.allCases) func `one byte beyond a place ends the program`(_ overrun: Overrun) async {
    await #expect(processExitsWith: .failure) { [overrun = overrun as Overrun] in overrun.happen() }
  }
  #endif

  #if os(Linux) || os(macOS)
  @Test(.enabled(if: ArenaGuards.isSanitized, "the address sanitizer sees what is read"))
  func `a byte that is read beyond a place ends a sanitized program`() async {
    await #expect(processExitsWith: .failure) {
      let arena = CopyArena(isGuarded: true)
      // The sanitizer does not check `load(fromByteOffset:as:)` of the standard library.
      let bytes = unsafe arena.take(ValueExtent(Int?.self)).assumingMemoryBound(to: UInt8.self)
      print(unsafe bytes[ValueExtent(Int?.self).stride])
    }
  }
  #endif

  /// Writes to bytes that belong to no place.
  enum Overrun: String, Codable, CaseIterable {
    case behind, behindTheLast, before, betweenBoth, givenBack, movedByStride

    private typealias NineBytes = (UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8)

    func happen() {
      let arena = CopyArena(isGuarded: true)
      let mark = arena.mark
      let first = unsafe arena.take(ValueExtent(Int?.self))
      let second = unsafe arena.take(ValueExtent(NineBytes.self))
      let behind = ValueExtent(Int?.self).stride
      switch self {
      case .behind: unsafe first.storeBytes(of: 0, toByteOffset: behind, as: UInt8.self)
      case .behindTheLast: unsafe second.storeBytes(of: 0, toByteOffset: 9, as: UInt8.self)
      case .before: unsafe first.storeBytes(of: 0, toByteOffset: -1, as: UInt8.self)
      case .betweenBoth: unsafe second.storeBytes(of: 0, toByteOffset: -1, as: UInt8.self)
      case .givenBack:
        arena.giveBack(to: mark)
        unsafe first.storeBytes(of: 0, toByteOffset: 3, as: UInt8.self)
        _ = unsafe arena.take(ValueExtent(UInt8.self))
      case .movedByStride:
        // The defect that the guards exist for: a place with only as many bytes as the size of the value.
        guard MemoryLayout<Int?>.size == MemoryLayout<NineBytes>.stride else { return }
        unsafe withUnsafePointer(to: Int?.some(1)) { unsafe MemoryOf<Int?>.copy($0, to: first) }
        unsafe MemoryOf<Int?>.move(first, to: second)
      }
      arena.giveBack(to: mark)
    }
  }
}
