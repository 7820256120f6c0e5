public import FluxtapeDocuments
public import FluxtapeJSON

/// The place of a value in a store's state, as people write it: `cart.items[0].qty`, `.user.name`, `"cart#2"["odd key"]`,
/// `.items[id="p7"]`, or as a JSON Pointer (RFC 6901): `/items/0/qty`, `cart/items/0/qty`. A dictionary whose keys are no texts is an array of
/// pairs in a log; `.byID["7F0C"]` leads to the value beside that key.
///
/// Reading what ``description`` wrote gives the same path.
public struct StatePath: Hashable, Sendable {
  /// One step of the way from the root of a state.
  public enum Part: Hashable, Sendable {
    /// A member of an object, or the value of a pair in an array of pairs.
    case member(String)
    /// An element of an array, counted from 0; of an object, the member with this number as its key.
    case element(Int)
    /// The first element of an array that has this member with this value.
    case elementWith(String, JSONValue)
    /// One token of a JSON Pointer: a member or an element, as the document has it.
    case token(String)
  }

  /// The store, if the path names one.
  public var store: String?
  /// From the root of the state.
  public var parts: [Part]

  /// Creates a path of its parts.
  public init(store: String? = nil, parts: [Part] = []) {
    self.store = store
    self.parts = parts
  }

  /// The path to what `pointer` names in `document`, which tells elements from members.
  public init(store: String? = nil, _ pointer: JSONPointer, in document: JSONValue) {
    self.init(store: store, pointer, in: JSONNode(document))
  }

  /// The path to what `pointer` names in `document`, which tells elements from members.
  public init(store: String? = nil, _ pointer: JSONPointer, in document: JSONNode) {
    self.store = store
    parts = []
    var node: JSONNode? = document
    for token in pointer.tokens {
      if node?.kind == .array, let index = Int(token) { parts.append(.element(index)) } else { parts.append(.member(token)) }
      node = node?[token]
    }
  }

  /// The path to what `pointer` names in a document that is not at hand: what can be the number of an element is taken for one.
  package init(store: String? = nil, _ pointer: JSONPointer) {
    self.init(store: store, parts: pointer.tokens.map { token in JSONPointer.arrayIndex(token).map(Part.element) ?? .member(token) })
  }

  /// Where in `document` this leads, whether or not a value is there; `nil` if an element with a given value or key is looked for in vain.
  public func pointer(in document: JSONValue) -> JSONPointer? { pointer(in: JSONNode(document)) }

  /// The same in a document that is read where it lies.
  public func pointer(in document: JSONNode) -> JSONPointer? {
    var pointer = JSONPointer()
    var value: JSONNode? = document
    for part in parts {
      let token: String
      switch part {
      case .member(let key) where value?.isPairs == true:
        guard let place = value?.pair(withKey: key) else { return nil }
        pointer.tokens.append(String(place))
        (value, token) = (value?.element(at: place), "1")
      case .member(let key), .token(let key): token = value?.token(askedFor: key) ?? key
      case .element(let index): token = String(index)
      case .elementWith(let key, let wanted):
        let found = value?.elements.enumerated().first { $1.child(askedFor: key)?.value.isEquivalent(to: wanted) == true }
        guard let found else { return nil }
        token = String(found.offset)
      }
      pointer.tokens.append(token)
      value = value?[token]
    }
    return pointer
  }
}

// MARK: - Writing

extension StatePath: CustomStringConvertible {
  public var description: String {
    var text = store.map(Self.name) ?? ""
    // In brackets, a number would be a key.
    if parts.contains(where: \.isNumericToken) { return text + JSONPointer(tokens: parts.map(\.token)).description }
    for part in parts { part.write(into: &text) }
    return text.isEmpty ? "." : text
  }

  fileprivate static func name(_ text: String) -> String { isIdentifier(text) ? text : JSONValue.string(text).text }

  /// Whether a key can stand without quotes: letters, digits, `_`, `-` and `$`, not beginning with a digit or `-`.
  fileprivate static func isIdentifier(_ text: String) -> Bool {
    guard let first = text.unicodeScalars.first, isIdentifierPart(first), !first.isDigitOrHyphen else { return false }
    return text.unicodeScalars.allSatisfy(isIdentifierPart)
  }

  static func isIdentifierPart(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9", "_", "-", "$": true
    // Nearly all keys are ASCII, and the tables of Unicode are slow.
    default: !scalar.isASCII && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
    }
  }
}

extension StatePath.Part {
  fileprivate var isNumericToken: Bool { if case .token(let token) = self { JSONPointer.arrayIndex(token) != nil } else { false } }

  /// The part in a JSON Pointer, in which all parts are tokens.
  fileprivate var token: String {
    switch self {
    case .member(let key), .token(let key), .elementWith(let key, _): key
    case .element(let index): String(index)
    }
  }

  /// Appends the part to a path, as ``StatePath/description`` spells it.
  package func write(into path: inout String) {
    switch self {
    case .member(let key), .token(let key):
      if StatePath.isIdentifier(key) {
        path += "."
        path += key
      } else {
        path += "[" + JSONValue.string(key).text + "]"
      }
    case .element(let index):
      path += "["
      path += String(index)
      path += "]"
    case .elementWith(let key, let value): path += "[\(StatePath.name(key))=\(value.text)]"
    }
  }
}

extension Unicode.Scalar {
  fileprivate var isDigitOrHyphen: Bool {
    isASCII ? self == "-" || ("0"..."9").contains(self) : properties.numericType != nil || properties.isDash
  }
}
