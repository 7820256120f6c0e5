import FluxtapeJSON

/// A value behind one reference: to copy it costs no more than that. It is copied when it is changed while it is shared.
///
/// An array of one is such a box, and one that the compiler proves to be sendable.
struct Boxed<Value: Sendable>: Sendable {
  private var box: [Value]

  @inline(__always)
  init(_ value: Value) { box = [value] }

  @inline(__always)
  var value: Value { box[0] }

  /// Changes the value where it lies.
  @inline(__always)
  mutating func update<Result, Failure>(_ change: (inout Value) throws(Failure) -> Result) throws(Failure) -> Result {
    try change(&box[0])
  }
}
