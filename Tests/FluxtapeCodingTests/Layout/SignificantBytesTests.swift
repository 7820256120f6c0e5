import FluxtapeRandomCases
import Foundation
import Testing

@testable import FluxtapeCoding
@testable import FluxtapeMemory

/// The bytes of a value that matter, and comparisons of values and elements that read only those.
struct SignificantBytesTests {
  struct MaskCase: CustomTestStringConvertible, Sendable {
    let type: Any.Type
    let significant: [Range<Int>]
    var testDescription: String { TypeName.of(type) }

    init(_ type: Any.Type, _ significant: [Range<Int>]) { (self.type, self.significant) = (type, significant) }
  }

  static let masks = [
    MaskCase(Int.self, [0..<8]), MaskCase(String.self, [0..<16]), MaskCase(Void.self, []), MaskCase(Int?.self, [0..<9]),
    MaskCase(Int??.self, [0..<10]), MaskCase(Bool???.self, [0..<1]), MaskCase((UInt8, Int16, UInt8).self, [0..<1, 2..<5]),
    MaskCase(Gaps.self, [0..<1, 2..<4, 8..<17, 24..<51]), MaskCase(Gaps?.self, [0..<1, 2..<4, 8..<17, 24..<51]),
    MaskCase(Nested.self, [0..<1, 8..<9, 10..<12, 16..<25, 32..<60]), MaskCase(Small.self, [0..<1, 4..<9]),
    MaskCase(Small?.self, [0..<1, 4..<9]), MaskCase(SmallNumbers?.self, [0..<1, 4..<11]), MaskCase(Numbers?.self, [0..<1, 4..<9]),
    MaskCase(OnePayload.self, [0..<1, 4..<9]), MaskCase(ManyEmpty.self, [0..<1, 4..<10]), MaskCase(TwoPayloads.self, [0..<9]),
    MaskCase(Boxed.self, [0..<8]), MaskCase([Gaps].self, [0..<8]), MaskCase(Wide.self, [0..<1, 8..<41]),
    MaskCase(KeptNumber<Gaps>.self, [0..<1, 8..<16]),
  ]

  @Test(arguments: masks) func `only the bytes of fields count`(_ mask: MaskCase) {
    #expect(TypeAnatomy(of: mask.type).significant == mask.significant)
  }

  // MARK: One value

  @Test(arguments: masks.filter { !$0.significant.isEmpty }, seeds(20))
  func `a change of a byte is found if it counts and not if it does not`(_ mask: MaskCase, seed: Int) {
    var random = SplitMix64(seed: seed)
    let layout = ValueLayout.of(mask.type)
    let bytes = Block(count: 1, layout: layout, using: &random)
    for byte in 0..<layout.extent.size {
      let other = bytes.copy()
      other.flip(byte, using: &random)
      let counts = mask.significant.contains { $0.contains(byte) }
      #expect(unsafe layout.areEqual(bytes.start, other.start) == !counts)
      #expect(unsafe (layout.hash(bytes.start) == layout.hash(other.start)) == !counts)
    }
  }

  @Test func `values with the same fields are equal whatever is between the fields`() {
    let value = Gaps(a: 1, b: 2, c: 3, d: true, e: "a longer text than fits", f: 0.5, g: nil)
    for change in [{ _ in }] + changes {
      var other = value
      change(&other)
      let first = Copied(value, padding: 0x55), second = Copied(other, padding: 0xAA)
      #expect(unsafe first.layout.areEqual(first.start, second.start) == (value == other))
      #expect(unsafe (first.layout.hash(first.start) == second.layout.hash(second.start)) == (value == other))
    }
  }

  private var changes: [(inout Gaps) -> Void] {
    [{ $0.a = 9 }, { $0.b = 9 }, { $0.c = 9 }, { $0.d = false }, { $0.e += "!" }, { $0.f = -0.5 }, { $0.g = 0 }]
  }

