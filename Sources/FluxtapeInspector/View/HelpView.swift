import FluxtapeScreen

/// All keys and signs, those of the focused pane first, in as many columns as fit. Covers the whole screen and scrolls.
struct HelpView {
  let state: InspectorState
  let page: HelpPage

  /// The width of one column of entries.
  private static let columnWidth = 78

  /// - Parameter prompt: The words that are being typed.
  func draw(in frame: inout Frame, _ prompt: Prompt? = nil) {
    var rest = frame.bounds
    let title = rest.cutTop(1)
    let hint = rest.cutBottom(1)
    frame.fill(title, with: frame.glyphs.horizontal, style: .border)
    let name = page.words.isEmpty ? "[Keys and signs]" : "[Keys and signs: \(page.words)]"
    frame.write(StyledText(frame.glyphs.horizontal, .border) + StyledText(name, .title), at: title.origin, maxWidth: title.columns)
    if let prompt {
      StatusLine.draw(prompt, of: state, in: &frame, hint)
    } else {
      frame.write(StyledText(" q closes   / finds   j k scroll   G signs", .dim), row: 0, in: hint)
    }
    let rows = rows(columns: rest.columns)
    guard !rows.isEmpty else { return frame.write(StyledText(" no key has these words in its help", .dim), row: 0, in: rest) }
    for (line, place) in page.window.visible(count: rows.count, height: rest.rows).enumerated() {
      frame.write(rows[place], row: line, in: rest)
    }
  }

  /// Returns the number of rows of help on a screen of this width.
  func rowCount(columns: Int) -> Int { rows(columns: columns).count }

  private func rows(columns: Int) -> [StyledText] {
    let typesetting = state.typesetting
    let count = max(1, columns / Self.columnWidth)
    let width = columns / count
    let entries = entries(columns: width, typesetting)
    let height = (entries.count + count - 1) / count
    return (0..<height).map { row in
      (0..<count).reduce(into: StyledText()) { line, column in
        let place = column * height + row
        guard place < entries.count else { return }
        line += entries[place].fitted(to: width, typesetting: typesetting)
      }
    }
  }

  /// The sections, with what can be done in the focused pane first.
  private var sections: [KeyBinding.Section] {
    let lists: [(isInFront: Bool, section: KeyBinding.Section)] = [
      (state.focus == .timeline, .timeline), (state.isListingFilters, .filters), (state.isListingRuns, .runs),
      (state.isListingBookmarks, .bookmarks),
    ]
    let own = lists.first { $0.isInFront }?.section ?? .tree
    return [own] + KeyBinding.Section.allCases.filter { $0 != own }
  }

  /// The bindings of a section. The first section begins with the ten commonest keys of the focused pane.
  private func bindings(of section: KeyBinding.Section) -> [KeyBinding] {
    let own = Keymap.bindings.filter { $0.section == section }
    guard section == sections[0], page.words.isEmpty else { return own }
    let hinted = KeyHints(of: state, isNarrow: false).hints.flatMap(\.bindings)
    // In the list of filters, Enter is another binding than in trees.
    let common = hinted.filter { hint in !own.contains { $0.keys.first == hint.keys.first && $0.name != hint.name } }.prefix(10)
    return Array(common) + own.filter { binding in !common.contains { $0.name == binding.name } }
  }

  /// Whether a text has all words that were typed.
  private func isListed(_ text: String) -> Bool {
    let text = text.lowercased()
    return page.words.lowercased().split(separator: " ").allSatisfy { text.contains($0) }
  }

