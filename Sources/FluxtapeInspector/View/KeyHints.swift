import FluxtapeLiveWire
import FluxtapeScreen

/// The keys in the bottom row, most important first.
struct KeyHints {
  /// `, . step`: some keys, and what they are for.
  struct Hint {
    let bindings: [KeyBinding]
    let words: String

    /// - Parameter names: The names of bindings, between blanks.
    init(_ names: String, _ words: String) {
      bindings = names.split(separator: " ").compactMap { name in Keymap.bindings.first { $0.name == name } }
      self.words = words
    }
  }

  let hints: [Hint]

  init(of state: InspectorState, _ form: Layout.Form) {
    self.init(of: state, isNarrow: form == .single || state.size.columns < 80)
  }

  /// - Parameter isNarrow: Whether there is little room. What leads out, to hits, to other panes and to help then comes first.
  init(of state: InspectorState, isNarrow: Bool) {
    let hits = state.focus != .answer && state.search?.hits.isEmpty == false ? [Self.hit] : []
    let hints = hits + Self.hints(of: state)
    let first = !isNarrow ? [] : state.focus == .answer ? ["close", "quit"] : ["close", "quit", "next-hit", "next-pane", "help"]
    func rank(_ hint: Hint) -> Int { first.firstIndex(of: hint.bindings[0].name) ?? first.count }
    self.hints = (0...first.count).flatMap { place in hints.filter { rank($0) == place } }
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
      let before = text
      for (number, binding) in hint.bindings.enumerated() {
        // A command without a key is named as it is typed.
        text += StyledText(" ") + StyledText(binding.keys.first ?? ":" + binding.name, .key)
        if number == hint.bindings.count - 1 { text.append(" \(hint.words) ", .dim) }
        next.append((text, binding))
      }
      // A shorter one may still fit.
      if text.width(in: typesetting) <= width { cells += next } else { text = before }
    }
    return cells
  }
}

// MARK: - What can be done in a pane

extension KeyHints {
  private static let hit = Hint("next-hit previous-hit", "hit")
  private static let step = Hint("previous-step next-step", "step")
  private static let find = Hint("search", "find")
  private static let pane = Hint("next-pane", "pane")
  private static let help = Hint("help", "help")
  private static let marks = Hint("bookmarks", "marks")
  private static let copying = [Hint("view", "whole"), Hint("copy", "copy")]
  /// Questions about the value under the cursor.
  private static let value = [
    Hint("blame", "blame"), Hint("history", "changes"), Hint("previous-value-change next-value-change", "change"), Hint("watch", "watch"),
    Hint("plot", "plot"),
  ]

  private static func hints(of state: InspectorState) -> [Hint] {
    switch state.focus {
    case .timeline: return timeline(state)
    case .action:
      return [step, pane, help, back(state)] + (state.whatIf.host != nil ? [Hint("leave-out", "what if")] : []) + [Hint("toggle", "open")]
        + copying + [Hint("form", "raw line"), find, Hint("edit", "editor")]
    case .diff:
      return [step, pane, help, back(state)] + value + [Hint("base", "diff base"), Hint("unchanged", "unchanged")] + copying + [find]
    case .state:
      return [step, pane, help, back(state), Hint("toggle", "open")] + value
        + [Hint("path", "path"), Hint("scope", "stores")] + copying + [find]
    case .answer: return answer(state)
    }
  }

  /// What `q` does, or `Q` where `q` does not leave.
  private static func back(_ state: InspectorState) -> Hint {
    let isInTimeline = state.focus == .timeline && state.answer == nil
    let leadsOut = state.beginsWithRuns ? state.isListingRuns : isInTimeline
    if leadsOut { return Hint(state.whatIf.hasSkipped ? "quit" : "close", "quit") }
    return Hint("close", state.beginsWithRuns && isInTimeline ? "runs" : "back")
  }

  private static func timeline(_ state: InspectorState) -> [Hint] {
    let hasNotes = !state.notes.isEmpty
    var hints = [step, Hint("show-diff", "diff"), find, pane, help, back(state)]
    if state.live != nil { hints.insert(Hint("jump now", "move app here, back"), at: 2) }
    if state.live?.pausedAt != nil { hints.insert(Hint("continue", "go on"), at: 0) }
    if state.search == nil, !state.filtering.filters.isEmpty { hints += [Hint("clear", "unfilter"), Hint("filters", "filters")] }
    // At 80 columns, 'problems' has room after a search, too.
    hints.append(Hint("check", "problems"))
    if hasNotes { hints.append(marks) }
    if state.pin != nil { hints.append(Hint("base", "pin diff")) }
    hints += [Hint("filter", "filter"), Hint("why", "why")]
    if !state.index.problems.isEmpty { hints.append(Hint("next-problem", "error")) }
    hints += [
      Hint("previous-of-store next-of-store", "store"), Hint("next-of-chain previous-of-chain", "chain"),
      Hint("cause effect", "cause/effect"),
    ]
    if state.runs.count > 1 { hints.append(Hint("runs", "runs")) }
    hints += [
      Hint("play", "play"), Hint("leave-out", "what if"), Hint("pin", "pin"), Hint("stats", "statistics"), Hint("command", "cmd"),
    ]
    return hasNotes ? hints : hints + [marks]
  }

  private static func answer(_ state: InspectorState) -> [Hint] {
    let rest = [back(state), pane, help, step]
    switch state.answer?.subject {
    case .filters:
      return [Hint("toggle", "on/off"), Hint("add-filter", "add"), Hint("edit-filter", "edit"), Hint("remove-filter", "remove")] + rest
    case .runs where state.runs.count > 1:
      return found(state) + [Hint("toggle", "open it")] + words + [Hint("compare", "two runs"), back(state), help, Hint("sort", "sort")]
        + [pane, step]
    case .bookmarks where !state.notes.isEmpty:
      return [
        Hint("toggle", "go there"), Hint("edit-bookmark", "edit note"), Hint("remove-bookmark", "remove"), Hint("undo", "undo"),
      ] + rest
    case .plot(_, let isLogarithmic): return [Hint("form", isLogarithmic ? "linear" : "logarithmic")] + rest + command(state)
    case .help: return found(state) + [back(state)] + words + [Hint("page-down", "a page down"), pane]
    case .value:
      var hasForms = false
      if case .value(_, let text)? = state.answer?.content { hasForms = text.hasForms }
      return found(state) + [back(state)] + (hasForms ? [Hint("form", "decode")] : []) + words
        + [Hint("copy", "copy"), Hint("edit", "editor"), Hint("pipe", "pipe"), pane, help]
    case .question, .bookmarks, .runs, nil:
      let selected = state.details[.answer]?.selectedRow
      let leadsToStep = selected?.target != nil || selected?.action != nil
      return found(state) + (leadsToStep ? [Hint("toggle", "go there")] : []) + rest + command(state) + words
    }
  }

  private static let words = [Hint("search-list", "find"), Hint("filter-list", "filter")]

  /// After a search in a list, its hits are next; Esc drops a filter of the list.
  private static func found(_ state: InspectorState) -> [Hint] {
    (state.listHits.isEmpty ? [] : [hit]) + (state.words.filter.isEmpty ? [] : [Hint("clear", "all \(state.listNoun)s")])
  }

  private static func command(_ state: InspectorState) -> [Hint] {
    state.command == nil ? [] : [Hint("copy-command", "copy the command")]
  }
}
