import FluxtapeDocuments
import FluxtapeJSON
import FluxtapeLog
import FluxtapeLogReading

/// Finds what the log does not have: states that were left out, and values of which only the type is known.
struct UnrecordedCheck {
  private let history: History
  private var lines: LineWindow
  private var omitted: [Omission] = []
  private var places: [Omission.Key: Int] = [:]
  /// For each store the number of states, the states that were left out, and the last row with a state.
  private var states: [(count: Int, last: Int?)]

  private struct Omission {
    struct Key: Hashable { let store: Int, reason: String }

    let key: Key
    let firstRow: Int
    var count = 0
  }

  init(_ history: History) throws(HistoryError) {
    self.history = history
    states = Array(repeating: (0, nil), count: history.stores.count)
    let index = history.index
    lines = LineWindow(index: index)
    for place in index.rows.indices { try take(place, index) }
  }

  /// The last row with a state of each store.
  var lastRows: [Int: Int] {
    Dictionary(uniqueKeysWithValues: states.indices.compactMap { store in states[store].last.map { (store, $0) } })
  }

  /// - Parameter lastStates: The state of each store after its row of ``lastRows``, if it is known.
  /// - Returns: Notes: for each store and reason how many states were left out, and how many values are opaque.
  func findings(lastStates: [Int: JSONNode]) -> [Finding] {
    var findings = omitted.map { omission in
      Finding(
        .omittedStates(
          store: history.stores[omission.key.store], reason: omission.key.reason, count: omission.count,
          of: states[omission.key.store].count),
        row: omission.firstRow, isNote: true)
    }
    let opaque = opaqueValues(in: lastStates)
    if opaque.count > 0 { findings.append(Finding(.opaqueValues(count: opaque.count), row: nil, isNote: true, values: opaque.values)) }
    return findings
  }

  private mutating func take(_ place: Int, _ index: RunIndex) throws(HistoryError) {
    let row = index.rows[place]
    guard row.kind == .action || row.kind == .state, !row.flags.contains(.isDuplicate), let store = index.store(of: place) else { return }
    let isRecorded = !row.flags.isDisjoint(with: [.hasPatch, .hasState])
    let isOmitted = row.flags.contains(.isOmitted) && !isRecorded
    guard isOmitted || isRecorded else { return }
    states[store].count += 1
    guard isOmitted else {
      states[store].last = place
      return
    }
    let key = Omission.Key(store: store, reason: try reason(at: index.outcome(of: place).map { index.outcomes[$0].place } ?? row.place))
    let known = places[key] ?? omitted.count
    if known == omitted.count {
      places[key] = known
      omitted.append(Omission(key: key, firstRow: place))
    }
    omitted[known].count += 1
  }

  /// Makes no record of the line, which takes long: a log may have an omitted state on each.
  private mutating func reason(at line: Int) throws(HistoryError) -> String {
    let bytes = try lines.bytes(of: line)
    return (try? JSONNode(parsing: bytes))?.member(named: "omitted")?.string ?? ""
  }
}

// MARK: - Opaque values

extension UnrecordedCheck {
  /// The opaque values in the last state of each store, those near the root first; of an array only the first.
  private func opaqueValues(in lastStates: [Int: JSONNode]) -> (count: Int, values: [Finding.Value]) {
    var count = 0
    var values: [Finding.Value] = []
    for (number, store) in history.stores.enumerated() {
      guard let state = lastStates[number] else { continue }
      for (pointer, value) in Self.opaqueValues(in: state) {
        count += 1
        let isFurtherElement = pointer.tokens.contains { Int($0).map { $0 > 0 } ?? false }
        guard !isFurtherElement, values.count < Finding.maximumValues else { continue }
        values.append(Finding.Value(path: StatePath(store: store, pointer, in: state).description, old: nil, new: value.value))
      }
    }
    return (count, values)
  }

  /// Without recursion: states nest deep, and some threads have small stacks.
  private static func opaqueValues(in state: JSONNode) -> [(JSONPointer, JSONNode)] {
    var found: [(JSONPointer, JSONNode)] = []
    var round = [(pointer: JSONPointer(), value: state)]
    while !round.isEmpty {
      var next: [(pointer: JSONPointer, value: JSONNode)] = []
      for (pointer, value) in round {
        if value.isLeftOut, case .opaque = TaggedValue(value.value) {
          found.append((pointer, value))
          continue
        }
        for member in value.members where member.value.isContainer { next.append((pointer.appending(member.key), member.value)) }
        for (index, element) in value.elements.enumerated() where element.isContainer { next.append((pointer.appending(index), element)) }
      }
      round = next
    }
    return found
  }
}
