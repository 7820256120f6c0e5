import FluxtapeLocking
import FluxtapeLog

/// The name of a type in a log: its qualified name without the module, and without the run-time addresses that Swift adds to the names of
/// private and local types.
///
/// ```text
/// Shop.TimelineState.Action                                    TimelineState.Action
/// Shop.(unknown context at $55a4299a3414).Row                  Row
/// Swift.Dictionary<Swift.String, Shop.Box<Shop.Item>.Part>     Dictionary<String, Box<Item>.Part>
/// (Swift.Int) -> ()                                            (Int) -> ()
/// ```
/// A type has the same name in every run, whatever the program's module is called.
public enum TypeName {
  // Making a name takes about a microsecond, and every action needs one. Types are never unloaded, so entries stay valid.
  private static let known = Locked<[ObjectIdentifier: String]>(renewable: { [:] })

  /// Returns the name of `type`. It is made once per type, then looked up.
  public static func of(_ type: Any.Type) -> String {
    let identity = ObjectIdentifier(type)
    if let name = known.withLock({ $0[identity] }) { return name }
    // Outside of the lock, since the runtime takes its own locks to make a name.
    let name = cleaned(qualified(type))
    known.withLock { $0[identity] = name }
    return name
  }

  /// The name of `type` with its module, as returned by `String(reflecting:)`. That function first looks for three conformances of the
  /// metatype, and the first such lookup in a program searches all of its conformances.
  package static func qualified(_ type: Any.Type) -> String { _typeName(type, qualified: true) }
}

// MARK: - Cleaning

extension TypeName {
  /// Removes modules and addresses from a name made by ``qualified(_:)``.
  ///
  /// A name consists of punctuation and dotted paths. Only the paths are changed.
  package static func cleaned(_ name: String) -> String {
    var result = ""
    var rest = Substring(name)
    while let next = rest.first {
      if rest.hasPrefix(extensionMark) {
        // `(extension in Shop):Swift.Array<…>.Row`: the path that follows is sufficient.
        rest = rest.drop { $0 != ":" }.dropFirst()
      } else if rest.hasPrefix(unknownContext) || isNameStart(next) {
        result += Self.path(takenFrom: &rest)
      } else if next == ".", result.last == ">" {
        // The path continues after generic arguments; its module preceded them.
        result += takeComponents(from: &rest).map { "." + $0 }.joined()
      } else {
        result.append(next)
        rest.removeFirst()
      }
    }
    return result
  }

  private static let unknownContext = "(unknown context at "
  private static let extensionMark = "(extension in "

  private static func path(takenFrom rest: inout Substring) -> String {
    rest = "." + rest
    var components = takeComponents(from: &rest)
    // `Any.Type` and `NSObject.Type` have no module prefix.
    let isMetatypeOnly = components.count == 2 && (components[1] == "Type" || components[1] == "Protocol")
    if components.count > 1, !isMetatypeOnly { components.removeFirst() }
    return components.joined(separator: ".")
  }

  /// Takes `.Outer.(unknown context at $55a4).Inner` from `rest`, as `["Outer", "Inner"]`.
  private static func takeComponents(from rest: inout Substring) -> [String] {
    var components: [String] = []
    while rest.first == "." {
      let tail = rest.dropFirst()
      if tail.hasPrefix(unknownContext) {
        rest = tail.drop { $0 != ")" }.dropFirst()
      } else if tail.first == "`" {
        let name = tail.dropFirst().prefix { $0 != "`" }
        // Metadata has no-break spaces in such a name.
        components.append("`" + name.map { $0 == "\u{A0}" ? " " : String($0) }.joined() + "`")
        rest = tail.dropFirst(name.count + 2)
      } else if let first = tail.first, isNameStart(first) {
        let name = tail.prefix { isNameStart($0) || $0.isNumber }
        components.append(String(name))
        rest = tail.dropFirst(name.count)
      } else {
        break
      }
    }
    return components
  }

  private static func isNameStart(_ character: Character) -> Bool {
    // Beyond ASCII, all characters in a type's name are part of names: `Größe`, `漢字`, `🛒`.
    character == "_" || character == "`" || character.isLetter || !character.isASCII
  }
}

// MARK: - Parts

extension TypeName {
  /// The component behind the last dot outside of `<…>`, without generic arguments: `Action` of `Cart<Item>.Action`, `Box` of `Box<A.B>`.
  package static func lastComponent(of name: String) -> Substring {
    var depth = 0
    var start = name.startIndex
    var end = name.endIndex
    for place in name.indices {
      switch name[place] {
      case "<":
        if depth == 0 { end = place }
        depth += 1
      case ">": depth -= 1
      case "." where depth == 0:
        start = name.index(after: place)
        end = name.endIndex
      default: break
      }
    }
    return name[start..<max(start, end)]
  }
}
