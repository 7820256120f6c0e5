import FluxtapeAnswers
import FluxtapeDocuments
import FluxtapeHistory
import FluxtapeJSON
import FluxtapeLog
import FluxtapeLogReading

/// What the inspector remembers of a log for the next time: watches, typed lines, filters and the cursor's step.
///
/// It is stored with the user's data, never in the log.
package struct InspectorMemory: Hashable, Sendable {
  var watches: [StatePath] = []
  var entered: [PromptKind: [String]] = [:]
  var filters: [String] = []
  /// Those of the filters that are off.
  var filtersOff: [String] = []
  var step: StepNumber?

  /// The maximum number of lines kept for each prompt.
  private static let enteredLimit = 100
  /// The maximum number of watches read, as another program may have written the file.
  private static let limit = 1000
}

// MARK: - As text

extension InspectorMemory {
  /// The memory as JSON.
  var text: String {
    var members = JSONObject([("watches", .array(watches.map { .string($0.description) }))])
    for kind in PromptKind.remembered {
      members[kind.rawValue] = .array((entered[kind] ?? []).suffix(Self.enteredLimit).map { .string($0) })
    }
    members["filters"] = .array(filters.map { .string($0) })
    if !filtersOff.isEmpty { members["filtersOff"] = .array(filtersOff.map { .string($0) }) }
    if let step { members["step"] = .number(JSONNumber(step.rawValue)) }
    return JSONValue.object(members).prettyText + "\n"
  }

  /// Parses ``text``. Skips invalid parts.
  init(parsing text: String) {
    guard let json = try? JSONValue(parsing: text) else { return }
    watches = (json["watches"]?.array ?? []).prefix(Self.limit).compactMap { value in
      value.string.flatMap { try? StatePath(parsing: $0) }.flatMap { $0.store == nil ? nil : $0 }
    }
    for kind in PromptKind.remembered {
      entered[kind] = (json[kind.rawValue]?.array ?? []).suffix(Self.enteredLimit).compactMap(\.string)
    }
    filters = (json["filters"]?.array ?? []).prefix(Self.enteredLimit).compactMap(\.string)
    filtersOff = (json["filtersOff"]?.array ?? []).prefix(Self.enteredLimit).compactMap(\.string)
    step = json["step"]?.int.flatMap { $0 > 0 ? StepNumber($0) : nil }
  }
}

extension PromptKind {
  fileprivate static let remembered: [PromptKind] = [.search, .filter, .command]
}

extension InspectorState {
  var memory: InspectorMemory {
    InspectorMemory(
      watches: watching.values, entered: promptHistory.entries, filters: filtering.filters.map(\.text),
      filtersOff: filtering.filters.filter { !$0.isOn }.map(\.text), step: log.stepToReturnTo ?? currentRow?.step)
  }

  /// Restores a memory.
  mutating func recall(_ memory: InspectorMemory) {
    watching.values = memory.watches.filter { $0.store.map(history.stores.contains) == true || log.progress != nil || !log.isPlaced }
    promptHistory.entries = memory.entered
    filtering.filters = []
    for text in memory.filters {
      let query = try? RowFilter(text)
      guard let filter = query ?? (try? RowFilter(literal: text)), filtering.number(of: filter) == nil else { continue }
      // A part of a type, or a query of an earlier version: it might hide every row.
      filtering.filters.append(Filtering.Entry(filter: filter, isOn: query != nil && !memory.filtersOff.contains(text)))
    }
    // The remembered step decides where the cursor is, not the filters.
    filtering.asked = nil
    log.stepToReturnTo = log.isFollowing ? nil : memory.step
    if log.isPlaced { returnToStep() }
    remembered = self.memory
  }

  /// Goes to the cursor's last step. The step where the log would open is one jump back.
  mutating func returnToStep() {
    defer { sayNotesLog() }
    guard let step = log.stepToReturnTo else { return }
    log.stepToReturnTo = nil
    let count = filtering.active.count
    let last = count == 1 ? "it" : "the last"
    let words = count == 0 ? "" : "; \(count.counted("filter")) from last time, Esc removes \(last)"
    guard let row = history.row(of: step), row != cursor else {
      if count > 0 { say(String(words.dropFirst(2))) }
      return
    }
    jump(to: row)
    say("back at #\(step.rawValue.grouped), where you left off (? for help)\(words)")
  }
}
