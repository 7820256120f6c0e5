import FluxtapeJSON

// The table of all types that have a form of their own in a log: one line says how each is written, here and nowhere else. Types of Foundation are
// in `FoundationType.swift`.

/// A type whose values have a form of their own in a log, whatever their `encode(to:)` would write.
protocol OwnForm {
  /// What the form is made of.

  /// How the form is written.
  static var form: ValueForm { get }
}

extension OwnForm {
  static var form: ValueForm { AtomForm(Self.self) }
}

extension EncodingRules {
  /// Whether values of a type have a form of their own, whatever the rules say.
  package static func haveOwnForm(_ type: Any.Type) -> Bool { type is any OwnForm.Type || FoundationType(type) != nil }
}

// MARK: - Atoms

extension Bool: OwnForm {}
extension String: OwnForm {}
extension Int: OwnForm {}
extension Int8: OwnForm {}
extension Int16: OwnForm {}
extension Int32: OwnForm {}
extension Int64: OwnForm {}
extension UInt: OwnForm {}
extension UInt8: OwnForm {}
extension UInt16: OwnForm {}
extension UInt32: OwnForm {}
extension UInt64: OwnForm {}
extension Double: OwnForm {}
extension Float: OwnForm {}

// MARK: - Numbers

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
extension Int128: OwnForm {
  static var form: ValueForm { DirectForm(Self.self) { $1.write(integer: $0) } }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
extension UInt128: OwnForm {
  static var form: ValueForm { DirectForm(Self.self) { $1.write(integer: $0) } }
}

#if (arch(x86_64) || arch(i386)) && !os(Windows) && !os(Android)
extension Float80: OwnForm {
  static var form: ValueForm { DirectForm(Self.self) { $1.writeLong($0) } }
}
#endif

// MARK: - Text

extension Substring: OwnForm {
  static var form: ValueForm { DirectForm(Self.self) { $1.write(String($0)) } }
}

extension Character: OwnForm {
  static var form: ValueForm { DirectForm(Self.self) { $1.write(String($0)) } }
}

extension Unicode.Scalar: OwnForm {
  static var form: ValueForm { DirectForm(Self.self) { $1.write(String($0)) } }
}

extension StaticString: OwnForm {
  static var form: ValueForm { DirectForm(Self.self) { $1.write($0.description) } }
}

// MARK: - Wrappers

extension Optional: OwnForm {
  static var form: ValueForm { OptionalForm(Self.self) }
}

extension AnyHashable: OwnForm {
  static var form: ValueForm { DirectForm(Self.self) { $1.write(dynamic: $0.base) } }
}

// MARK: - Collections

extension Array: OwnForm {
  static var form: ValueForm { ArrayForm(Self.self) }
}

extension Set: OwnForm {
  static var form: ValueForm { DirectForm(Self.self) { $1.write(set: $0, of: Self.self) } }
}

extension Dictionary: OwnForm {
  static var form: ValueForm { DictionaryForm(Self.self) }
}

/// Pairs, in the author's order.
extension KeyValuePairs: OwnForm {
  static var form: ValueForm {
    DirectForm(Self.self) { pairs, output in output.writeWhole { output.write(pairs: pairs, areSorted: false) } }
  }
}

// MARK: - JSON

/// JSON kept in a state is data like any other: a key in it that begins with `$` is escaped.
extension JSONValue: OwnForm {
  static var form: ValueForm { DirectForm(Self.self) { $1.write(data: $0) } }
}

extension JSONNumber: OwnForm {
  static var form: ValueForm { DirectForm(Self.self) { $1.append(json: .number($0)) } }
}

extension JSONObject: OwnForm {
  static var form: ValueForm { DirectForm(Self.self) { $1.write(data: .object($0)) } }
}

extension JSONPointer: OwnForm {
  static var form: ValueForm { DirectForm(Self.self) { $1.write($0.description) } }
}
