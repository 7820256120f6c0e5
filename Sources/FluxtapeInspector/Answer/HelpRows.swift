package import FluxtapeScreen

/// One entry of help.
package enum HelpEntry: Sendable {
  case section(String)
  /// Keys or a sign, what they are for, and the name of the command that does the same.
  case item(StyledText, words: String, name: String, keywords: String)
}

/// All keys and signs, those of the pane in front first.
struct HelpRows {
  let width: Int
  let typesetting: Typesetting

  /// The width from which on names have room.
  private static let widthForNames = 78

  static func entries(of state: InspectorState) -> [HelpEntry] {
    let sections = sections(in: state)
    var entries: [HelpEntry] = []
    for section in sections {
      entries.append(.section(section.rawValue))
      for binding in bindings(of: section, isFirst: section == sections[0], in: state) {
        let hasName = binding.scope != .prompt && !binding.name.isEmpty
        // A command without a key is listed by its name.
        let keys = binding.keys.isEmpty && hasName ? ":" + binding.name : binding.keys.joined(separator: "  ")
        let keywords = [section.rawValue, binding.name, binding.help, Keymap.synonyms[binding.name] ?? "", keys].joined(separator: " ")
        let name = hasName && !binding.keys.isEmpty ? "  :" + binding.name : ""
        entries.append(.item(StyledText(keys, .key), words: binding.help, name: name, keywords: keywords))
      }
    }
    for (name, words) in HelpWords.sections {
      entries.append(.section(name))
      entries += words.map {
        .item(StyledText($0.text, .key), words: $0.words, name: "", keywords: [name, $0.text, $0.words].joined(separator: " "))
      }
    }
    entries.append(.section("Signs"))
    return entries
      + SignLegend.entries(state.typesetting.glyphs).map { .item($0.sign, words: $0.words, name: "", keywords: "Signs " + $0.words) }
  }

  /// The sections, with what can be done in the focused pane first.
  private static func sections(in state: InspectorState) -> [KeyBinding.Section] {
    let own: KeyBinding.Section =
      switch (state.focus, state.answer?.subject) {
      case (.timeline, _): .timeline
      case (.answer, .filters): .filters
      case (.answer, .runs): .runs
      case (.answer, .bookmarks): .bookmarks
      case (.answer, _): .lists
      case (.action, _), (.diff, _), (.state, _): .tree
      }
    return [own] + KeyBinding.Section.allCases.filter { $0 != own }
  }

  /// The bindings of a section. The first section begins with the ten commonest keys of the focused pane.
  private static func bindings(of section: KeyBinding.Section, isFirst: Bool, in state: InspectorState) -> [KeyBinding] {
    let own = Keymap.bindings.filter { $0.section == section }
    guard isFirst else { return own }
    let hinted = KeyHints(of: state, isNarrow: false).hints.flatMap(\.bindings)
    // In the list of filters, Enter is another binding than in trees.
    let common = hinted.filter { hint in !own.contains { $0.keys.first == hint.keys.first && $0.name != hint.name } }.prefix(10)
    return Array(common) + own.filter { binding in !common.contains { $0.name == binding.name && $0.keys == binding.keys } }
  }
}

// MARK: - Rows

extension HelpRows {
  func rows(of entries: [HelpEntry]) -> [DetailRow] {
    var rows: [DetailRow] = []
    for (number, entry) in entries.enumerated() {
      switch entry {
      case .section(let title):
        if number > 0 { rows.append(.note("")) }
        rows += TextWrapping.lines(of: title, width: max(width - 1, 12), in: typesetting).map { .note(" " + $0, .title) }
      case .item(let keys, let words, let name, let keywords):
        for (line, text) in lines(keys, words, name: width >= Self.widthForNames ? name : "").enumerated() {
          var row = DetailRow(.text(text))
          row.item = number
          row.isContinued = line > 0
          row.keywords = keywords
          rows.append(row)
        }
      }
    }
    return rows
  }

  /// Returns the lines of an entry: its keys, its whole text, wrapped, and a command's name.
  private func lines(_ keys: StyledText, _ help: String, name: String) -> [StyledText] {
    let keysWidth = width < 50 ? 9 : 16
    let used = keys.width(in: typesetting)
    let hasOwnRow = used > keysWidth && used + help.count + name.count + 3 > width
    let textColumn = (hasOwnRow ? keysWidth : max(keysWidth, used)) + 3
    let room = max(width - textColumn, 12)
    var lines = TextWrapping.lines(of: help, width: room, in: typesetting).map { StyledText($0, .text) }
    if !name.isEmpty {
      let last = lines.popLast() ?? StyledText()
      if last.width(in: typesetting) + name.count <= room {
        lines.append(last.fitted(to: max(last.width(in: typesetting), min(40, room - name.count))) + StyledText(name, .dim))
      } else {
        lines += [last, StyledText(String(name.dropFirst(2)), .dim)]
      }
    }
    var heads = [StyledText("  ") + keys]
    if hasOwnRow {
      heads = TextWrapping.lines(of: keys.plain, width: max(width - 2, 12), in: typesetting).map { StyledText("  " + $0, .key) }
      lines = heads.map { _ in StyledText() } + lines
    }
    return lines.enumerated().map { number, text in
      guard number < heads.count else { return StyledText(String(repeating: " ", count: textColumn)) + text }
      return text.runs.isEmpty ? heads[number] : heads[number].fitted(to: textColumn, typesetting: typesetting) + text
    }
  }
}

extension InspectorState {
  /// Lists all keys and signs on the whole screen; again closes the list.
  mutating func toggleHelp() {
    if focus == .answer, answer?.subject == .help { return closeAnswer() }
    showWhole(OpenAnswer(subject: .help, content: .help(HelpRows.entries(of: self))))
  }
}
