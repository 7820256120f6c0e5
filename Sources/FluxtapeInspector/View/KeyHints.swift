import FluxtapeScreen

/// The keys in the bottom row, most important first.
struct KeyHints {
  /// `, . step`: some keys, and what they are for.
  struct Hint {
    let bindings: [KeyBinding]
    let words: String
  }

  let hints: [Hint]

  private typealias Row = (names: [String], words: String)

  private static let step: Row = (["previous-step", "next-step"], "step")
  private static let find: Row = (["search"], "find")
  private static let pane: Row = (["next-pane"], "pane")
  private static let help: Row = (["help"], "help")
  private static let copy: Row = (["copy"], "copy")
  private static let whole: Row = (["view"], "whole")
  private static let hits: Row = (["next-hit", "previous-hit"], "hit")
  private static let marks: Row = (["bookmarks"], "marks")
  /// Questions about the value under the cursor.
  private static let value: [Row] = [
    (["blame"], "blame"), (["changes"], "changes"), (["previous-value-change", "next-value-change"], "change"), (["watch"], "watch"),
    (["plot"], "plot"),
  ]

  /// What can be done in a pane, most useful first.
  private static func rows(for pane: Pane, _ place: Place) -> [Row] {
    let back: Row = (place.onlyQuits ? ["quit"] : ["close"], place.close)
    let command: [Row] = place.hasCommand ? [(["copy-command"], "copy the command")] : []
    switch pane {
    case .timeline:
      let first: [Row] = [step, (["show-diff"], "diff"), find, Self.pane, help, back]
      let filtered: [Row] = place.isFiltered ? [(["clear"], "unfilter"), (["filters"], "filters")] : []
      // At 80 columns, 'problems' has room after a search, too.
      let problems: [Row] = [(["problems"], "problems")]
      let errors: [Row] = place.hasProblems ? [(["next-problem"], "error")] : []
      let notes: [Row] = place.hasNotes ? [marks] : []
      let pinned: [Row] = place.isPinned ? [(["base"], "pin diff")] : []
      let questions: [Row] = [(["chain"], "waterfall"), (["filter"], "filter")]
      let moves: [Row] = [
        (["previous-of-store", "next-of-store"], "store"), (["next-of-chain", "previous-of-chain"], "chain"),
        (["cause", "effect"], "cause/effect"),
      ]
      let runs: [Row] = place.hasRuns ? [(["runs"], "runs")] : []
      let rest: [Row] = [
        (["play"], "play"), (["leave-out"], "what if"), (["pin"], "pin"), (["statistics"], "statistics"), (["command"], "cmd"),
      ]
      return [first, filtered, problems, notes, pinned, questions, errors, moves, runs, rest, notes.isEmpty ? [marks] : []].flatMap { $0 }
    case .action:
      return [step, Self.pane, help, back] + (place.hasHost ? [(["leave-out"], "what if")] : [])
        + [(["toggle"], "open"), whole, copy, (["form"], "raw line"), find, (["edit"], "editor")]
    case .diff:
      return [step, Self.pane, help, back] + value + [(["base"], "diff base"), (["unchanged"], "unchanged"), whole, copy, find]
    case .state:
      return [step, Self.pane, help, back, (["toggle"], "open")] + value
        + [(["path"], "path"), (["scope"], "stores"), (["form"], "form"), whole, copy, find]
    case .answer where place.isFilters:
      return [
        (["toggle"], "on/off"), (["add-filter"], "add"), (["edit-filter"], "edit"), (["remove-filter"], "remove"), back, Self.pane, help,
        step,
      ]
    case .answer where place.isRuns:
      let found: [Row] = place.hasRunHits ? [Self.hits] : []
      let all: [Row] = place.hasRunFilter ? [(["clear"], "all runs")] : []
      let rows: [Row] = [
        (["toggle"], "open it"), (["search-runs"], "find"), (["filter-runs"], "filter"), (["compare"], "two runs"), back, help,
        (["sort"], "sort"), Self.pane, step,
      ]
      return found + all + rows
    case .answer where place.isBookmarks:
      return [
        (["toggle"], "go there"), (["edit-bookmark"], "edit note"), (["remove-bookmark"], "remove"), (["undo-note"], "undo"),
        back, Self.pane, help, step,
      ]
    case .answer where place.plotForm != nil:
      let rows: [Row] = [(["form"], place.plotForm ?? ""), back, Self.pane, help, step]
      return rows + command
    case .answer:
      let rows: [Row] = (place.leadsToStep ? [(["toggle"], "go there")] : []) + [back, Self.pane, help, step]
      return rows + command
    }
  }

