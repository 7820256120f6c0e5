import FluxtapeDocuments
import FluxtapeHistory
import FluxtapeJSON
import FluxtapeLog
import FluxtapeLogReading

/// What the inspector remembers of a log from one time to the next: what is watched, what was typed, the filters, and the step
/// that the cursor was on. It is kept beside the user's own data, never in the log.
package struct InspectorMemory: Hashable, Sendable {
  var watches: [WatchedValue] = []
  var entered: [PromptKind: [String]] = [:]
  var filters: [String] = []
  var step: StepNumber?

  /// Lines of each prompt that are kept.
  private static let enteredLimit = 100
  /// Watched values that are read at most: a file that somebody else wrote must do no harm.
  private static let limit = 1000
}

// MARK: - As text

extension InspectorMemory {
  /// As JSON.
  var text: String {
    var members = JSONObject([("watches", .array(watches.map { .string($0.address) }))])
    for kind in PromptKind.remembered {
      members[kind.rawValue] = .array((entered[kind] ?? []).suffix(Self.enteredLimit).map { .string($0) })
    }
    members["filters"] = .array(filters.map { .string($0) })
    if let step { members["step"] = .number(JSONNumber(step.rawValue)) }
    return JSONValue.object(members).prettyText + "\n"
  }

  /// Reads what ``text`` wrote; what is not so is left out.
  init(parsing text: String) {
    guard let json = try? JSONValue(parsing: text) else { return }
    watches = (json["watches"]?.array ?? []).prefix(Self.limit).compactMap { value in
      guard let path = value.string.flatMap({ try? StatePath(parsing: $0) }), let store = path.store else { return nil }
      return WatchedValue(store: store, path: StatePath(parts: path.parts))
    }
    for kind in PromptKind.remembered {
      entered[kind] = (json[kind.rawValue]?.array ?? []).suffix(Self.enteredLimit).compactMap(\.string)
    }
    filters = (json["filters"]?.array ?? []).prefix(Self.enteredLimit).compactMap(\.string)
    step = json["step"]?.int.flatMap { $0 > 0 ? StepNumber($0) : nil }
  }
}

extension PromptKind {
  fileprivate static let remembered: [PromptKind] = [.search, .filter, .command]
}

extension InspectorState {
  var memory: InspectorMemory {
    InspectorMemory(
      watches: watches, entered: entered, filters: filters.map(\.text), step: stepToReturnTo ?? currentRow?.step)
  }

  /// Takes up what was remembered.
  mutating func recall(_ memory: InspectorMemory) {
    watches = memory.watches.filter { history.stores.contains($0.store) || log.progress != nil || !log.isPlaced }
    entered = memory.entered
    filters = memory.filters.compactMap { RowFilter($0, in: history) }
    stepToReturnTo = log.isFollowing ? nil : memory.step
    if log.isPlaced { returnToStep() }
    remembered = self.memory
  }

  /// Goes to where the cursor was the last time, as soon as that is read. Where the log itself opens is one jump back.
  mutating func returnToStep() {
    guard let step = stepToReturnTo else { return }
    stepToReturnTo = nil
    let filtering = filters.isEmpty ? "" : "; \(QuantityText.counted(filters.count, "filter")) from last time, Esc removes them"
    guard let row = history.row(of: step), row != cursor else {
      if !filters.isEmpty { say(String(filtering.dropFirst(2))) }
      return
    }
    jump(to: row)
    say("back at #\(QuantityText.grouped(step.rawValue)), where you left\(filtering)")
  }
}
