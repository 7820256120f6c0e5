import FluxtapeDocuments
import FluxtapeHistory
import FluxtapeJSON
import FluxtapeLog
import FluxtapeLogReading

/// A step to compare others with. It may belong to another run.
package struct PinnedStep: Hashable, Sendable {
  var run: Int
  var row: LinePlace
}

/// The state that the Diff pane compares a step with.
package enum DiffBase: Hashable, Sendable {
  /// The previous step of the same store.
  case previous
  /// The state of the same store at the pinned step.
  case pin(PinnedStep)
  /// The recorded state after the step, while actions are skipped.
  case recorded
  case none
}

/// Which stores the State pane shows.
package enum StateScope: Hashable, Sendable { case storeOfStep, everyStore }

/// Everything the panes show about one step.
package struct StepDetail: Sendable {
  /// A store and its state.
  struct NamedState: Sendable {
    var name: String
    var state: StoreState
    /// The end of the store, if it has ended. Its state is then the last one before that.
    var end: End?
  }

  /// Where a store ended, and the row after which it had its last state.
  struct End: Sendable {
    var row: LinePlace
    var last: LinePlace
  }

  /// The question that a detail answers. The reducer drops answers to older questions.
  package struct Question: Hashable, Sendable {
    var run: Int
    /// The run as shown. Later lines may complete the step.
    var known: FixedRun
    var row: LinePlace
    var base: DiffBase
    var scope: StateScope
    /// Whether the diff leads from this step to a later pinned one.
    var isAhead: Bool { if case .pin(let pin) = base { pin.run == run && pin.row > row } else { false } }
    /// Its states replace the recorded ones.
    var hypothesis: Hypothesis?
  }

  /// Changes that happened at an unknown place before a snapshot.
  struct Found: Sendable {
    let part: RowChange.Part
    let changes: ChangeTree

    /// Returns nil if nothing differs.
    init?(_ part: RowChange.Part?) {
      guard let part else { return nil }
      self.part = part
      changes = ChangeTree(part.changes)
      if changes.count == 0 { return nil }
    }
  }

  let question: Question
  /// The record with the outcome of its completion; nil for a bad line or a jump.
  let record: LogRecord?
  /// The line as it is in the file; nil if the row has none.
  let line: LineExcerpt?
  /// The state of the step's store after the step, or of every store if asked for or if the step has no store.
  let states: [NamedState]
  /// The change of a state record without a step.
  let stated: StatedChange?
  /// The earlier side of the diff: the base, or this step if the pinned step comes later.
  let base: StoreState?
  /// The later side of the diff.
  let changed: StoreState?
  /// The changes from the earlier side to the later; nil if one is unknown. Against the previous step: the step's own changes.
  let changes: ChangeTree?
  /// Other differences in the state, which the step alone did not cause.
  let found: Found?
  /// The rows caused by this one.
  let effects: [LinePlace]
  /// Why the log could not be read.
  let problem: String?
}

/// A line of the log, or the part around its faulty byte.
struct LineExcerpt: Sendable {
  /// The maximum number of bytes kept: enough to read, without copying a snapshot of 100 MB.
  static let limit = 64 << 10

  /// The text before the faulty byte, or all text if no byte is faulty.
  let before: String
  let after: String
  /// The offset of the excerpt in the line.
  let start: Int
  let byteLength: Int
  let lineNumber: Int
  let byteOffset: Int
  let byteCount: Int
  let file: String

  /// - Parameter fault: The offset of the faulty byte in the line. The excerpt contains it.
  init(_ line: RawLine, around fault: Int?) {
    let count = line.bytes.count
    start = count <= Self.limit ? 0 : min(max((fault ?? 0) - Self.limit / 2, 0), count - Self.limit)
    let end = min(start + Self.limit, count)
    let place = min(max(fault ?? end, start), end)
    before = String(decoding: line.bytes[start..<place], as: UTF8.self)
    after = String(decoding: line.bytes[place..<end], as: UTF8.self)
    byteLength = end - start
    lineNumber = line.lineNumber
    byteOffset = line.byteOffset
    byteCount = count
    file = line.path
  }
}
