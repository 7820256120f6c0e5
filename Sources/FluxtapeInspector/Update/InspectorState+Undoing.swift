import FluxtapeAnswers
import FluxtapeHistory

/// A change that `U` takes back.
enum UndoableChange: Sendable {
  case note(StepNotes.Change)
  /// What was before the change.
  case filters([Filtering.Entry])
  case watches([StatePath])
}

extension InspectorState {
  /// Changes the filters. What changes nothing cannot be undone.
  mutating func changeFilters(_ change: (inout Filtering) -> Void) {
    let before = filtering.filters
    change(&filtering)
    if filtering.filters != before { undoable.append(.filters(before)) }
  }

  /// Keeps the watched values as they are, before a change of them.
  mutating func keepWatches() { undoable.append(.watches(watching.values)) }

  /// Undoes the last change of a filter, a watch, a mark or a note in this inspector.
  mutating func undo() {
    guard let last = undoable.popLast() else {
      return say("nothing to undo: no filter, watch, mark or note was changed since this log was opened")
    }
    switch last {
    case .note(let change): undo(change)
    case .filters(let filters):
      filtering.filters = filters
      filtering.newest = nil
      say("the filters are as before: \(filtering.active.count.counted("filter")) on")
    case .watches(let values):
      watching.values = values
      say("the watches are as before: \(values.count.counted("value"))")
    }
    rebuildPanes()
  }

  /// Forgets changes of the notes on another run.
  mutating func forgetUndoableNotes() {
    undoable.removeAll { if case .note = $0 { true } else { false } }
  }
}
