/// Any JSON value (RFC 8259), with numbers kept to the last digit and object members in their order.
///
/// Copies share what they do not change: replacing one leaf of a document copies the containers on its path and no other.
/// Two values are equal when a reader could not tell them apart: strings by their UTF-8 bytes (`"é"` differs from its
/// decomposed form), numbers by their text (`1.0` differs from `1`), objects whatever the order of their members.
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
  /// How deep arrays and objects may nest, counted in containers. A scalar alone has depth 0.
  ///
  /// RFC 8259, section 9, lets a parser set this limit. 512 is far beyond any state that a person reads and shallow enough
  /// for every recursive walk on a small thread stack. A recorder stays under 480, so that an envelope still fits.
  public static let maximumDepth = 512
}

// MARK: - Equality

extension JSONValue: Hashable {
  public static func == (left: JSONValue, right: JSONValue) -> Bool {
    // Objects first and apart, so that little is held while the walk goes deeper.
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

  // Never inlined: a copy of it stood in each hash of an array.
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

// MARK: - Reading one kind

extension JSONValue {
  /// The members, if this is an object.
  public var object: JSONObject? { if case .object(let object) = self { object } else { nil } }

  /// The elements, if this is an array.
  public var array: [JSONValue]? { if case .array(let elements) = self { elements } else { nil } }

  /// The text, if this is a string.
  public var string: String? { if case .string(let string) = self { string } else { nil } }

  /// The number, if this is one.
  public var number: JSONNumber? { if case .number(let number) = self { number } else { nil } }

  /// The value as an integer, if it is a number written without fraction or exponent that fits.
  public var int: Int? { number?.int }

  /// The truth value, if this is `true` or `false`.
  public var bool: Bool? { if case .bool(let bool) = self { bool } else { nil } }

  /// Whether this is `null`.
  public var isNull: Bool { if case .null = self { true } else { false } }

  /// The name of the value's kind as RFC 8259 says it: `object`, `array`, `string`, `number`, `boolean`, `null`.
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

// Not `nil`: in `condition ? value : nil` for an optional value it would silently mean the JSON null.

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
