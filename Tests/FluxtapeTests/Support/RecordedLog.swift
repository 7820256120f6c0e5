import FluxtapeDocuments
import FluxtapeJSON
import FluxtapeLog
import FluxtapeLogReading
import FluxtapeLogSchema

@testable import Fluxtape

/// A log as a reader sees it: decoded lines, and the states folded from them. Each line conforms to the JSON Schema of the format.
struct RecordedLog {
  let header: LogHeader?
  let records: [LogRecord]
  /// Each line as text.
  let lines: [String]
  /// Whether the last line lacks its line feed.
  let isTorn: Bool

  init(_ bytes: [UInt8]) throws {
    var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    isTorn = lines.popLast().map { !$0.isEmpty } ?? false
    self.lines = lines.map { String(decoding: $0, as: UTF8.self) }
    var header: LogHeader?
    var records: [LogRecord] = []
    for line in lines {
      if let fault = try LogSchema.fault(in: Array(line)) { throw Mistake.againstTheSchema(fault) }
      switch try LogLine(decoding: Array(line)) {
      case .header(let line): header = line
      case .record(let record): records.append(record)
      }
    }
    self.header = header
    self.records = records
  }

  init(_ sink: MemorySink) throws { try self.init(sink.bytes) }
}

extension RecordedLog {
  /// All actions and numbered states in the order in which they began, merged with their completions.
  var actions: [ActionRecord] {
    var actions: [ActionRecord] = []
    for record in records {
      switch record {
      case .action(let action): actions.append(action)
      case .state(let state):
        guard let step = state.step else { continue }
        actions.append(
          ActionRecord(
            step: step, time: state.time, store: state.store, type: "@@STATE", cause: state.cause, site: state.site, outcome: state.outcome)
        )
      case .completion(let completion):
        if let place = actions.firstIndex(where: { $0.step == completion.step }) { actions[place].outcome = completion.outcome }
      default: break
      }
    }
    return actions
  }

  func action(_ type: String) -> ActionRecord? { actions.first { $0.type == type } }

  /// `step store type cause`, one line for each action.
  var summary: [String] {
    actions.map { action in
      let cause = action.cause.map { " <\($0.text)" } ?? ""
      return "\(action.step) \(action.store) \(action.type)\(cause)"
    }
  }

  /// The states of a store in file order, one for each record that has one. Checks that each patch applies, and that a state beside a patch
  /// equals the patched state.
  func states(of store: String) throws -> [(step: StepNumber?, state: JSONValue)] {
    var states: [(step: StepNumber?, state: JSONValue)] = []
    var stores: [StepNumber: String] = [:]
    for record in records {
      let (step, outcome): (StepNumber?, Outcome)
      switch record {
      case .action(let action):
        stores[action.step] = action.store
        guard action.store == store else { continue }
        (step, outcome) = (action.step, action.outcome)
      case .completion(let completion):
        guard completion.store == store else { continue }
        (step, outcome) = (completion.step, completion.outcome)
      case .state(let record):
        guard record.store == store else { continue }
        (step, outcome) = (record.step, record.outcome)
      default: continue
      }
      if let patch = outcome.patch {
        guard let before = states.last?.state else { throw Mistake.patchWithoutState }
        let after = try patch.applied(to: before)
        if let state = outcome.state, state != after { throw Mistake.snapshotDiffers }
        states.append((step, after))
      } else if let state = outcome.state {
        states.append((step, state))
      }
    }
    return states
  }

  enum Mistake: Error { case patchWithoutState, snapshotDiffers, againstTheSchema(String) }
}

extension RecordedCause {
  /// The cause as a log has it.
  var text: String {
    var bytes: [UInt8] = []
    write(into: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }
}
