import FluxtapeCoding

/// The room that a value of a type takes. Memory for values is asked for by this and by nothing else, and only a type makes one.
///
/// What may be *read* of a value is its size: `MemoryLayout<Bool?>.size`. The place that it *lies in* is a stride. The standard library writes
/// values by the stride, also one alone: `moveInitialize(from:count: 1)` writes what lies behind the value up to where the next would begin. Where
/// the size is less than the stride (the type ends in an optional, a `Bool`, an enum), a place of the size would let it write over its neighbour.
struct ValueExtent: Sendable {
  /// Bytes of one value.
  let size: Int
  /// Of what its address is a multiple.
  let alignment: Int
  /// Bytes of its place, from one element of an array to the next. 1 at least.
  let stride: Int

  init(of type: Any.Type) {
    func measure<Value>(_ type: Value.Type) -> ValueExtent { ValueExtent(type) }
    self = _openExistential(type, do: measure)
  }

  init<Value>(_ type: Value.Type) {
    (size, alignment, stride) = (MemoryLayout<Value>.size, MemoryLayout<Value>.alignment, MemoryLayout<Value>.stride)
  }

  /// The first place from `offset` on where a value may lie.
  func aligned(_ offset: Int) -> Int { (offset + alignment - 1) & ~(alignment - 1) }
}
