// Keys as text, for scripts, tests and help: `j`, `enter`, `ctrl-d`, `alt-x`, `f1`, `shift-tab`.

extension Key {
  /// The name that ``init(named:)`` parses. Pasted text is `paste:TEXT`, a click is `press@row,column`.
  package var name: String {
    switch self {
    case .character(" "): "space"
    case .character(let character): String(character)
    case .control(" "): "ctrl-space"
    case .control(let character): "ctrl-\(character)"
    case .alt(" "): "alt-space"
    case .alt(let character): "alt-\(character)"
    case .function(let number): "f\(number)"
    case .paste(let text): "paste:\(text)"
    case .mouse(let mouse): "\(mouse.action.rawValue)@\(mouse.position.row),\(mouse.position.column)"
    default: Self.names.first { $0.key == self }?.name ?? ""
    }
  }

  /// Returns the key with a name; nil if there is none. Names are case-insensitive, characters are not.
  package init?(named name: String) {
    if let character = name.first, name.count == 1 {
      self = .character(character)
      return
    }
    let lowercased = name.lowercased()
    if lowercased == "space" {
      self = .character(" ")
    } else if let named = Self.names.first(where: { $0.name == lowercased }) ?? Self.otherNames.first(where: { $0.name == lowercased }) {
      self = named.key
    } else if let number = Self.functionNumber(lowercased) {
      self = .function(number)
    } else if let character = Self.character(of: name, after: "ctrl-") {
      self = .control(Character(character.lowercased()))
    } else if let character = Self.character(of: name, after: "alt-") {
      self = .alt(character)
    } else if name.hasPrefix("paste:") {
      self = .paste(String(name.dropFirst("paste:".count)))
    } else if let mouse = Mouse(named: name) {
      self = .mouse(mouse)
    } else {
      return nil
    }
  }

  private static let names: [(name: String, key: Key)] = [
    ("enter", .enter), ("tab", .tab), ("shift-tab", .backTab), ("esc", .escape), ("backspace", .backspace), ("delete", .delete),
    ("insert", .insert), ("up", .up), ("down", .down), ("left", .left), ("right", .right), ("home", .home), ("end", .end),
    ("pageup", .pageUp), ("pagedown", .pageDown),
  ]

  private static let otherNames: [(name: String, key: Key)] = [
    ("return", .enter), ("backtab", .backTab), ("escape", .escape), ("del", .delete), ("pgup", .pageUp), ("pgdn", .pageDown),
  ]

  private static func functionNumber(_ name: String) -> Int? {
    guard name.first == "f", let number = Int(name.dropFirst()), (1...63).contains(number) else { return nil }
    return name == "f\(number)" ? number : nil
  }

  private static func character(of name: String, after prefix: String) -> Character? {
    guard name.count > prefix.count, name.prefix(prefix.count).lowercased() == prefix else { return nil }
    let rest = name.dropFirst(prefix.count)
    return rest.lowercased() == "space" ? " " : rest.count == 1 ? rest.first : nil
  }
}

extension Key.Mouse {
  fileprivate init?(named name: String) {
    let halves = name.split(separator: "@", omittingEmptySubsequences: false)
    guard halves.count == 2, let action = Action(rawValue: String(halves[0])) else { return nil }
    let numbers = halves[1].split(separator: ",", omittingEmptySubsequences: false).map { Int($0) }
    guard numbers.count == 2, let row = numbers[0], let column = numbers[1] else { return nil }
    self.init(action, at: Position(row: row, column: column))
  }
}

extension Key: CustomStringConvertible {
  package var description: String { name }
}
