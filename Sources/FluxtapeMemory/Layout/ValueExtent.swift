import FluxtapeCoding

/// The size of a value's slot. All memory for values is allocated by this, and it is derived only from a type.
///
/// A value's *size* is what may be read: `MemoryLayout<Bool?>.size`. Its slot has the size of a *stride*, since the standard library writes
/// whole strides, even for a single value: `moveInitialize(from:count: 1)` writes up to where the next value would begin. If the size is
/// less than the stride (the type ends in an optional, a `Bool`, an enum), a slot of the size alone would let such a write reach the
/// neighbor.
struct ValueExtent: Sendable {
  /// The size of one value in bytes.
  let size: Int
  /// The alignment in bytes.
  let alignment: Int
  /// The size of a slot in bytes, from one array element to the next; at least 1.
  let stride: Int

  init(of type: Any.Type) {
    func measure<Value>(_ type: Value.Type) -> ValueExtent { ValueExtent(type) }
    self = _openExistential(type, do: measure)
  }

  init<Value>(_ type: Value.Type) {
    (size, alignment, stride) = (MemoryLayout<Value>.size, MemoryLayout<Value>.alignment, MemoryLayout<Value>.stride)
  }

  /// The first properly aligned offset from `offset` on.
  func aligned(_ offset: Int) -> Int { (offset + alignment - 1) & ~(alignment - 1) }
}
