public import FluxtapeJSON

/// A value of a JSON document: the whole or any part. It reads the bytes of the text in place and never changes them.
///
/// Parsing (`init(parsing:)`) checks and indexes a text ten times as fast as values are made of it. Strings and numbers are decoded on
/// demand, and an array of a hundred thousand elements costs no more than its text. A patch (``apply(_:)-swift.method``) makes new nodes
/// along its paths only. The old and the new document share the rest, which ``isIdentical(to:)`` detects at once.
///
/// ```swift
/// let cart = try JSONNode(parsing: bytes)
/// cart.member(named: "items")?.count                 // 3
/// for item in cart["items"]?.elements ?? [] { item["qty"]?.int }
/// ```
/// Equality is the same as for `JSONValue`: strings are compared by bytes, numbers by text, and objects in any order of members. A node
/// keeps the whole text it comes from in memory; ``detached()`` makes a node that does not.
public struct JSONNode: Sendable {
  /// The kind of a value, named as in RFC 8259.
  public enum Kind: UInt8, Sendable, Hashable { case null, boolean, number, string, array, object }

  enum Storage: Sendable {
    /// The value at a place of a text's tape.
    case parsed(JSONText, UInt32)
    /// A scalar without a text.
    case scalar(JSONValue)
    // Values that patches have changed.
    case array(Boxed<ElementList>)
    case object(Boxed<MemberList>)
    case text(Boxed<SplicedText>)
  }

  var storage: Storage

  @inline(__always)
  init(_ storage: Storage) { self.storage = storage }

  @inline(__always)
  init(_ text: JSONText, _ place: Int) { storage = .parsed(text, UInt32(truncatingIfNeeded: place)) }
}

// MARK: - Creating nodes

extension JSONNode {
  /// Parses the one value in `bytes`, with or without white space around it. It may have up to 2 GB.
  ///
  /// Numbers keep their text. The last value of a repeated key wins, at the position of the first. An escaped surrogate without its
  /// partner stays in a string as the six characters of its escape.
  ///
  /// - Throws: `JSONError` for the first byte that breaks a rule.
  /// - Complexity: O(n), about 0.5 GB per second. The bytes are kept, not copied.
  public init(parsing bytes: [UInt8]) throws(JSONError) { try self.init(parsing: bytes, in: 0..<bytes.count) }

  /// Parses the one value in a part of `bytes`. The node keeps all of `bytes`. Offsets in errors count from the beginning of the part.
  ///
  /// - Precondition: `range` lies within the bytes.
  public init(parsing bytes: [UInt8], in range: Range<Int>) throws(JSONError) {
    self.init(try TapeParser.parse(bytes, in: range), 0)
  }

  /// Parses the values in several parts of `bytes`, which share one index. This is faster than parsing small values one by one. The result
  /// is `nil` for a part that is not JSON.
  ///
  /// - Precondition: the parts lie within the bytes.
  package static func parsing(_ bytes: [UInt8], in ranges: [Range<Int>]) -> [JSONNode?] {
    let (text, places) = TapeParser.parse(bytes, in: ranges)
    return places.map { place in place.map { JSONNode(text, $0) } }
  }

  /// Parses the one value in `text`. Offsets in errors count UTF-8 bytes.
  public init(parsing text: String) throws(JSONError) { try self.init(parsing: Array(text.utf8)) }

  /// Makes a node of a value in memory.
  ///
  /// - Complexity: O(size).
  public init(_ value: JSONValue) {
    switch value {
    case .array(let elements): storage = .array(Boxed(ElementList(elements.map { JSONNode($0) })))
    case .object(let object): storage = .object(Boxed(MemberList(object.map { ($0.key, JSONNode($0.value)) })))
    default: storage = .scalar(value)
    }
  }

  /// The value `null`.
  public static let null = JSONNode(JSONValue.null)
}

// MARK: - Kind and scalars

extension JSONNode {
  /// The kind of this JSON value.
  public var kind: Kind {
    switch storage {
    case .parsed(let text, let place): text.word(Int(place)).kind
    case .scalar(let value): value.nodeKind
    case .array: .array
    case .object: .object
    case .text: .string
    }
  }

  /// Whether this is an array or an object.
  public var isContainer: Bool { kind.rawValue >= Kind.array.rawValue }

  /// The number of elements or members; 0 for a scalar. O(1).
  public var count: Int {
    switch storage {
    case .parsed(let text, let place): text.word(Int(place)).isContainer ? text.count(Int(place)) : 0
    case .array(let elements): elements.value.count
    case .object(let members): members.value.count
    case .scalar, .text: 0
    }
  }

  /// The text, if this is a string. Each call decodes it again.
  public var string: String? {
    switch storage {
    case .parsed(let text, let place): text.word(Int(place)).kind == .string ? text.string(Int(place)) : nil
    case .scalar(let value): value.string
    case .text(let text): text.value.string
    case .array, .object: nil
    }
  }

  /// The number, if this is one.
  public var number: JSONNumber? {
    switch storage {
    case .parsed(let text, let place): text.word(Int(place)).kind == .number ? text.number(Int(place)) : nil
    case .scalar(let value): value.number
    case .array, .object, .text: nil
    }
  }

  /// The value as an integer, if it is a number without fraction or exponent that fits.
  public var int: Int? { number?.int }

  /// The truth value, if this is `true` or `false`.
  public var bool: Bool? {
    switch storage {
    case .parsed(let text, let place):
      text.word(Int(place)).kind == .boolean ? text.word(Int(place)).length == "true".utf8.count : nil
    case .scalar(let value): value.bool
    case .array, .object, .text: nil
    }
  }

  /// Whether this is `null`.
  public var isNull: Bool { kind == .null }

  /// Whether this is the string `text`, byte for byte. Decodes nothing if the string has no escapes.
  public func isString(_ text: String) -> Bool {
    switch storage {
    case .parsed(let source, let place):
      source.word(Int(place)).kind == .string && text.withBytes { source.isString(Int(place), $0) }
    case .scalar, .array, .object, .text: string?.hasSameBytes(as: text) ?? false
    }
  }
}

extension JSONNode.Kind {
  /// The kind's name, the same as in `JSONValue.kind`.
  public var name: String {
    switch self {
    case .null: "null"
    case .boolean: "boolean"
    case .number: "number"
    case .string: "string"
    case .array: "array"
    case .object: "object"
    }
  }
}

extension JSONValue {
  var nodeKind: JSONNode.Kind {
    switch self {
    case .null: .null
    case .bool: .boolean
    case .number: .number
    case .string: .string
    case .array: .array
    case .object: .object
    }
  }
}
