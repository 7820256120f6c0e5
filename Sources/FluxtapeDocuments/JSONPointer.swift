public import FluxtapeJSON

/// The path of one value in a JSON document, written as in RFC 6901: `/cart/items/0`.
///
/// A pointer is only a path. Use the subscript of `JSONValue` to look up the value.
public struct JSONPointer: Sendable {
  /// The unescaped tokens, from the root. Empty means the whole document.
  public var tokens: [String]

  /// Creates a pointer from unescaped tokens; without tokens it refers to the whole document.
  public init(tokens: [String] = []) { self.tokens = tokens }
}

extension JSONPointer {
  /// The pointer to the member `token` (or the element with that index) of the value at this pointer.
  public func appending(_ token: String) -> JSONPointer { JSONPointer(tokens: tokens + [token]) }

  /// The pointer to the element `index` of the array at this pointer.
  public func appending(_ index: Int) -> JSONPointer { appending(String(index)) }

  /// Whether `other` points to the same value or one inside it.
  public func contains(_ other: JSONPointer) -> Bool {
    other.tokens.count >= tokens.count && zip(tokens, other.tokens).allSatisfy { $0.hasSameBytes(as: $1) }
  }
}

extension JSONPointer: Hashable {
  public static func == (left: JSONPointer, right: JSONPointer) -> Bool {
    left.tokens.count == right.tokens.count && left.contains(right)
  }

  public func hash(into hasher: inout Hasher) {
    for token in tokens { hasher.combineBytes(of: token) }
  }
}

// MARK: - Reading

/// Why a text is not a JSON Pointer, and where, as an offset in UTF-8 bytes.
public struct JSONPointerError: Error, Hashable, Sendable {
  /// What is wrong with the text.
  public enum Reason: Hashable, Sendable { case noLeadingSlash, badEscape }

  /// What is wrong with the text.
  public let reason: Reason
  /// The offset of the error.
  public let offset: Int

  package init(reason: Reason, offset: Int) { (self.reason, self.offset) = (reason, offset) }
}

extension JSONPointer {
  /// Parses `text` as a pointer.
  ///
  /// - Throws: ``JSONPointerError``, with the position of the first invalid character.
  /// - Complexity: O(`text.utf8.count`).
  public init(parsing text: String) throws(JSONPointerError) {
    guard text.isEmpty || text.utf8.first == UInt8(ascii: "/") else { throw JSONPointerError(reason: .noLeadingSlash, offset: 0) }
    tokens = []
    guard text.utf8.contains(UInt8(ascii: "~")) else {
      tokens = text.withBytes(Self.plainTokens)
      return
    }
    var token: [UInt8] = []
    var bytes = text.utf8.enumerated().dropFirst().makeIterator()
    while let (place, byte) = bytes.next() {
      switch byte {
      case UInt8(ascii: "/"):
        tokens.append(String(decoding: token, as: UTF8.self))
        token = []
      case UInt8(ascii: "~"):
        // One pass: decoding `~01` twice would give `/`, not `~1`.
        switch bytes.next()?.element {
        case UInt8(ascii: "0"): token.append(UInt8(ascii: "~"))
        case UInt8(ascii: "1"): token.append(UInt8(ascii: "/"))
        default: throw JSONPointerError(reason: .badEscape, offset: place)
        }
      default: token.append(byte)
      }
    }
    tokens.append(String(decoding: token, as: UTF8.self))
  }

  /// The tokens of a text without escapes, which is empty or begins with a slash.
  private static func plainTokens(_ text: Span<UInt8>) -> [String] {
    var tokens: [String] = []
    var start = 1
    for place in 0..<text.count where place > 0 && text[place] == UInt8(ascii: "/") {
      tokens.append(String(utf8Bytes: text.extracting(start..<place)))
      start = place + 1
    }
    if text.count > 0 { tokens.append(String(utf8Bytes: text.extracting(start..<text.count))) }
    return tokens
  }
}

// MARK: - Writing

extension JSONPointer: CustomStringConvertible {
  /// The pointer in the form of RFC 6901.
  public var description: String { tokens.map { "/" + Self.escaped($0) }.joined() }

  private static func escaped(_ token: String) -> String {
    guard token.utf8.contains(where: { $0 == UInt8(ascii: "~") || $0 == UInt8(ascii: "/") }) else { return token }
    return token.escapingScalars { $0 == "~" ? "~0" : $0 == "/" ? "~1" : nil }
  }
}

// MARK: - Looking up

extension JSONValue {
  /// The value at `pointer`, or `nil` if there is none. `-` (past the end of an array) refers to none.
  public subscript(_ pointer: JSONPointer) -> JSONValue? {
    var value = self
    for token in pointer.tokens {
      guard let child = value.child(token) else { return nil }
      value = child
    }
    return value
  }

  /// The member or element for one token.
  private func child(_ token: String) -> JSONValue? {
    switch self {
    case .object(let object): return object[token]
    case .array(let elements):
      guard let index = JSONPointer.arrayIndex(token), index < elements.count else { return nil }
      return elements[index]
    default: return nil
    }
  }
}

extension JSONPointer {
  /// The array index for a token: digits without a leading zero (RFC 6901, section 4).
  package static func arrayIndex(_ token: String) -> Int? {
    guard token.utf8.allSatisfy({ $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }) else { return nil }
    guard token.utf8.count == 1 || token.utf8.first != UInt8(ascii: "0") else { return nil }
    return Int(token)
  }
}
