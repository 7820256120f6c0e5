/// A type that declares whether its values have value semantics: whether two live values with equal stored bytes are certainly equal.
///
/// A recorder skips unchanged parts by comparing bytes. It determines by itself for which types this is correct: what a value writes must
/// make up all of its bytes. If it finds a class, a closure, a pointer or an `any`, it compares encodings instead, which is slower and always
/// correct. Conform a type to this protocol if the recorder cannot know:
///
/// - `true` for a collection with copy-on-write storage, for an immutable object, and for a handle whose meaning never changes. The
///   recorder still examines the arguments of a generic type.
/// - `false` for a struct that looks like a value but is changed in place behind a number or a pointer. `Data(bytesNoCopy:)` is an example
///   if other code writes to its memory: the recorder cannot distinguish it from other `Data`, and considers it unchanged as long as it
///   points to the same bytes. Wrap it in a struct that declares `false`.
///
/// ```swift
/// extension OrderedDictionary: @retroactive ValueSemantic { public static var hasValueSemantics: Bool { true } }
/// ```
/// For a class the declaration also applies to its subclasses. A wrong `true` makes changes disappear from the log.
public protocol ValueSemantic {
  /// Whether equal bytes of two live values prove that the values are equal. Read once per type and process.
  static var hasValueSemantics: Bool { get }
}
