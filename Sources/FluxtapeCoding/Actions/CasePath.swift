import FluxtapeLocking
import FluxtapeLog

/// The nested cases of an enum action, outermost first: `cart`, `rows`, `qtyChanged`.
struct CasePath {
  private(set) var names: [String] = []
  /// The place of the value inside of all cases in the action's JSON; `nil` if that does not have these cases.
  private(set) var contents: Range<Int>?
  private let root: Any.Type

  /// The path of `action`, or `nil` if it is not an enum.
  ///
  /// - Parameter json: What a coder has written for the action.
  init?(of action: Any, writtenAs json: [UInt8]) {
    root = type(of: action)
    contents = 0..<json.count
    var next = EnumCase(of: action)
    while let inner = next, names.count < Self.longest {
      let written = contents.flatMap { WrittenCase(in: json.span, $0) }
      let isEmpty = written.map { $0.contents.count == 2 && json[$0.contents.lowerBound] == UInt8(ascii: "{") } ?? false
      let name = inner.name ?? (isEmpty ? written?.name : nil) ?? inner.description
      names.append(name)
      // A name that contains a dot, which backticks allow, would look like two names.
      contents = written?.name == name && !name.utf8.contains(UInt8(ascii: ".")) ? written?.contents : nil
      next = Self.nestedAction(in: inner)
      if next != nil { contents = contents.flatMap { WrittenCase.payload(in: json.span, $0) } }
    }
    if names.isEmpty { return nil }
  }

  /// Limits the name of an action that nests itself without end.
  private static let longest = 64

  /// The `type` of the action's record. Several cases identify the action; a single case needs its type as a prefix.
  var actionType: String { names.count == 1 ? TypeName.of(root) + "." + names[0] : names.joined(separator: ".") }

  /// Several associated values, or a labeled one, form a tuple, whose type name ends in a parenthesis.
  private static func nestedAction(in outer: EnumCase) -> EnumCase? {
    guard let payload = outer.payload, isAction(type(of: payload)) else { return nil }
    return EnumCase(of: payload)
  }

  private static func isAction(_ type: Any.Type) -> Bool {
    let identity = ObjectIdentifier(type)
    if let known = actions.withLock({ $0[identity] }) { return known }
    let name = TypeName.of(type)
    let isAction = name.hasSuffix("Action") || name.hasSuffix(">") && TypeName.lastComponent(of: name).hasSuffix("Action")
    actions.withLock { $0[identity] = isAction }
    return isAction
  }

  /// Whether types are named as actions. A cache, since texts are compared slowly.
  private static let actions = Locked<[ObjectIdentifier: Bool]>(renewable: { [:] })
}

/// The case that the JSON of an enum names, in the form of the compiler's `Codable`: `{"itemAdded":{"sku":"p7"}}`.
struct WrittenCase {
  let name: String
  /// The place of the case's payload.
  let contents: Range<Int>

  init?(in json: Span<UInt8>, _ value: Range<Int>) {
    guard let start = JSONBytes.firstKey(in: json, value) else { return nil }
    let colon = JSONBytes.end(ofTextAt: start, in: json)
    contents = colon + 1..<JSONBytes.end(ofValueAt: colon + 1, in: json)
    guard contents.upperBound + 1 == value.upperBound else { return nil }
    name = JSONText.unescapedKey(JSONBytes.text(json.extracting(start..<colon)))
  }

  /// The place of a payload that is a single value without a label.
  static func payload(in json: Span<UInt8>, _ contents: Range<Int>) -> Range<Int>? {
    WrittenCase(in: json, contents).flatMap { $0.name == "_0" ? $0.contents : nil }
  }
}
