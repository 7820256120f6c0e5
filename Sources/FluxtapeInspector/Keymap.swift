package import FluxtapeScreen

/// What a key does, how it is called and what help says about it.
package struct KeyBinding: Sendable {
  /// Where a key has this meaning. A key that means something anywhere means the same everywhere but in prompts and help.
  enum Scope: Hashable, Sendable {
    case anywhere
    case timeline
    /// The Action, Diff and State panes.
    case tree
    case help
    case viewer
    case prompt
  }

  enum Section: String, CaseIterable, Sendable {
    case steps = "Steps (in every pane)"
    case rows = "Rows of the pane"
    case tree = "Trees (Action, Diff, State)"
    case timeline = "Timeline"
    case panes = "Panes and forms"
    case values = "Questions (about the value under the cursor)"
    case search = "Search and commands"
    case marks = "Marks and notes"
    case copying = "Copy and pipe (the item under the cursor)"
    case rest = "Everything else"
    case prompt = "While typing"
    case viewer = "While a whole value is shown"
    case help = "In this help"
  }

  /// The ways to type it; each is one key, or several one after the other, as help shows them: `j`, `ctrl-d`, `]c`.
  let keys: [String]
  /// What `:` calls it; empty for what makes no sense there.
  let name: String
  let help: String
  let section: Section
  let scope: Scope
  let action: @Sendable (_ count: Int?) -> InspectorAction
  /// What it does with the letter that ends it, where any letter may.
  var lettered: (@Sendable (Character) -> InspectorAction)?

  /// The keys of each way to type it. `m{a-z}` is 26 ways.
  package var sequences: [[Key]] { keys.flatMap(Self.alternatives).map(Self.sequence) }

  private static func alternatives(_ text: String) -> [String] {
    guard text.count == 6, text.hasSuffix("}"), text.dropFirst().first == "{" else { return [text] }
    let letters = Array(text)
    guard let first = letters[2].asciiValue, let last = letters[4].asciiValue, first <= last else { return [text] }
    return (first...last).map { String(letters[0]) + String(Character(Unicode.Scalar($0))) }
  }

  /// `]c` is two keys, `ctrl-d` is one.
  private static func sequence(_ text: String) -> [Key] {
    if let key = Key(named: text) { return [key] }
    return text.compactMap { Key(named: String($0)) }
  }
}

/// Finds what a key means. Digits are counts; a key sequence waits until it is whole or cannot become one.
package enum Keymap {
  /// What `key` means now.
  package static func action(for key: Key, in state: InspectorState) -> InspectorAction {
    let scopes = scopes(of: state)
    let sequence = state.pendingKeys + [key]
    if state.pendingKeys.isEmpty, scopes != [.prompt], let digit = digit(of: key), digit > 0 || state.count != nil {
      return .digitTyped(digit)
    }
    for scope in scopes {
      if let found = table.first(where: { $0.scope == scope && $0.sequence == sequence }) {
        let binding = bindings[found.binding]
        if let lettered = binding.lettered, case .character(let letter) = key { return lettered(letter) }
        return binding.action(state.count)
      }
    }
    if case .mouse(let mouse) = key, scopes.contains(.anywhere) { return .clicked(mouse) }
    if scopes == [.prompt] { return typed(key) }
    if table.contains(where: { scopes.contains($0.scope) && $0.sequence.count > sequence.count && $0.sequence.starts(with: sequence) }) {
      return .prefixTyped(key)
    }
    return .keyUnknown(sequence)
  }

  /// The scopes that are asked, the nearest first.
  private static func scopes(of state: InspectorState) -> [KeyBinding.Scope] {
    switch state.layer {
    case .prompt: return [.prompt]
    case .help: return [.help]
    case .viewer: return [.viewer]
    case .none: return [state.focus == .timeline ? .timeline : .tree, .anywhere]
    }
  }

  private static func digit(of key: Key) -> Int? {
    guard case .character(let character) = key, character.isASCII else { return nil }
    return character.wholeNumberValue
  }

  private static func typed(_ key: Key) -> InspectorAction {
    switch key {
    case .character(let character): .promptEdited(.typed(String(character)))
    case .paste(let text): .promptEdited(.typed(text))
    default: .keyUnknown([key])
    }
  }

  /// Every way to type a binding, read once.
  private static let table: [(scope: KeyBinding.Scope, sequence: [Key], binding: Int)] = bindings.enumerated().flatMap { place, binding in
    binding.sequences.map { (binding.scope, $0, place) }
  }
}

// MARK: - Hints

extension Keymap {
  /// The keys that the bottom row names, the most needed first.
  static func hints(isNarrow: Bool) -> [(keys: String, words: String)] {
    let wide: [(names: [String], words: String)] = [
      (["previous-step", "next-step"], "step"), (["previous-of-store", "next-of-store"], "store"),
      (["next-of-chain", "previous-of-chain"], "chain"), (["search"], "find"), (["next-pane"], "pane"), (["command"], "cmd"),
      (["help"], "help"), (["cause", "effect"], "cause/effect"), (["next-problem"], "error"), (["pin"], "pin"), (["base"], "diff base"),
      (["form"], "form"), (["zoom-in"], "zoom"), (["quit"], "quit"),
    ]
    let narrow: [(names: [String], words: String)] = [
      (["next-pane"], "pane"), (["previous-step", "next-step"], "step"), (["help"], "help"), (["command"], "cmd"), (["search"], "find"),
    ]
    return (isNarrow ? narrow : wide).map { hint in
      (hint.names.compactMap { name in bindings.first { $0.name == name }?.keys.first }.joined(separator: " "), hint.words)
    }
  }
}
