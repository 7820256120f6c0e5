import FluxtapeJSON

/// A type whose values have a form of their own in a log, whatever their `encode(to:)` would write.
protocol OwnForm {
  func encoded(by session: EncodingSession, at place: EncodingPlace) -> JSONValue

  /// How the form is written where no tree is made.
  static var form: ValueForm { get }
}

extension OwnForm {
  static var form: ValueForm { TreeForm(Self.self) }
}

extension EncodingRules {
  /// Whether values of a type have a form of their own, whatever the rules say.
  package static func haveOwnForm(_ type: Any.Type) -> Bool { type is any OwnForm.Type }
}

// MARK: - Scalars

extension Bool: OwnForm {
  func encoded(by session: EncodingSession, at place: EncodingPlace) -> JSONValue { .bool(self) }
}

extension OwnForm where Self: BinaryInteger {
  func encoded(by session: EncodingSession, at place: EncodingPlace) -> JSONValue { .integer(self) }
}

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

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
extension Int128: OwnForm {}
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
extension UInt128: OwnForm {}

extension OwnForm where Self: BinaryFloatingPoint & LosslessStringConvertible {
  func encoded(by session: EncodingSession, at place: EncodingPlace) -> JSONValue { .float(self) }
}

extension Double: OwnForm {}
extension Float: OwnForm {}
#if (arch(x86_64) || arch(i386)) && !os(Windows) && !os(Android)
  extension Float80: OwnForm {}
#endif

// MARK: - Text

extension String: OwnForm {
  func encoded(by session: EncodingSession, at place: EncodingPlace) -> JSONValue { .string(self) }
}

extension Substring: OwnForm {
  static var form: ValueForm { TextForm(Self.self) { String($0) } }

  func encoded(by session: EncodingSession, at place: EncodingPlace) -> JSONValue { .string(String(self)) }
}

extension Character: OwnForm {
  static var form: ValueForm { TextForm(Self.self) { String($0) } }

  func encoded(by session: EncodingSession, at place: EncodingPlace) -> JSONValue { .string(String(self)) }
}

extension Unicode.Scalar: OwnForm {
  static var form: ValueForm { TextForm(Self.self) { String($0) } }

  func encoded(by session: EncodingSession, at place: EncodingPlace) -> JSONValue { .string(String(self)) }
}

extension StaticString: OwnForm {
  func encoded(by session: EncodingSession, at place: EncodingPlace) -> JSONValue { .string(description) }
}

// MARK: - Wrappers

extension Optional: OwnForm {
  static var form: ValueForm { OptionalForm(Self.self) }

  func encoded(by session: EncodingSession, at place: EncodingPlace) -> JSONValue {
    guard let self else { return .null }
    return session.encode(self, at: place)
  }
}

extension AnyHashable: OwnForm {
  func encoded(by session: EncodingSession, at place: EncodingPlace) -> JSONValue { session.encode(base, at: place) }
}

// MARK: - JSON

/// JSON kept in a state is data like any other: a key in it that begins with `$` is escaped.
extension JSONValue: OwnForm {
  func encoded(by session: EncodingSession, at place: EncodingPlace) -> JSONValue {
    switch self {
    case .null, .bool, .number, .string: self
    case .array(let elements): elements.encoded(by: session, at: place)
    case .object(let object): object.encoded(by: session, at: place)
    }
  }
}

extension JSONNumber: OwnForm {
  func encoded(by session: EncodingSession, at place: EncodingPlace) -> JSONValue { .number(self) }
}

extension JSONObject: OwnForm {
  func encoded(by session: EncodingSession, at place: EncodingPlace) -> JSONValue {
    guard session.hasRoom(at: place) else { return session.opaque(Self.self) }
    let node = EncodingNode(at: place, in: session)
    return .object(JSONObject(lazy.map { (TaggedValue.escapedKey($0.key), $0.value.encoded(by: session, at: .inside(node))) }))
  }
}

extension JSONPointer: OwnForm {
  func encoded(by session: EncodingSession, at place: EncodingPlace) -> JSONValue { .string(description) }
}
