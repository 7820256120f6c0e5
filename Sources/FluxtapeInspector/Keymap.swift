package import FluxtapeScreen

/// A key, its name, its help text and what it does.
package struct KeyBinding: Sendable {
  /// Where a binding applies. A prompt has bindings of its own.
  enum Scope: Hashable, Sendable {
    case anywhere
    case timeline
    /// The Action, Diff and State panes.
    case tree
    /// Every list. Keys without a binding there are those of a tree.
    case list
    /// The lists of filters, of runs, and of marks and notes. Keys without a binding there are those of every list.
    case filters, runs, bookmarks
    case prompt
  }

  enum Section: String, CaseIterable, Sendable {
    case steps = "Steps (in every pane)"
    case rows = "Rows of the pane"
    case tree = "Trees (Action, Diff, State)"
    case timeline = "Timeline"
    case panes = "Panes and forms"
    case values = "Questions (about the value under the cursor)"
    case whatIf = "What if (with --host PROGRAM)"
    case live = "The running app (with a live session)"
    case search = "Search and commands"
    case lists = "In every list (answers, runs, marks, filters, help, a whole value)"
    case filters = "In the list of filters (F)"
    case runs = "In the list of runs (L)"
    case marks = "Marks and notes"
    case bookmarks = "In the list of marks and notes (M)"
    case copying = "Copy and pipe (the item under the cursor)"
    case rest = "Everything else"
    case prompt = "While typing"

    var scope: Scope { Self.scopes[self] ?? .anywhere }

    private static let scopes: [Section: Scope] = [
      .timeline: .timeline, .tree: .tree, .filters: .filters, .runs: .runs, .bookmarks: .bookmarks, .prompt: .prompt, .lists: .list,
    ]
  }

  /// The alternative keys or key sequences, as help shows them: `j`, `ctrl-d`, `]c`.
  let keys: [String]
  /// The name of the `:` command; empty if there is none.
  let name: String
  let help: String
  var section = Section.rest
  var scope: Scope { section.scope }
  /// Whether a path may follow its name.
  private(set) var takesPath = false
  /// Whether a number before the key, or after the name, means anything.
  private(set) var takesCount = true
  let perform: @Sendable (_ state: inout InspectorState, _ count: Int?) -> Void
  /// For a sequence that ends in any letter.
  var lettered: (@Sendable (_ state: inout InspectorState, _ letter: Character) -> Void)?

  /// Whether the key needs the contents of the step under the cursor.
  var isAboutStep: Bool { [.tree, .values, .copying].contains(section) || (section == .prompt && keys == ["enter"]) }

  /// - Parameter keys: Between blanks.
  static func counted(
    _ keys: String, _ name: String, _ help: String, _ perform: @escaping @Sendable (inout InspectorState, Int?) -> Void
  ) -> KeyBinding {
    KeyBinding(keys: keys.split(separator: " ").map(String.init), name: name, help: help, perform: perform)
  }

  static func key(
    _ keys: String, _ name: String, _ help: String, _ perform: @escaping @Sendable (inout InspectorState) -> Void
  ) -> KeyBinding {
    var binding = counted(keys, name, help) { state, _ in perform(&state) }
    binding.takesCount = false
    return binding
  }

  /// The same, about the value at the path that may follow its name.
  var takingPath: KeyBinding {
    var binding = self
    binding.takesPath = true
    return binding
  }

  static func lettered(
    _ keys: String, _ help: String, _ perform: @escaping @Sendable (inout InspectorState, Character) -> Void
  ) -> KeyBinding {
    var binding = key(keys, "", help) { _ in }
    binding.lettered = perform
    return binding
  }

  /// The key sequences. `m{a-z}` gives 26.
  package var sequences: [[Key]] { keys.flatMap(Self.alternatives).map(Self.sequence) }

  /// The first of the sequences that a text of ``keys`` stands for.
  static func firstSequence(of text: String) -> [Key]? { alternatives(text).first.map(sequence) }

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

/// Maps keys to actions. Digits form a count. A key sequence waits until it is complete or matches nothing.
package enum Keymap {
  /// Returns the action of a key in the current state.
  package static func action(for key: Key, in state: InspectorState) -> InspectorAction {
    let scopes = scopes(of: state)
    let sequence = state.typed.sequence + [key]
    if state.typed.sequence.isEmpty, scopes != [.prompt], let digit = digit(of: key), digit > 0 || state.typed.count != nil {
      return .key(.digit(digit))
    }
    for scope in scopes {
      if let found = table.first(where: { $0.scope == scope && $0.sequence == sequence }) {
        let letter: Character? = if case .character(let character) = key { character } else { nil }
        return .key(.bound(bindings[found.binding], count: state.typed.count, letter: letter))
      }
    }
    if case .mouse(let mouse) = key, scopes != [.prompt] { return .key(.mouse(mouse)) }
    if scopes == [.prompt] { return .key(typed(key)) }
    if table.contains(where: { scopes.contains($0.scope) && $0.sequence.count > sequence.count && $0.sequence.starts(with: sequence) }) {
      return .key(.prefix(key))
    }
    return .key(.unknown(sequence))
  }

  /// The keys that can follow those typed so far, with their bindings: after `y`, the key `p` copies the path.
  static func continuations(in state: InspectorState) -> [(keys: String, binding: KeyBinding)] {
    let typed = state.typed.sequence
    guard !typed.isEmpty else { return [] }
    return scopes(of: state).flatMap { scope in
      bindings.filter { $0.scope == scope }.flatMap { binding in
        binding.keys.compactMap { text -> (keys: String, binding: KeyBinding)? in
          guard let sequence = KeyBinding.firstSequence(of: text), sequence.count > typed.count, sequence.starts(with: typed) else {
            return nil
          }
          // Of `m{a-z}`, the letters.
          let rest = binding.lettered == nil ? sequence.dropFirst(typed.count).map(\.name).joined() : String(text.dropFirst(2).dropLast())
          return (rest, binding)
        }
      }
    }
  }

  /// Returns the scopes to search, in order.
  private static func scopes(of state: InspectorState) -> [KeyBinding.Scope] {
    if state.isPrompting { return [.prompt] }
    guard state.focus == .answer, let subject = state.answer?.subject else {
      return [state.focus == .timeline ? .timeline : .tree, .anywhere]
    }
    switch subject {
    case .plot: return [.tree, .anywhere]
    case .filters: return [.filters, .list, .tree, .anywhere]
    case .runs: return [.runs, .list, .tree, .anywhere]
    case .bookmarks: return [.bookmarks, .list, .tree, .anywhere]
    case .question, .help, .value: return [.list, .tree, .anywhere]
    }
  }

  private static func digit(of key: Key) -> Int? {
    guard case .character(let character) = key, character.isASCII else { return nil }
    return character.wholeNumberValue
  }

  private static func typed(_ key: Key) -> KeyPress {
    switch key {
    case .character(let character): .typed(String(character))
    case .paste(let text): .typed(text)
    default: .unknown([key])
    }
  }

  /// Every key sequence with its binding, computed once.
  private static let table: [(scope: KeyBinding.Scope, sequence: [Key], binding: Int)] = bindings.enumerated().flatMap { place, binding in
    binding.sequences.map { (binding.scope, $0, place) }
  }
}
