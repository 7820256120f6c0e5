import FluxtapeJSON

/// The nested cases of an enum action, outermost first: `cart`, `rows`, `qtyChanged`.
package struct CasePath {
  let names: [String]
  private let root: Any.Type

  /// The path of `action`, or `nil` if it is not an enum.
  init?(of action: Any) {
    guard let outermost = EnumCaseName.of(action) else { return nil }
    root = type(of: action)
    var names = [outermost]
    var action = action
    while names.count < Self.longest, let inner = Self.nestedAction(in: action), let name = EnumCaseName.of(inner) {
      names.append(name)
      action = inner
    }
    self.names = names
  }

  /// Limits the name of an action that nests itself without end.
  package static let longest = 64

  /// The `type` of the action's record. Several cases identify the action; a single case needs its type as a prefix.
  var actionType: String { Self.actionType(of: names, in: root) }

  package static func actionType(of names: [String], in root: Any.Type) -> String {
    names.count == 1 ? TypeName.of(root) + "." + names[0] : names.joined(separator: ".")
  }

  private static func nestedAction(in action: Any) -> Any? {
    let mirror = Mirror(reflecting: action)
    // Several associated values, or a labeled one, form a tuple, whose type name ends in a parenthesis.
    guard mirror.displayStyle == .enum, let payload = mirror.children.first?.value else { return nil }
    return isAction(type(of: payload)) ? payload : nil
  }

  /// Whether the cases of a payload of this type join the action's name.
  package static func isAction(_ type: Any.Type) -> Bool { TypeName.lastComponent(of: TypeName.of(type)).hasSuffix("Action") }
}

// MARK: - Matching the encoding

extension CasePath {
  /// The value inside of all cases in `encoding`, or `nil` if the encoding does not have these cases.
  func contents(in encoding: JSONValue) -> JSONValue? {
    var contents = encoding
    for (place, name) in names.enumerated() {
      // A name that contains a dot, which backticks allow, would look like two names.
      guard !name.utf8.contains(UInt8(ascii: ".")) else { return nil }
      if place > 0 {
        guard let payload = Self.only(member: "_0", of: contents) else { return nil }
        contents = payload
      }
      guard let inner = Self.only(member: TaggedValue.escapedKey(name), of: contents) else { return nil }
      contents = inner
    }
    return contents
  }

  private static func only(member name: String, of value: JSONValue) -> JSONValue? {
    guard let members = value.object?.filter({ $0.key != TaggedValue.typeKey }), members.count == 1, members[0].key.hasSameBytes(as: name)
    else { return nil }
    return members[0].value
  }
}
