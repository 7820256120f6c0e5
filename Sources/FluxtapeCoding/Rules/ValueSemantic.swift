/// A type that says itself whether its values are values: whether two living ones whose stored bytes are equal are sure to be equal.
///
/// A recorder skips what did not change by comparing bytes. It finds out by itself for which types that is right: structs, enums and
/// collections of the standard library, down to the last field. Where it finds a class, a closure, a pointer or an `any`, it compares what
/// the values encode instead, which is slower and always right. Conform a type to this protocol where the recorder cannot know:
///
/// - `true` for a collection that keeps its elements in an object and copies that before it changes one that others see too, for an object
///   that never changes, for a handle whose meaning never changes. The types that a generic type is made of are still looked at.
/// - `false` for a struct that looks like a value and is changed in place behind a number or a pointer. `Data(bytesNoCopy:)` is one if others write to
///   the memory that it was lent: the recorder cannot tell it from other `Data`, and takes it for unchanged as long as it points to the same bytes.
///   Keep it in a struct of your own that says `false`.
///
/// ```swift
/// extension OrderedDictionary: @retroactive ValueSemantic { public static var hasValueSemantics: Bool { true } }
/// ```
/// Of a class it is a promise for its subclasses too. A wrong `true` makes changes disappear from the log.
public protocol ValueSemantic {
  /// Whether equal bytes of two living values prove that the values are equal. Asked once per type and process.
  static var hasValueSemantics: Bool { get }
}
