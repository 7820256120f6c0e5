/// A JSON value (RFC 8259) that keeps all digits of numbers and the order of object members.
///
/// Copies share unchanged parts: replacing one leaf of a document copies only the containers on its path. Two values are equal if a reader
/// could not tell them apart: strings by their UTF-8 bytes (`"é"` differs from its decomposed form), numbers by their text (`1.0` differs
/// from `1`), objects regardless of the order of their members.
public enum JSONValue: Sendable {
  /// The value `null`.
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// A number.
  case number(JSONNumber)
  /// A text.
  case string(String)
  /// An array.
  case array([JSONValue])
  /// An object.
  case object(JSONObject)
}

extension JSONValue {
  /// The maximum nesting depth of arrays and objects. A scalar alone has depth 0.
  ///
  /// RFC 8259, section 9, permits such a limit. 512 is far beyond any state that a person reads, and shallow enough for all recursive
  /// algorithms on a small thread stack. A recorder stays below 480, which leaves room for the record.
  public static let maximumDepth = 512
}

// MARK: - Equality

extension JSONValue: Hashable {
  public static func == (left: JSONValue, right: JSONValue) -> Bool {
    // Objects first and separately, to keep the stack frame of the recursion small.
    guard case .object(let left) = left, case .object(let right) = right else { return isOtherKind(left, equalTo: right) }
    return left == right
  }

  private static func isOtherKind(_ left: JSONValue, equalTo right: JSONValue) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.bool(let left), .bool(let right)): left == right
    case (.number(let left), .number(let right)): left == right
    case (.string(let left), .string(let right)): left.hasSameBytes(as: right)
    case (.array(let left), .array(let right)): left == right
    default: false
    }
  }

  // Not inlined: each hash of an array would contain a copy.
  @inline(never)
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .null: hasher.combine(0)
    case .bool(let bool): hasher.combine(bool)
    case .number(let number): hasher.combine(number)
    case .string(let string): hasher.combineBytes(of: string)
    case .array(let elements): hasher.combine(elements)
    case .object(let object): hasher.combine(object)
    }
  }
}

// MARK: - Typed access

extension JSONValue {
  /// The members, if this is an object.
  public var object: JSONObject? { if case .object(let object) = self { object } else { nil } }

  /// The value of a member, if this is an object that has it.
  public subscript(_ key: String) -> JSONValue? { object?[key] }

  /// The elements, if this is an array.
  public var array: [JSONValue]? { if case .array(let elements) = self { elements } else { nil } }

  /// The text, if this is a string.
  public var string: String? { if case .string(let string) = self { string } else { nil } }

  /// The number, if this is a number.
  public var number: JSONNumber? { if case .number(let number) = self { number } else { nil } }

  /// The value as an integer, if it is a number written without fraction or exponent, and fits.
  public var int: Int? { number?.int }

  /// The boolean, if this is `true` or `false`.
  public var bool: Bool? { if case .bool(let bool) = self { bool } else { nil } }

  /// Whether this is `null`.
  public var isNull: Bool { if case .null = self { true } else { false } }

  /// The kind of the value, named as in RFC 8259: `object`, `array`, `string`, `number`, `boolean`, `null`.
  public var kind: String {
    switch self {
    case .null: "null"
    case .bool: "boolean"
    case .number: "number"
    case .string: "string"
    case .array: "array"
    case .object: "object"
    }
  }
}

// MARK: - Literals

// No nil literal: in `condition ? value : nil` with an optional value it would silently mean JSON null.

extension JSONValue: ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral, ExpressibleByStringLiteral,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  public init(integerLiteral value: Int) { self = .number(JSONNumber(value)) }
  public init(stringLiteral value: String) { self = .string(value) }
  public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
  public typealias Key = String
  public typealias Value = JSONValue
  public init(dictionaryLiteral members: (String, JSONValue)...) { self = .object(JSONObject(members)) }
}
