/// One line of a log: the header or a record.
///
/// ```text
/// {"seq":3,"t":1043,"store":"catalog","type":"catalog.reserve","cause":2,"payload":{"sku":"p7"},"dur":9,"patch":[]}
///  └─ step   time    which store       what happened            └ caused by └ contents          └─ the outcome ─────┘
///  ────────────── known when the action begins ────────────────────────────────────────────── ── known afterwards ──
/// ```
///
/// A recorder writes the left part before the reducer runs and the right part after it. If an app dies inside a reducer, the log has the
/// name and contents of that action.
public enum LogLine: Hashable, Sendable {
  /// The first line of a run or of a segment.
  case header(LogHeader)
  /// Every other line.
  case record(LogRecord)
}

/// The member names of format version 1.
enum LogKey {
  static let version = "fluxtape"
  static let run = "run"
  static let time = "time"
  static let app = "app"
  static let process = "process"
  static let meta = "meta"
  static let segment = "segment"
  static let dropped = "dropped"
  static let needs = "needs"

  static let seq = "seq"
  static let completes = "completes"
  static let t = "t"
  static let store = "store"
  static let type = "type"
  static let schema = "v"
  static let enumCase = "case"
  static let cause = "cause"
  static let site = "site"
  static let thread = "thread"
  static let trace = "trace"
  static let span = "span"
  static let effect = "effect"
  static let payload = "payload"

  static let duration = "dur"
  static let error = "error"
  static let reduced = "reduced"
  static let omitted = "omitted"
  static let patch = "patch"
  static let state = "state"

  static let mark = "mark"
  static let level = "level"
  static let gap = "gap"
  static let end = "end"

  static let settled = "settled"
  static let slow = "slow"
  static let problem = "problem"
  static let live = "live"
}
