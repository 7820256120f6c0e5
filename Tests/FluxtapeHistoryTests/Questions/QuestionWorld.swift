import FluxtapeDocuments
import FluxtapeHistory
import FluxtapeJSON
import FluxtapeRandomCases

/// A log of one store while it is written, with all facts for checking a fold over it.
struct QuestionWorld {
  /// The effect of an action on the state: an object with `a`, `b` and a list of elements with an `id`.
  enum Deed: Hashable {
    case setA, setB, removeB, insertFirst, insertLast, removeFirst, moveLastToFirst, changeLast, nothing
    /// Like `changeLast`, but the state is omitted from the log.
    case omitted
    /// Like `insertFirst`, but the record is lost; the next action's record has the whole state.
    case lost
    /// Like `setA`, but without an action: a `@@STATE` with a step.
    case outside
    /// The current state: a `@@STATE` without a step.
    case stated

    static let smallWorld: [Deed] = [.setA, .setB, .insertFirst, .removeFirst, .changeLast, .omitted, .lost, .outside, .stated]

    static func all(upTo count: Int) -> [[Deed]] {
      count == 0 ? [[]] : [[]] + smallWorld.flatMap { deed in all(upTo: count - 1).map { [deed] + $0 } }
    }
  }

  private let spacing: Int
  private let isWhole: Bool
  private(set) var lines = [#"{"seq":1,"t":1,"store":"s","type":"@@INIT","state":{"a":0,"list":[{"id":"e0","n":0}]}}"#]
  /// The state in the log after each row; `nil` for rows without a store.
  private(set) var states: [JSONValue?] = [["a": 0, "list": [["id": "e0", "n": 0]]]]
  /// The row that last changed each value: `a` and `b.n` by name, elements by `id` and member.
  private var writers: [String: ValueOrigin] = [:]
  private var changes: [(row: Int, old: JSONValue?, new: JSONValue)] = []

  private var a = 0
  private var b: Int?
  private var list: [(id: String, n: Int)] = [("e0", 0)]
  private var step = 1
  private var number = 0
  private var told = 0
  /// The operations since the last recorded state, and the values they wrote.
  private var operations: [String] = []
  private var written: [String] = []
  private var firstOmitted: Int?
  private var lossRow: Int?
  private var needsState = false
  /// Rows without a recorded state.
  private(set) var omittedRows: Set<Int> = []
  /// Rows with the whole state after a loss.
  private var isAfterLoss: Set<Int> = []

  init(spacing: Int, isWhole: Bool = true) {
    (self.spacing, self.isWhole) = (spacing, isWhole)
    for key in ["a", "e0 id", "e0 n"] { writers[key] = .action(row: 0) }
    changes.append((0, nil, state))
  }

  var text: String { lines.map { $0 + "\n" }.joined() }

  private var state: JSONValue {
    var object: JSONObject = ["a": .number(JSONNumber(a))]
    if let b { object["b"] = ["n": .number(JSONNumber(b))] }
    object["list"] = .array(list.map { ["id": .string($0.id), "n": .number(JSONNumber($0.n))] })
    return .object(object)
  }
}

// MARK: - Writing

extension QuestionWorld {
  mutating func performAny(using random: inout SplitMix64) {
    let deeds: [Deed] = [.setA, .setB, .removeB, .insertFirst, .insertLast, .removeFirst, .changeLast, .nothing]
    perform((deeds + [.moveLastToFirst, .omitted, .outside, .stated] + (isWhole ? [] : [.lost])).randomElement(using: &random) ?? .nothing)
  }

