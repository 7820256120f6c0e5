import FluxtapeHistory
import FluxtapeDocuments
import FluxtapeJSON
import FluxtapeLog
import FluxtapeLogReading

/// A part of a run as a test holds it: the states that its stores start from, the actions, and the states after them. Nothing in it depends
/// on when or where it was recorded.
struct TestLog {
  private(set) var text = ""
  /// The stores in it, by first appearance.
  private(set) var stores: [String] = []
  /// Types of the actions of each store.
  private(set) var actionCount = 0
  private var step = 0

  /// - Parameters:
  ///   - history: The run.
  ///   - rows: The rows that are taken; `nil` for all.
  ///   - store: Only this store.
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
    if !isNext { append(.record(.state(StateRecord(time: step, store: store, outcome: Outcome(state: before.value))))) }
    step += 1
    actionCount += 1
    append(
      .record(
        .action(
          ActionRecord(
            step: StepNumber(step), time: step, store: store, type: action.type, version: action.version, enumCase: action.enumCase,
            payload: action.payload, outcome: Outcome(patch: .difference(from: before.value, to: after.value))))))
  }

  /// JSON without characters that a reader of the source would not see, or would see elsewhere. They only stand inside strings.
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