  @Test func `the sign of zero and the bits of what is no number count`() {
    let layout = ValueLayout.of(Double.self)
    for (first, second, isEqual) in [(0.0, -0.0, false), (.nan, .nan, true), (.nan, -.nan, false), (0.0, 0.0, true)]
      as [(Double, Double, Bool)]
    {
      #expect(
        unsafe withUnsafePointer(to: first) { a in unsafe withUnsafePointer(to: second) { unsafe layout.areEqual(a, $0) } } == isEqual)
    }
  }

  // MARK: Arrays

  @Test(arguments: masks.filter { !$0.significant.isEmpty }, seeds(6))
  func `the first and the last difference are found at every place`(_ mask: MaskCase, seed: Int) {
    var random = SplitMix64(seed: seed)
    let layout = ValueLayout.of(mask.type)
    let count = Int.random(in: 1...(6000 / layout.extent.stride), using: &random)
    let old = Block(count: count, layout: layout, using: &random)
    let new = old.copy()
    // Changes some elements, then the padding of all.
    if Bool.random(using: &random) { new.scramblePadding(outside: mask.significant, using: &random) }
    #expect(unsafe layout.firstDifference(old.start, new.start, from: 0, count: count) == count)
    #expect(unsafe layout.commonSuffix(old.end, new.end, limit: count) == count)
    for _ in 0..<20 {
      let changed = new.copy()
      var places = Set((0..<Int.random(in: 1...3, using: &random)).map { _ in Int.random(in: 0..<count, using: &random) }).sorted()
      for place in places {
        let run = mask.significant[Int.random(in: 0..<mask.significant.count, using: &random)]
        changed.flip(place * layout.extent.stride + Int.random(in: run, using: &random), using: &random)
      }
      #expect(unsafe layout.commonSuffix(old.end, changed.end, limit: count) == count - 1 - (places.last ?? 0))
      var from = 0
      while from < count {
        let next = places.isEmpty ? count : places.removeFirst()
        #expect(unsafe layout.firstDifference(old.start, changed.start, from: from, count: count) == next)
        from = next + 1
      }
    }
  }

  @Test(arguments: 0...70) func `no element is read that is none`(count: Int) {
    let layout = ValueLayout.of(Gaps.self)
    let old = [Gaps](repeating: Gaps(), count: count)
    for limit in 0...count {
      // The element after the limit differs.
      var new = old
      if limit < count { new[limit].c = 1 }
      unsafe old.withUnsafeBytes { old in
        unsafe new.withUnsafeBytes { new in
          guard let old = old.baseAddress, let new = new.baseAddress else { return }
          #expect(unsafe layout.firstDifference(old, new, from: 0, count: limit) == limit)
          #expect(unsafe layout.firstDifference(old, new, from: 0, count: count) == limit)
          #expect(unsafe layout.commonSuffix(old + limit * layout.extent.stride, new + limit * layout.extent.stride, limit: limit) == limit)
        }
      }
    }
  }

  /// Without this, the cost would follow the size of the state instead of the change.
  @Test func `elements that a copy on write copied are equal`() {
    checkCopy(of: (0..<500).map { Gaps(a: 1, b: 2, c: $0, d: true, e: "text \($0)", f: 0.5, g: nil) }) { $0.c = -1 }
    checkCopy(of: (0..<500).map { Gaps(a: 1, b: 2, c: $0, d: true, e: "text \($0)", f: 0.5, g: nil) as Gaps? }) { $0 = nil }
    checkCopy(of: (0..<500).map { $0 % 3 == 0 ? Phase.none : .some(Gaps(c: $0, e: "a text that is long \($0)")) }) { $0 = .other }
    checkCopy(of: (0..<500).map { ($0 % 3 == 0, "a text that is long \($0)") }) { $0.1 = "" }
    checkCopy(
      of: (0..<500).map { $0 % 3 == 0 ? Message.text("a text that is long", $0) : .gaps(Gaps(c: $0, e: "another long text \($0)")) }
    ) {
      $0 = .text("", 0)
    }
  }

  private func checkCopy<Element>(of old: [Element], _ change: (inout Element) -> Void) {
    let layout = ValueLayout.of(Element.self)
    #expect(layout.isBitwiseComparable)
    var new = old
    change(&new[300])
    unsafe old.withUnsafeBytes { old in
      unsafe new.withUnsafeBytes { new in
        guard let old = old.baseAddress, let new = new.baseAddress else { return }
        #expect(unsafe layout.firstDifference(old, new, from: 0, count: 500) == 300)
        #expect(unsafe layout.firstDifference(old, new, from: 301, count: 500) == 500)
        #expect(unsafe layout.commonSuffix(old + 500 * layout.extent.stride, new + 500 * layout.extent.stride, limit: 500) == 199)
      }
    }
  }

  @Test func `nothing is all there is to compare of values without bytes`() {
    let layout = ValueLayout.of(Void.self)
    let old: [Void] = [(), ()]
    let new: [Void] = [(), ()]
    unsafe old.withUnsafeBytes { old in
      unsafe new.withUnsafeBytes { new in
        guard let old = old.baseAddress, let new = new.baseAddress else { return }
        #expect(unsafe layout.areEqual(old, new))
        #expect(unsafe layout.firstDifference(old, new, from: 0, count: 2) == 2)
        #expect(unsafe layout.commonSuffix(old, new, limit: 2) == 2)
      }
    }
  }
}

