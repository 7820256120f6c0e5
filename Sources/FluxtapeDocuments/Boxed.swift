import FluxtapeJSON

/// A value behind one reference, so that a copy costs one retain. A change copies the value if it is shared.
///
/// The box is an array of one element: the compiler proves that such an array is sendable.
struct Boxed<Value: Sendable>: Sendable {
  private var box: [Value]

  @inline(__always)
  init(_ value: Value) { box = [value] }

  @inline(__always)
  var value: Value {
    // Lends the value: a copy of a list would retain each of its parts.
    _read { yield box[0] }
  }

  /// Changes the value in place.
  @inline(__always)
  mutating func update<Result, Failure>(_ change: (inout Value) throws(Failure) -> Result) throws(Failure) -> Result {
    try change(&box[0])
  }
}
