import FluxtapeJSON

/// The nested cases of an enum action, outermost first: `cart`, `rows`, `qtyChanged`.
struct CasePath {
  private(set) var names: [String] = []
  /// The place of the value inside of all cases in the action's JSON; `nil` if that does not have these cases.
  private(set) var contents: Range<Int>?
  private let root: Any.Type

  /// The path of `action`, or `nil` if it is not an enum.
  ///
  /// - Parameter json: What a coder has written for the action.
  init?(of action: Any, writtenAs json: [UInt8], by coder: Coder) {
    root = type(of: action)
    contents = 0..<json.count
    var next: (case: EnumCase, value: Range<Int>?)? = EnumCase(of: action).map { ($0, contents) }
    while let (inner, value) = next, names.count < Self.longest {
      let name = inner.name ?? value.flatMap { JSONBytes.nameOfEmptyMember(in: json.span, $0) } ?? inner.description
      names.append(name)
      contents = Self.contents(of: name, in: json, value, by: coder)
      next = Self.nestedAction(in: inner).map { ($0, contents.flatMap { JSONBytes.onlyMember(coder.quoted("_0"), in: json.span, $0) }) }
    }
    if names.isEmpty { return nil }
  }

  /// Limits the name of an action that nests itself without end.
  private static let longest = 64

  /// The `type` of the action's record. Several cases identify the action; a single case needs its type as a prefix.
  var actionType: String { names.count == 1 ? TypeName.of(root) + "." + names[0] : names.joined(separator: ".") }

  /// Returns the place of a case's payload in its encoding.
  private static func contents(of name: String, in json: [UInt8], _ value: Range<Int>?, by coder: Coder) -> Range<Int>? {
    // A name that contains a dot, which backticks allow, would look like two names.
    guard let value, !name.utf8.contains(UInt8(ascii: ".")) else { return nil }
    return JSONBytes.onlyMember(coder.quoted(name), in: json.span, value)
  }

  /// Several associated values, or a labeled one, form a tuple, whose type name ends in a parenthesis.
  private static func nestedAction(in outer: EnumCase) -> EnumCase? {
    guard let payload = outer.payload else { return nil }
    let name = TypeName.of(type(of: payload))
    let isAction = name.hasSuffix("Action") || name.hasSuffix(">") && TypeName.lastComponent(of: name).hasSuffix("Action")
    return isAction ? EnumCase(of: payload) : nil
  }
}
