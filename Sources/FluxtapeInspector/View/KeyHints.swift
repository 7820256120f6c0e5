import FluxtapeScreen

/// The keys in the bottom row, most important first.
struct KeyHints {
  /// `, . step`: some keys, and what they are for.
  struct Hint {
    let bindings: [KeyBinding]
    let words: String
  }

  let hints: [Hint]

  private static let wide: [(names: [String], words: String)] = [
    (["previous-step", "next-step"], "step"), (["previous-of-store", "next-of-store"], "store"),
    (["next-of-chain", "previous-of-chain"], "chain"), (["search"], "find"), (["next-pane"], "pane"), (["command"], "cmd"),
    (["help"], "help"), (["cause", "effect"], "cause/effect"), (["next-problem"], "error"), (["pin"], "pin"), (["base"], "diff base"),
    (["form"], "form"), (["zoom-in"], "zoom"), (["quit"], "quit"),
  ]

  private static let narrow: [(names: [String], words: String)] = [
    (["next-pane"], "pane"), (["previous-step", "next-step"], "step"), (["help"], "help"), (["command"], "cmd"), (["search"], "find"),
  ]

  init(isNarrow: Bool) {
    hints = (isNarrow ? Self.narrow : Self.wide).map { hint in
      Hint(bindings: hint.names.compactMap { name in Keymap.bindings.first { $0.name == name } }, words: hint.words)
    }
  }

  /// Returns as many hints as fit behind `start`.
  func text(after start: StyledText, of width: Int, _ typesetting: Typesetting) -> StyledText {
    cells(after: start, of: width, typesetting).last?.text ?? start
  }

  /// Returns the binding whose key, or whose words, are at a column.
  func binding(at column: Int, of width: Int, after start: StyledText, _ typesetting: Typesetting) -> KeyBinding? {
    guard column >= start.width(in: typesetting) else { return nil }
    return cells(after: start, of: width, typesetting).first { column < $0.text.width(in: typesetting) }?.binding
  }

  /// Returns the row up to each key that fits. The last key of a hint includes the words.
  private func cells(after start: StyledText, of width: Int, _ typesetting: Typesetting) -> [(text: StyledText, binding: KeyBinding)] {
    var cells: [(text: StyledText, binding: KeyBinding)] = []
    var text = start
    for hint in hints {
      var next: [(text: StyledText, binding: KeyBinding)] = []
      for (number, binding) in hint.bindings.enumerated() {
        text += StyledText(" ") + StyledText(binding.keys.first ?? "", .key)
        if number == hint.bindings.count - 1 { text.append(" \(hint.words) ", .dim) }
        next.append((text, binding))
      }
      guard text.width(in: typesetting) <= width else { break }
      cells += next
    }
    return cells
  }
}
