import FluxtapeJSON

/// The nested cases of an enum action, outermost first: `cart`, `rows`, `qtyChanged`.
struct CasePath {
  private(set) var names: [String] = []
  /// The types of the values that have these cases.
  private(set) var types: [Any.Type] = []
  /// The place of the value inside of all cases in the action's JSON; `nil` if that does not have these cases.
  private(set) var contents: Range<Int>?

  /// The path of `action`, or `nil` if it is not an enum.
  ///
  /// - Parameter json: What a coder has written for the action.
  init?(of action: Any, writtenAs json: [UInt8]) {
    contents = 0..<json.count
    var next: (value: Any, case: EnumCase)? = EnumCase(of: action).map { (action, $0) }
    while let (value, inner) = next, names.count < Self.longest {
      let written = contents.flatMap { WrittenCase(in: json.span, $0) }
      let isEmpty = written.map { $0.contents.count == 2 && json[$0.contents.lowerBound] == UInt8(ascii: "{") } ?? false
      let name = inner.name ?? (isEmpty ? written?.name : nil) ?? inner.description
      names.append(name)
      types.append(type(of: value))
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
  var actionType: String { names.count == 1 ? TypeName.of(types[0]) + "." + names[0] : names.joined(separator: ".") }

  /// Several associated values, or a labeled one, form a tuple, whose type name ends in a parenthesis.
  private static func nestedAction(in outer: EnumCase) -> (value: Any, case: EnumCase)? {
    guard let payload = outer.payload else { return nil }
    let name = TypeName.of(type(of: payload))
    let isAction = name.hasSuffix("Action") || name.hasSuffix(">") && TypeName.lastComponent(of: name).hasSuffix("Action")
    return isAction ? EnumCase(of: payload).map { (payload, $0) } : nil
  }
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
    name = TaggedValue.unescapedKey(JSONBytes.text(json.extracting(start..<colon)))
  }

  /// The place of a payload that is a single value without a label.
  static func payload(in json: Span<UInt8>, _ contents: Range<Int>) -> Range<Int>? {
    WrittenCase(in: json, contents).flatMap { $0.name == "_0" ? $0.contents : nil }
  }
}

/// The paths of actions whose encodings name their cases as the source does.
///
/// Reflection takes longer than all else that is done for a small action, so it is asked only once for each path. From then on the encoding is
/// taken at its word. Types without an `encode(to:)` are always asked: a case of them may hold an existential, which may be an action or not.
struct KnownCases {
  private var places: [Place: Int] = [:]
  /// For each case, the name of an action that ends with it.
  private var names: [ActionName?] = []

  private struct Place: Hashable {
    /// The case around it; `nil` for the outermost one.
    let outer: Int?
    /// The type of the action, for an outermost case.
    let root: ObjectIdentifier?
    let name: String
  }

  /// The name of an action, and the place of its payload in its JSON.
  func find(in json: [UInt8], of root: Any.Type) -> (name: ActionName, contents: Range<Int>)? {
    var (value, outer) = (0..<json.count, Int?.none)
    var isNested = false
    while true {
      if isNested {
        guard let payload = WrittenCase.payload(in: json.span, value) else { return nil }
        value = payload
      }
      guard let written = WrittenCase(in: json.span, value),
        let place = places[Place(outer: outer, root: outer == nil ? ObjectIdentifier(root) : nil, name: written.name)]
      else { return nil }
      if let name = names[place] { return (name, written.contents) }
      (value, outer, isNested) = (written.contents, place, true)
    }
  }

  /// Notes the path of an action whose encoding has all of its cases.
  mutating func add(_ path: CasePath, _ name: ActionName) {
    // An app may derive the names of cases from data.
    guard path.contents != nil, names.count < Self.most, path.types.allSatisfy({ $0 is any Encodable.Type }) else { return }
    var outer: Int?
    for (level, inner) in path.names.enumerated() {
      let place = Place(outer: outer, root: outer == nil ? ObjectIdentifier(path.types[0]) : nil, name: inner)
      let number = places[place] ?? names.count
      if number == names.count {
        places[place] = number
        names.append(level == path.names.count - 1 ? name : nil)
      }
      outer = number
    }
  }

  private static let most = 1000
}
