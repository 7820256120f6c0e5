import FluxtapeJSON

// The table of all types with a built-in encoding: one line says how each is encoded. Foundation's types are in `FoundationType.swift`.

/// A type whose values have a built-in encoding, whatever their `encode(to:)` would write.
protocol BuiltinEncoding {
  /// How values of the type are encoded.
  static var form: ValueForm { get }
}

extension BuiltinEncoding {
  static var form: ValueForm { AtomForm(Self.self) }
}

// MARK: - Atoms

extension Bool: BuiltinEncoding {}
extension String: BuiltinEncoding {}
extension Int: BuiltinEncoding {}
extension Int8: BuiltinEncoding {}
extension Int16: BuiltinEncoding {}
extension Int32: BuiltinEncoding {}
extension Int64: BuiltinEncoding {}
extension UInt: BuiltinEncoding {}
extension UInt8: BuiltinEncoding {}
extension UInt16: BuiltinEncoding {}
extension UInt32: BuiltinEncoding {}
extension UInt64: BuiltinEncoding {}
extension Double: BuiltinEncoding {}
extension Float: BuiltinEncoding {}

// MARK: - Numbers

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
extension Int128: BuiltinEncoding {
  static var form: ValueForm { DirectForm(Self.self) { $1.write(integer: $0) } }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
extension UInt128: BuiltinEncoding {
  static var form: ValueForm { DirectForm(Self.self) { $1.write(integer: $0) } }
}

#if (arch(x86_64) || arch(i386)) && !os(Windows) && !os(Android)
extension Float80: BuiltinEncoding {
  static var form: ValueForm { DirectForm(Self.self) { $1.writeLong($0) } }
}
#endif

// MARK: - Text

extension Substring: BuiltinEncoding {
  static var form: ValueForm { DirectForm(Self.self) { $1.write(String($0)) } }
}

extension Character: BuiltinEncoding {
  static var form: ValueForm { DirectForm(Self.self) { $1.write(String($0)) } }
}

extension Unicode.Scalar: BuiltinEncoding {
  static var form: ValueForm { DirectForm(Self.self) { $1.write(String($0)) } }
}

extension StaticString: BuiltinEncoding {
  static var form: ValueForm { DirectForm(Self.self) { $1.write($0.description) } }
}

// MARK: - Wrappers

extension Optional: BuiltinEncoding {
  static var form: ValueForm { OptionalForm(Self.self) }
}

extension AnyHashable: BuiltinEncoding {
  static var form: ValueForm { DirectForm(Self.self) { $1.write(contents: $0.base) } }
}

// MARK: - Collections

extension Array: BuiltinEncoding {
  static var form: ValueForm { ArrayForm(Self.self) }
}

@available(macOS 26, iOS 26, tvOS 26, watchOS 26, *)
extension InlineArray: BuiltinEncoding where Element: Copyable {
  static var form: ValueForm { DirectForm(Self.self) { array, output in output.write(array.indices.map { array[$0] }) } }
}

extension Set: BuiltinEncoding {
  static var form: ValueForm { DirectForm(Self.self) { $1.write(set: $0, of: Self.self) } }
}

extension Dictionary: BuiltinEncoding {
  static var form: ValueForm { DictionaryForm(Self.self) }
}

/// Pairs, in the order of the source.
extension KeyValuePairs: BuiltinEncoding {
  static var form: ValueForm {
    DirectForm(Self.self) { pairs, output in output.writeWhole { output.write(pairs: pairs, areSorted: false) } }
  }
}

// MARK: - JSON

/// JSON inside a state is ordinary data: keys that begin with `$` are escaped.
extension JSONValue: BuiltinEncoding {
  static var form: ValueForm { DirectForm(Self.self) { $1.write(data: $0) } }
}

extension JSONNumber: BuiltinEncoding {
  static var form: ValueForm { DirectForm(Self.self) { $1.append(json: .number($0)) } }
}

extension JSONObject: BuiltinEncoding {
  static var form: ValueForm { DirectForm(Self.self) { $1.write(data: .object($0)) } }
}

extension JSONPointer: BuiltinEncoding {
  static var form: ValueForm { DirectForm(Self.self) { $1.write($0.description) } }
}
