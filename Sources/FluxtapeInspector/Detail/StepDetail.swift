import FluxtapeDocuments
import FluxtapeHistory
import FluxtapeJSON
import FluxtapeLog
import FluxtapeLogReading

/// A step that others are compared with. It may be one of another log.
package struct PinnedStep: Hashable, Sendable {
  var run: Int
  var row: LinePlace
}

/// What the diff of a step is taken against.
package enum DiffBase: Hashable, Sendable {
  /// The previous step of the same store.
  case previous
  /// The store of the same name as it stood at the pinned step.
  case pin(PinnedStep)
  /// The same store as it stood after the step in the log, where steps are left out.
  case recorded
  case none
}

/// Whose states are shown.
package enum StateScope: Hashable, Sendable { case storeOfStep, everyStore }

/// What the log says about one step, read at once when the cursor comes to rest on it.
package struct StepDetail: Sendable {
  /// A store and where it stood.
  struct Standing: Sendable {
    var store: String
    var state: StoreState
  }

  /// The question that this answers; an answer to an older one is dropped.
  package struct Question: Hashable, Sendable {
    var run: Int
    /// The run as it is shown: what came later may tell more of the step.
    var known: FixedRun
    var row: LinePlace
    var base: DiffBase
    var scope: StateScope
    /// Whether the diff leads from this step to a later one, rather than to it.
    var isAhead: Bool { if case .pin(let pin) = base { pin.run == run && pin.row > row } else { false } }
    /// Whose states are shown in place of the recorded ones.
    var hypothesis: Hypothesis?
  }

  /// What came about at some row before a state that stands whole in the log.
  struct Found: Sendable {
    let part: RowChange.Part
    let changes: ChangeTree

    /// - Returns: nil where nothing differs.
    init?(_ part: RowChange.Part?) {
      guard let part else { return nil }
      self.part = part
      changes = ChangeTree(part.changes)
      if changes.count == 0 { return nil }
    }
  }

  let question: Question
  /// The record, with the outcome of its completion; nil where there is none to read (a bad line, a jump).
  let record: LogRecord?
  /// The line as it stands in the file; nil where the row has none.
  let line: LineExcerpt?
  /// The step's store after the step, or every store where that was asked for or the step has none.
  let states: [Standing]
  /// Of a state without an action and without a step: what it changed.
  let stated: StatedChange?
  /// The step's store at the earlier side of the diff: at the base, or after this step where the pinned one comes later.
  let base: StoreState?
  /// The step's store at the later side.
  let changed: StoreState?
  /// From the earlier side to the later; nil where one of both is not known. Held against the step before, what the step itself did.
  let changes: ChangeTree?
  /// What the state shows besides, and is not the step's doing alone.
  let found: Found?
  /// The rows that name this one as their cause.
  let effects: [LinePlace]
  /// Why the log could not be read, in words.
  let problem: String?
}

/// A line of the log, or the part of it around what is wrong with it.
struct LineExcerpt: Sendable {
  /// Bytes that are kept of a line: enough to read it, and no copy of a snapshot of 100 MB.
  static let limit = 64 << 10

  /// What stands before the byte that is wrong; all, where none is.
  let before: String
  let after: String
  /// The excerpt as it stands in the file.
  let bytes: [UInt8]
  /// Bytes of the line before the excerpt.
  let start: Int
  let byteLength: Int
  let lineNumber: Int
  let byteOffset: Int
  let byteCount: Int
  let file: String

  /// - Parameter fault: the byte that is wrong, counted from the line's beginning. It is within the excerpt.
  init(_ line: RawLine, around fault: Int?) {
    let count = line.bytes.count
    start = count <= Self.limit ? 0 : min(max((fault ?? 0) - Self.limit / 2, 0), count - Self.limit)
    let end = min(start + Self.limit, count)
    let place = min(max(fault ?? end, start), end)
    before = String(decoding: line.bytes[start..<place], as: UTF8.self)
    after = String(decoding: line.bytes[place..<end], as: UTF8.self)
    bytes = Array(line.bytes[start..<end])
    byteLength = end - start
    lineNumber = line.lineNumber
    byteOffset = line.byteOffset
    byteCount = count
    file = line.path
  }
}