  mutating func perform(_ deed: Deed) {
    number += 1
    apply(deed)
    if deed != .stated { step += 1 }
    switch deed {
    case .stated: record(type: "@@STATE", isStep: false)
    case .outside: record(type: "@@STATE")
    case .lost:
      // The record is missing, but there is a gap with its own step.
      step += 1
      lines.append(#"{"seq":\#(step),"t":\#(step),"gap":{"lost":1,"first":\#(step - 1),"last":\#(step - 1),"reason":"full"}}"#)
      states.append(nil)
      lossRow = lossRow ?? states.count - 1
      needsState = true
    case .omitted:
      lines.append(#"{"seq":\#(step),"t":\#(step),"store":"s","type":"x","omitted":"sampled"}"#)
      states.append(states.last { $0 != nil } ?? nil)
      omittedRows.insert(states.count - 1)
      firstOmitted = firstOmitted ?? states.count - 1
    default: record()
    }
  }

  private mutating func record(type: String = "x", isStep: Bool = true) {
    told += 1
    let row = states.count
    var members = isStep ? [#""seq":\#(step)"#] : []
    members.append(#""t":\#(step),"store":"s","type":"\#(type)""#)
    if !needsState, isStep { members.append(#""patch":[\#(operations.joined(separator: ","))]"#) }
    if needsState || !isStep || told % spacing == 0 { members.append(#""state":\#(state.text)"#) }
    lines.append("{" + members.joined(separator: ",") + "}")
    if needsState { isAfterLoss.insert(row) }
    let first = [firstOmitted, needsState ? lossRow : nil].compactMap(\.self).min()
    let known = states.last { $0 != nil } ?? nil
    // Elements that were added and removed while nothing was recorded left the list empty.
    if first != nil, known?["list"] == .array([]), list.isEmpty { written.removeAll { $0 == "list" } }
    for key in written { writers[key] = first.map { .between(first: $0, last: row) } ?? .action(row: row) }
    if let known, known != state { changes.append((row, known, state)) }
    states.append(state)
    (operations, written, firstOmitted, lossRow, needsState) = ([], [], nil, nil, false)
  }

  private mutating func apply(_ deed: Deed) {
    switch deed {
    case .setA, .outside:
      a = number
      write("a", #"{"op":"replace","path":"/a","value":\#(number)}"#)
    case .setB:
      write("b n", b == nil ? #"{"op":"add","path":"/b","value":{"n":\#(number)}}"# : #"{"op":"replace","path":"/b/n","value":\#(number)}"#)
      b = number
    case .removeB:
      guard b != nil else { return }
      b = nil
      operations.append(#"{"op":"remove","path":"/b"}"#)
    case .insertFirst, .lost: insert(at: 0, path: "0")
    case .insertLast: insert(at: list.count, path: "-")
    case .removeFirst:
      guard !list.isEmpty else { return }
      list.removeFirst()
      operations.append(#"{"op":"remove","path":"/list/0"}"#)
      if list.isEmpty { written.append("list") }
    case .moveLastToFirst:
      guard list.count > 1 else { return }
      list.insert(list.removeLast(), at: 0)
      operations.append(#"{"op":"move","from":"/list/\#(list.count - 1)","path":"/list/0"}"#)
    case .changeLast, .omitted:
      guard !list.isEmpty else { return }
      list[list.count - 1].n = number
      write("\(list[list.count - 1].id) n", #"{"op":"replace","path":"/list/\#(list.count - 1)/n","value":\#(number)}"#)
    case .nothing, .stated: break
    }
  }

  private mutating func insert(at place: Int, path: String) {
    list.insert(("e\(number)", number), at: place)
    write("e\(number) id", #"{"op":"add","path":"/list/\#(path)","value":{"id":"e\#(number)","n":\#(number)}}"#)
    written.append("e\(number) n")
  }

  private mutating func write(_ key: String, _ operation: String) {
    written.append(key)
    operations.append(operation)
  }
}

// MARK: - Expecting

extension QuestionWorld {
  /// The row that wrote each value of the last state in the log.
  var expectedBlame: [String] {
    guard let state = states.last(where: { $0 != nil }) ?? nil, case .object(let object) = state else { return [] }
    return object.flatMap { member -> [String] in
      switch member.key {
      case "a": return ["/a \(origin("a"))"]
      case "b": return ["/b/n \(origin("b n"))"]
      default:
        guard let elements = member.value.array, !elements.isEmpty else { return ["/list \(origin("list"))"] }
        return elements.enumerated().flatMap { place, element in
          ["id", "n"].map { "/list/\(place)/\($0) \(origin("\(element["id"]?.string ?? "") \($0)"))" }
        }
      }
    }
  }

  private func origin(_ key: String) -> String { writers[key].map { "\($0)" } ?? "nobody" }

  struct Change: Equatable {
    let row: Int
    let old: JSONValue?
    let new: JSONValue?
  }

  func expectedChanges(of path: StatePath) -> [Change] {
    changes.map { Change(row: $0.row, old: value(path, $0.old), new: value(path, $0.new)) }.filter { $0.old != $0.new }
  }

  /// Rows at which the log itself shows that the value changed. After a loss, the log does not show which action changed it; a state
  /// without an action represents the change.
  func rowsWhereChanged(_ path: StatePath) -> [Int] {
    changes.filter { change in
      let line = lines[change.row]
      guard value(path, change.old) != value(path, change.new) else { return false }
      return line.contains("patch") || line.contains("@@STATE") || change.row == 0 || !isAfterLoss.contains(change.row)
    }.map(\.row)
  }

  /// Rows of the store at which something holds. Rows without a recorded state are excluded.
  func rows(where holds: (JSONValue) -> Bool) -> [Int] {
    states.indices.filter { row in !omittedRows.contains(row) && states[row].map(holds) ?? false }
  }

  /// Rows at which something became true: it holds there, but not at the store's previous row with a recorded state.
  func rowsWhereBecame(_ holds: (JSONValue) -> Bool) -> [Int] {
    var (rows, held) = ([Int](), false)
    for (row, state) in states.enumerated() where !omittedRows.contains(row) {
      guard let state else { continue }
      if holds(state), !held { rows.append(row) }
      held = holds(state)
    }
    return rows
  }

  private func value(_ path: StatePath, _ document: JSONValue?) -> JSONValue? {
    document.flatMap { document in path.pointer(in: document).flatMap { document[$0] } }
  }
}
