public import FluxtapeJSON

/// A value of a JSON document: the whole or any part.
///
/// A parsed value stays in its text: parsing checks the bytes, and makes lists of the contents of large arrays and objects only. Strings and
/// numbers are decoded on demand. A patch (``apply(_:)-swift.method``) makes lists along its paths too, and changes them in place if nothing
/// else holds them. The old and the new document share the rest, which ``isIdentical(to:)`` detects at once.
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
    /// A value that stands in a text, from its first byte to the one behind its last.
    case text(JSONText, UInt32, UInt32)
    // Large arrays and objects, and values that patches have changed.
    case array(Boxed<ElementList>)
    case object(Boxed<MemberList>)
    case spliced(Boxed<SplicedText>)
  }

  var storage: Storage

  @inline(__always)
  init(_ storage: Storage) { self.storage = storage }

  /// A value that stays in its text, however large.
  @inline(__always)
  init(_ text: JSONText, _ place: Range<Int>) { storage = .text(text, UInt32(place.lowerBound), UInt32(place.upperBound)) }
}

// MARK: - Creating nodes

extension JSONNode {
  /// Parses the one value in `bytes`, with or without white space around it. It may have up to 2 GB.
  ///
  /// Numbers keep their text. The last value of a repeated key wins, at the position of the first. An escaped surrogate without its
  /// partner stays in a string as the six characters of its escape.
  ///
  /// - Throws: `JSONError` for the first byte that breaks a rule.
  /// - Complexity: O(n), about 0.3 GB per second.
  public init(parsing bytes: [UInt8]) throws(JSONError) { try self.init(parsing: bytes, in: 0..<bytes.count) }

  /// Parses the one value in a part of `bytes`. Offsets in errors count from the beginning of the part.
  ///
  /// - Precondition: `range` lies within the bytes.
  public init(parsing bytes: [UInt8], in range: Range<Int>) throws(JSONError) {
    let (text, place) = try JSONText.parse(bytes, in: range)
    self.init(listed: text, place)
  }

  /// Parses the values in several parts of `bytes`, which they share, without making lists. This is faster than parsing small values one by
  /// one. The result is `nil` for a part that is not JSON.
  ///
  /// - Precondition: the parts lie within the bytes.
  package static func parsing(_ bytes: [UInt8], in ranges: [Range<Int>]) -> [JSONNode?] {
    JSONText.parse(bytes, in: ranges).map { parsed in parsed.map { JSONNode($0.text, $0.place) } }
  }

  /// Parses the one value in `text`. Offsets in errors count UTF-8 bytes.
  public init(parsing text: String) throws(JSONError) { try self.init(parsing: Array(text.utf8)) }

  /// Makes a node of a value in memory.
  ///
  /// - Complexity: O(size).
  public init(_ value: JSONValue) {
    var bytes: [UInt8] = []
    value.write(into: &bytes)
    self.init(written: bytes)
  }

  /// Makes a node of one value in the form in which values are written.
  init(written bytes: [UInt8]) { self.init(listed: JSONText(written: bytes), 0..<bytes.count) }

  /// A value of a text, with lists where arrays and objects are large: their contents are then found at once.
  ///
  /// - Complexity: O(its text · the depth of large containers).
  init(listed text: JSONText, _ place: Range<Int>) {
    self.init(text, place)
    guard place.count >= Self.listedFrom else { return }
    switch kind {
    case .array: storage = .array(Boxed(ElementList(of: text, at: place)))
    case .object: storage = .object(Boxed(MemberList(of: text, at: place)))
    case .null, .boolean, .number, .string: break
    }
  }

  /// Bytes of an array or object from which a list of its contents is worthwhile: going through fewer takes some microseconds.
  private static let listedFrom = 4096

  /// The value `null`.
  public static let null = JSONNode(JSONValue.null)

  /// The first repeated key of any object in a text. Such an object has the last of the values.
  package static func repeatedKey(in text: [UInt8]) -> String? { (try? JSONText.parse(text, in: text.indices))?.text.repeatedKey }
}

// MARK: - Kind and scalars

extension JSONNode {
  /// Calls `body` with the bytes of the value if it stands in a text.
  @inline(__always)
  func withText<Result>(_ body: (Span<UInt8>) -> Result) -> Result? {
    guard case .text(let text, let start, let end) = storage else { return nil }
    let bytes = text.bytes
    return body(bytes.span.extracting(Int(start)..<Int(end)))
  }

  /// The same value, in a text.
  var inText: JSONNode {
    if case .text = storage { return self }
    let bytes = bytes
    return JSONNode(JSONText(written: bytes), 0..<bytes.count)
  }

  /// The kind of this JSON value.
  public var kind: Kind {
    switch storage {
    case .text(let text, let start, _):
      switch text.bytes[Int(start)] {
      case UInt8(ascii: "\""): .string
      case UInt8(ascii: "{"): .object
      case UInt8(ascii: "["): .array
      case UInt8(ascii: "t"), UInt8(ascii: "f"): .boolean
      case UInt8(ascii: "n"): .null
      default: .number
      }
    case .array: .array
    case .object: .object
    case .spliced: .string
    }
  }

  /// Whether this is an array or an object.
  public var isContainer: Bool { kind.rawValue >= Kind.array.rawValue }

  /// The text, if this is a string. Each call decodes it again.
  public var string: String? {
    switch storage {
    case .text: kind == .string ? withText { $0.extracting(1..<$0.count - 1).unescaped } : nil
    case .spliced(let text): text.value.string
    case .array, .object: nil
    }
  }

  /// The number, if this is one.
  public var number: JSONNumber? { kind == .number ? withText { JSONNumber(validatedBytes: $0) } : nil }

  /// The value as an integer, if it is a number without fraction or exponent that fits.
  public var int: Int? { number?.int }

  /// The truth value, if this is `true` or `false`.
  public var bool: Bool? { kind == .boolean ? withText { $0[0] == UInt8(ascii: "t") } : nil }

  /// Whether this is `null`.
  public var isNull: Bool { kind == .null }

  /// Whether this is a string with the same bytes as `text`.
  public func isString(_ text: String) -> Bool {
    switch storage {
    case .text: kind == .string && text.withBytes { text in text.withEscapes(hasContents) }
    case .spliced(let spliced): spliced.value.string.hasSameBytes(as: text)
    case .array, .object: false
    }
  }

  /// Whether these are the bytes between the quotation marks of this string.
  @inline(__always)
  func hasContents(_ contents: Span<UInt8>) -> Bool {
    guard case .text(let text, let start, let end) = storage, Int(end &- start) == contents.count &+ 2 else { return false }
    let bytes = text.bytes
    return contents.hasSameBytes(at: 0, as: bytes.span, at: Int(start) &+ 1, length: contents.count)
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