// MARK: - Types

extension SignificantBytesTests {
  struct Gaps: Equatable {
    var a: UInt8 = 0
    var b: Int16 = 0
    var c = 0
    var d = false
    var e = ""
    var f: Double? = 0
    var g: UInt8?

    init(a: UInt8 = 0, b: Int16 = 0, c: Int = 0, d: Bool = false, e: String = "", f: Double? = 0, g: UInt8? = nil) {
      (self.a, self.b, self.c, self.d, self.e, self.f, self.g) = (a, b, c, d, e, f, g)
    }
  }

  struct Nested { var first: Bool, gaps: Gaps, last: UInt8 }
  struct Small { var a: UInt8, b: Int32, c: Bool }
  struct SmallNumbers { var a: UInt8, b: Int32, c: UInt8? }
  struct Numbers { var a: UInt8, b: Int32 }
  enum OnePayload { case small(Small), one, two, three }
  enum ManyEmpty {
    case numbers(Numbers, UInt8)
    case a, b, c, d, e, f
  }
  enum TwoPayloads { case small(Small), number(Int32), none }
  indirect enum Boxed { case boxed(Gaps), none }
  struct Wide { var a: UInt8, b: (UInt64, UInt64, String, Bool) }
  struct KeptNumber<Value> { var flag: Bool, value: [Value] }

  enum Phase { case none, some(Gaps), other }
  enum Message { case text(String, Int), gaps(Gaps), none }
}

// MARK: - Memory

extension SignificantBytesTests {
  /// Bytes like those of values of a type. They are only compared, never used as values.
  @safe final class Block {
    let start: UnsafeMutableRawPointer
    let layout: ValueLayout
    let count: Int
    /// Without padding after the last element, so that a sanitizer detects reads there.
    var byteCount: Int { (count - 1) * layout.extent.stride + layout.extent.size }
    var end: UnsafeRawPointer { unsafe UnsafeRawPointer(start) + count * layout.extent.stride }

    init(count: Int, layout: ValueLayout, using random: inout SplitMix64) {
      (self.count, self.layout) = (count, layout)
      unsafe start = .allocate(byteCount: (count - 1) * layout.extent.stride + layout.extent.size, alignment: 16)
      for byte in 0..<byteCount {
        unsafe start.storeBytes(of: UInt8.random(in: 0...255, using: &random), toByteOffset: byte, as: UInt8.self)
      }
    }

    private init(copying block: Block) {
      (count, layout) = (block.count, block.layout)
      unsafe start = .allocate(byteCount: block.byteCount, alignment: 16)
      unsafe start.copyMemory(from: block.start, byteCount: block.byteCount)
    }

    deinit { unsafe start.deallocate() }

    func copy() -> Block { Block(copying: self) }

    func flip(_ byte: Int, using random: inout SplitMix64) {
      let old = unsafe start.load(fromByteOffset: byte, as: UInt8.self)
      unsafe start.storeBytes(of: old ^ UInt8.random(in: 1...255, using: &random), toByteOffset: byte, as: UInt8.self)
    }

    func scramblePadding(outside significant: [Range<Int>], using random: inout SplitMix64) {
      for byte in 0..<byteCount where !significant.contains(where: { $0.contains(byte % layout.extent.stride) }) {
        flip(byte, using: &random)
      }
    }
  }

  /// A value in memory with changed padding between its fields.
  @safe final class Copied<Value> {
    let start: UnsafeMutableRawPointer
    let layout = ValueLayout.of(Value.self)

    init(_ value: Value, padding: UInt8) {
      unsafe start = .allocate(byteCount: MemoryLayout<Value>.size, alignment: MemoryLayout<Value>.alignment)
      unsafe start.initializeMemory(as: Value.self, to: value)
      let significant = TypeAnatomy(of: Value.self).significant
      for byte in 0..<MemoryLayout<Value>.size where !significant.contains(where: { $0.contains(byte) }) {
        unsafe start.storeBytes(of: padding, toByteOffset: byte, as: UInt8.self)
      }
    }

    deinit {
      unsafe start.assumingMemoryBound(to: Value.self).deinitialize(count: 1)
      unsafe start.deallocate()
    }
  }
}