  private func entries(columns: Int, _ typesetting: Typesetting) -> [StyledText] {
    let keysWidth = columns < 50 ? 9 : 16
    func title(_ text: String) -> [StyledText] {
      TextWrapping.lines(of: text, width: max(columns - 1, 12), in: typesetting).map { StyledText(" " + $0, .title) }
    }
    var entries: [StyledText] = []
    for section in sections {
      let bindings = bindings(of: section).filter { binding in
        let words = [section.rawValue, binding.name, binding.help, Keymap.synonyms[binding.name] ?? ""]
        return isListed((words + binding.keys).joined(separator: " "))
      }
      guard !bindings.isEmpty else { continue }
      if !entries.isEmpty { entries.append(StyledText()) }
      entries += title(section.rawValue)
      for binding in bindings { entries += Self.entries(for: binding, keysWidth: keysWidth, columns: columns, typesetting) }
    }
    for (name, words) in HelpWords.sections {
      let words = words.filter { isListed([name, $0.text, $0.words].joined(separator: " ")) }
      guard !words.isEmpty else { continue }
      if !entries.isEmpty { entries.append(StyledText()) }
      entries += title(name)
      for word in words { entries += Self.entries(word.text, word.words, keysWidth: keysWidth, columns: columns, typesetting) }
    }
    let signs = SignLegend.entries(typesetting.glyphs).filter { isListed("Signs " + $0.words) }
    guard !signs.isEmpty else { return entries }
    if !entries.isEmpty { entries.append(StyledText()) }
    entries += title("Signs")
    for entry in signs {
      let signWidth = max(keysWidth, entry.sign.width(in: typesetting))
      let lines = TextWrapping.lines(of: entry.words, width: max(columns - signWidth - 3, 12), in: typesetting)
      for (number, line) in lines.enumerated() {
        let sign = number == 0 ? entry.sign : StyledText()
        entries.append(StyledText("  ") + sign.fitted(to: signWidth, typesetting: typesetting) + StyledText(" " + line, .text))
      }
    }
    return entries
  }

  /// Returns the rows of a binding: its keys, its whole help text, wrapped, and its name if there is room.
  private static func entries(for binding: KeyBinding, keysWidth: Int, columns: Int, _ typesetting: Typesetting) -> [StyledText] {
    let hasName = binding.scope != .prompt && !binding.name.isEmpty
    // A command without a key is listed by its name.
    let keys = binding.keys.isEmpty && hasName ? ":" + binding.name : binding.keys.joined(separator: "  ")
    let name = hasName && !binding.keys.isEmpty && columns >= columnWidth ? "  :" + binding.name : ""
    return entries(keys, binding.help, name: name, keysWidth: keysWidth, columns: columns, typesetting)
  }

  /// Returns the rows of an entry: its keys or words, its whole text, wrapped, and a command's name.
  private static func entries(
    _ keys: String, _ help: String, name: String = "", keysWidth: Int, columns: Int, _ typesetting: Typesetting
  ) -> [StyledText] {
    let hasOwnRow = keys.count > keysWidth && keys.count + help.count + name.count + 3 > columns
    let textColumn = (hasOwnRow ? keysWidth : max(keysWidth, keys.count)) + 3
    let room = max(columns - textColumn, 12)
    var lines = TextWrapping.lines(of: help, width: room, in: typesetting).map { StyledText($0, .text) }
    if !name.isEmpty {
      let last = lines.popLast() ?? StyledText()
      if last.width(in: typesetting) + name.count <= room {
        lines.append(last.fitted(to: max(last.width(in: typesetting), min(40, room - name.count))) + StyledText(name, .dim))
      } else {
        lines += [last, StyledText(String(name.dropFirst(2)), .dim)]
      }
    }
    var heads = [StyledText("  " + keys, .key)]
    if hasOwnRow {
      heads = TextWrapping.lines(of: keys, width: max(columns - 2, 12), in: typesetting).map { StyledText("  " + $0, .key) }
      lines = heads.map { _ in StyledText() } + lines
    }
    return lines.enumerated().map { number, text in
      guard number < heads.count else { return StyledText(String(repeating: " ", count: textColumn)) + text }
      return text.runs.isEmpty ? heads[number] : heads[number].fitted(to: textColumn) + text
    }
  }
}