  /// What the hints depend on besides the pane.
  struct Place {
    /// What `q` does.
    var close = "back"
    /// Whether `Q` is needed for that.
    var onlyQuits = false
    /// Whether a search has found something.
    var hasHits = false
    var hasProblems = true
    /// Whether Esc drops a filter.
    var isFiltered = false
    /// Whether there are marks or notes.
    var hasNotes = false
    var isPinned = false
    var hasRuns = true
    /// Whether a command prints what the pane shows.
    var hasCommand = true
    /// Whether a host replays actions.
    var hasHost = false
    /// Whether Enter goes to the step of the selected row.
    var leadsToStep = true
    /// Whether the pane lists the filters.
    var isFilters = false
    /// Whether the pane lists marks and notes.
    var isBookmarks = false
    /// The other form of the plot that the pane shows.
    var plotForm: String?
    /// Whether the pane lists several runs.
    var isRuns = false
    /// Whether a search in that list has found something.
    var hasRunHits = false
    /// Whether the list has only some of the runs.
    var hasRunFilter = false
  }

  /// - Parameter isNarrow: Whether there is little room. What leads out, to hits, to other panes and to help then comes first.
  init(for pane: Pane, _ place: Place = Place(), isNarrow: Bool) {
    let own = Self.rows(for: pane, place)
    // After a search, its hits are next.
    let rows = place.hasHits && pane != .answer ? [Self.hits] + own : own
    let first: [String] = !isNarrow ? [] : pane == .answer ? ["close", "quit"] : ["close", "quit", "next-hit", "next-pane", "help"]
    let leading = first.flatMap { name in rows.filter { $0.names[0] == name } }
    hints = (leading + rows.filter { !first.contains($0.names[0]) }).map { hint in
      Hint(bindings: hint.names.compactMap { name in Keymap.bindings.first { $0.name == name } }, words: hint.words)
    }
  }

  init(of state: InspectorState, _ form: Layout.Form) {
    self.init(of: state, isNarrow: form == .single || state.size.columns < 80)
  }

  init(of state: InspectorState, isNarrow: Bool) {
    let isList = state.isListingRuns
    let leadsOut = state.beginsWithRuns ? isList : state.focus == .timeline && state.answer == nil
    let close = leadsOut ? "quit" : state.beginsWithRuns && state.focus == .timeline && state.answer == nil ? "runs" : "back"
    let hasCommand = state.focus == .answer && state.command != nil
    var place = Place(close: close, hasRuns: state.runs.count > 1, hasCommand: hasCommand, hasHost: state.whatIf.host != nil)
    place.onlyQuits = leadsOut && state.whatIf.hasSkipped
    place.hasHits = state.search?.hits.isEmpty == false
    place.hasProblems = !state.index.problems.isEmpty
    place.isFiltered = state.search == nil && !state.filtering.filters.isEmpty
    place.hasNotes = !state.notes.isEmpty
    place.isPinned = state.pin != nil
    place.leadsToStep = state.details[.answer]?.selectedRow.map { $0.target != nil || $0.action != nil } ?? false
    place.isFilters = state.isListingFilters
    place.isBookmarks = state.isListingBookmarks && !state.notes.isEmpty
    if case .plot(_, let isLogarithmic)? = state.answer?.subject { place.plotForm = isLogarithmic ? "linear" : "logarithmic" }
    place.isRuns = isList && state.runs.count > 1
    place.hasRunHits = !state.runHits.isEmpty
    place.hasRunFilter = !state.runWords.filter.isEmpty
    self.init(for: state.focus, place, isNarrow: isNarrow)
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
