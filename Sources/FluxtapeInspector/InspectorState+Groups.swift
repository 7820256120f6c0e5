import FluxtapeAnswers
import FluxtapeDocuments
import FluxtapeHistory
import FluxtapeJSON
import FluxtapeScreen

/// The filters of the timeline.
struct Filtering: Sendable {
  struct Entry: Hashable, Sendable {
    var filter: RowFilter
    /// Whether the filter applies.
    var isOn = true

    /// The query as typed.
    var text: String { filter.text }
  }

  /// No two of them have the same condition.
  var filters: [Entry] = []
  /// Whether a flood of one action takes one row.
  var collapsesFloods = false
  /// The last question for the rows to list.
  var asked: ListQuestion?
  /// Whether other filters apply than for ``InspectorState/listed``. When the rows to list arrive, the cursor goes to one of them.
  var isChanged = false
  /// The filter that was just added or edited, until the rows to list arrive.
  var newest: RowFilter?
  /// The filter whose path the cursor keeps as soon as the step is read.
  var pathToKeep: RowFilter?

  /// `2 filters, 1 off`; nil without filters.
  var countWords: String? {
    guard !filters.isEmpty else { return nil }
    let off = filters.count { !$0.isOn }
    return filters.count.counted("filter") + (off == 0 ? "" : off == filters.count ? " off" : ", \(off) off")
  }

  /// The filters that are on.
  var active: [RowFilter] { active(besides: nil) }

  func active(besides number: Int?) -> [RowFilter] {
    filters.indices.filter { $0 != number && filters[$0].isOn }.map { filters[$0].filter }
  }
}

/// The values that the cursor keeps from step to step.
struct ValueCursor: Sendable {
  /// For each store, the path that the cursor keeps.
  var paths: [String: JSONPointer] = [:]
  /// The cursor's store, if several are shown.
  var store: String?
  /// Whether a question about the store's whole state is being asked.
  var isWhole = false
}

/// How the panes show their contents.
struct PaneForms: Sendable {
  /// The timeline's time column.
  enum Time: Int, CaseIterable, Hashable, Sendable {
    /// The time of day, and the time since the previous row.
    case clock
    case sinceRowBefore, sincePin, none
  }

  /// Whether the Action pane shows the line as it is in the file, instead of the record.
  var showsRawLine = false
  var time = Time.clock
  /// Whether the Diff pane lists unchanged values.
  var showsUnchanged = false
  /// The stores that the State pane shows.
  var scope = StateScope.storeOfStep
}

/// The values that are followed through the whole log.
struct Watching: Sendable {
  var values: [StatePath] = []
  var series: [StatePath: Series] = [:]
  /// The last question for `series`.
  var asked: WatchQuestion?
}

/// Jumps between the changes of a value.
struct ChangeJumps: Sendable {
  /// The rows where the last value in question changed.
  var known: (question: RunQuestion, rows: [LinePlace])?
  /// The jump that waits for `known`.
  var pending: ValueJump?
}

/// Keys that wait for more.
struct TypedKeys: Sendable {
  var count: Int?
  var sequence: [Key] = []
}

/// What was typed into prompts before.
struct PromptHistory: Sendable {
  var entries: [PromptKind: [String]] = [:]
  /// The search that Esc cleared. `n` searches for it again.
  var clearedSearch: String?
}
