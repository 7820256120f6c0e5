public import FluxtapeJSON

/// A value of a JSON document: the whole or any part. It is read where it lies, in the bytes of the text, and never changes.
///
/// A text is checked and indexed when it is parsed (`init(parsing:)`), ten times as fast as values are made of it. Strings and
/// numbers are decoded when they are asked for, and an array of a hundred thousand elements costs no more than its text. A patch
/// (``apply(_:)-swift.method``) makes new nodes along its paths only; all else is shared by the old and the new document, which
/// ``isIdentical(to:)`` tells at once.
///
/// ```swift
/// let cart = try JSONNode(parsing: bytes)
/// cart.member(named: "items")?.count                 // 3
/// for item in cart["items"]?.elements ?? [] { item["qty"]?.int }
/// ```
/// Equality is that of `JSONValue`: strings by their bytes, numbers by their text, objects whatever the order of their members.
/// A node keeps the text it comes from in memory, all of it: ``detached()`` makes one that does not.
public struct JSONNode: Sendable {
  /// What a value is, in the words of RFC 8259.
  public enum Kind: UInt8, Sendable, Hashable { case null, boolean, number, string, array, object }

  enum Storage: Sendable {
    /// The value at a place of a text's tape.
    case parsed(JSONText, UInt32)
    /// What is no container.
    case scalar(JSONValue)
    // What patches have changed.
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

// MARK: - Making one

extension JSONNode {
  /// The one value in `bytes`, with white space around it or none. It takes what `JSONParser` does, up to 2 GB.
  ///
  /// - Throws: `JSONError` for the first byte that breaks a rule.
  /// - Complexity: O(n), some 0.5 GB a second. The bytes are kept, not copied.
  public init(parsing bytes: [UInt8]) throws(JSONError) { try self.init(parsing: bytes, in: 0..<bytes.count) }

  /// The one value in a part of `bytes`, all of which are kept. Offsets in errors count from the beginning of the part.
  ///
  /// - Precondition: `range` lies within the bytes.
  public init(parsing bytes: [UInt8], in range: Range<Int>) throws(JSONError) {
    self.init(try TapeParser.parse(bytes, in: range), 0)
  }

  /// The values in several parts of `bytes`, which share one index: quicker than each alone where they are small. `nil` where a part is
  /// no JSON.
  ///
  /// - Precondition: the parts lie within the bytes.
  package static func parsing(_ bytes: [UInt8], in ranges: [Range<Int>]) -> [JSONNode?] {
    let (text, places) = TapeParser.parse(bytes, in: ranges)
    return places.map { place in place.map { JSONNode(text, $0) } }
  }

  /// The one value in `text`. Offsets in errors count UTF-8 bytes.
  public init(parsing text: String) throws(JSONError) { try self.init(parsing: Array(text.utf8)) }

  /// The node of a value that is in memory.
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

// MARK: - What it is

extension JSONNode {
  /// What kind of JSON value this is.
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

  /// How many elements or members this has; 0 for what is no container. O(1).
  public var count: Int {
    switch storage {
    case .parsed(let text, let place): text.word(Int(place)).isContainer ? text.count(Int(place)) : 0
    case .array(let elements): elements.value.count
    case .object(let members): members.value.count
    case .scalar, .text: 0
    }
  }

  /// The text, if this is a string. It is decoded anew each time.
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

  /// The value as an integer, if it is a number written without fraction or exponent that fits.
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

  /// Whether this is the string `text`, byte for byte. Decodes nothing where the string has no escapes.
  public func isString(_ text: String) -> Bool {
    switch storage {
    case .parsed(let source, let place):
      source.word(Int(place)).kind == .string && text.withBytes { source.isString(Int(place), $0) }
    case .scalar, .array, .object, .text: string?.hasSameBytes(as: text) ?? false
    }
  }
}

extension JSONNode.Kind {
  /// The kind's name as `JSONValue.kind` has it.
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
