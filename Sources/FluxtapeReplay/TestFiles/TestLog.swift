import FluxtapeHistory
import FluxtapeDocuments
import FluxtapeJSON
import FluxtapeLog
import FluxtapeLogReading

/// The log in a generated test: initial states, actions, and the states after them, independent of time and place of recording.
struct TestLog {
  private(set) var text = ""
  /// The stores, in order of appearance.
  private(set) var stores: [String] = []
  /// The number of actions.
  private(set) var actionCount = 0
  private var step = 0

  /// - Parameters:
  ///   - history: The run.
  ///   - rows: The rows to include; `nil` for all.
  ///   - store: Limits the log to this store.
  init(_ history: History, rows: Set<Int>?, store: String?) throws {
    append(.header(LogHeader()))
    var events: [(store: String, reduction: Reduction, isNext: Bool)] = []
    for name in history.stores where store == nil || name == store {
      var isNext = false
      for reduction in try history.reductions(of: name) {
        let isTaken = reduction.kind == .action && reduction.tellsState && rows?.contains(reduction.row) ?? true
        if isTaken { events.append((name, reduction, isNext && !reduction.isAfterLoss)) }
        isNext = isTaken
      }
    }
    events.sort { $0.reduction.position < $1.reduction.position }
    for event in events { try append(event.store, event.reduction, isNext: event.isNext, history) }
  }

  private mutating func append(_ line: LogLine) { text += Self.escaped(String(decoding: line.bytes, as: UTF8.self)) }

  private mutating func append(_ store: String, _ reduction: Reduction, isNext: Bool, _ history: History) throws {
    guard let action = try history.action(at: reduction.row), let after = try history.state(of: store, after: reduction),
      case .known(let before, .exact) = try history.state(of: store, before: reduction.row)
    else { return }
    if !stores.contains(store) { stores.append(store) }
    // Comparing whole states at each step takes quadratic time.
    let recorded = action.outcome.state == nil ? action.outcome.patch : nil
    if !isNext { append(.record(.state(StateRecord(time: step, store: store, outcome: Outcome(state: before.value))))) }
    step += 1
    actionCount += 1
    append(
      .record(
        .action(
          ActionRecord(
            step: StepNumber(step), time: step, store: store, type: action.type, version: action.version, enumCase: action.enumCase,
            payload: action.payload, outcome: Outcome(patch: recorded ?? .difference(from: before.value, to: after.value))))))
  }

  /// Escapes invisible characters and bidi controls in JSON. They occur only in strings.
  private static func escaped(_ json: String) -> String {
    guard json.unicodeScalars.contains(where: { $0 != "\n" && isUnprintable($0) }) else { return json }
    var result = ""
    for scalar in json.unicodeScalars {
      guard scalar != "\n", isUnprintable(scalar) else {
        result.unicodeScalars.append(scalar)
        continue
      }
      for unit in String(scalar).utf16 {
        let digits = String(unit, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      }
    }
    return result
  }
}
