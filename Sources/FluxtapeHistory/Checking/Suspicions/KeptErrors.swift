import FluxtapeDocuments
import FluxtapeJSON
import FluxtapeLog
import FluxtapeLogReading

/// Looks for errors in a state that are still there when the request that failed was made again and succeeded.
///
/// ```text
/// fetch ✗ ─► error: "502"      fetch ✓ ─► todos: […]      error: "502" still
/// ```
struct KeptErrors {
  private struct Group: Hashable {
    let store: Int
    let request: RequestSearch.Kind
  }

  private struct Failure {
    let pointer: JSONPointer
    let row: Int
    let request: Int
  }

  private let history: History
  private let index: RunIndex
  private let requests: RequestSearch
  private var failures: [Group: Failure] = [:]
  private var candidates: [(failure: Failure, store: Int, request: Int)] = []

  private static let mostKinds = 1024
  private static let mostCandidates = 128

  init(_ history: History) {
    self.history = history
    index = history.index
    requests = RequestSearch(index)
  }
}

extension KeptErrors {
  /// Takes an event that changed a state.
  mutating func take(_ event: StateWalk.Event) {
    guard event.kind.isDisjoint(with: [.begins, .ends]), let request = requests.request(of: event.row), requests.isEffect(request),
      let kind = requests.kind(of: request)
    else { return }
    let group = Group(store: event.store, request: kind)
    if let pointer = event.patch?.operations.lazy.compactMap(Self.error).first {
      if failures.count >= Self.mostKinds { failures = [:] }
      failures[group] = Failure(pointer: pointer, row: event.row, request: request)
    } else if let failure = failures[group], request > failure.row, candidates.count < Self.mostCandidates,
      candidates.last?.request != request
    {
      candidates.append((failure, event.store, request))
    }
  }

  /// The error that an operation writes, or writes a part of.
  private static func error(_ operation: NodePatch.Operation) -> JSONPointer? {
    switch operation {
    case .add(let pointer, let value), .replace(let pointer, let value):
      guard value.kind != .null else { return nil }
      return error(in: pointer)
    case .splice(let pointer, _, _, _):
      return error(in: pointer)
    case .remove, .move, .copy, .test: return nil
    }
  }

  private static func error(in path: PointerText) -> JSONPointer? {
    // Splitting each path into its words takes much longer than this.
    guard words.contains(where: { path.withBytes($0.isIn) }) else { return nil }
    let tokens = path.pointer.tokens
    return tokens.firstIndex(where: isError).map { JSONPointer(tokens: Array(tokens[...$0])) }
  }

  private static let words = [SearchText("error"), SearchText("failure")]

  /// A last error may be kept to be looked at.
  private static func isError(_ key: String) -> Bool {
    let words = BusyFlag.words(of: key)
    return words.contains { word in Self.words.contains { $0.text == word } }
      && !words.contains { ["last", "previous", "count"].contains($0) }
  }
}

// MARK: - Proof

extension KeptErrors {
  func findings() throws(HistoryError) -> [Finding] {
    var findings: [Finding] = []
    var told: Set<Int> = []
    for (failure, store, request) in candidates where !told.contains(failure.row) {
      guard let finding = try finding(failure, history.stores[store], request) else { continue }
      told.insert(failure.row)
      findings.append(finding)
    }
    return findings
  }

  private func finding(_ failure: Failure, _ store: String, _ request: Int) throws(HistoryError) -> Finding? {
    guard let failed = completion(of: failure.request), failed.hasError, let succeeded = completion(of: request), !succeeded.hasError,
      try history.action(at: failure.request)?.payload == history.action(at: request)?.payload
    else { return nil }
    guard let brought = try history.state(of: store, after: failure.row).exactValue, let error = brought[failure.pointer] else {
      return nil
    }
    guard let timeline = index.storeNumbers.number(of: store).map({ index.timelines[$0] }),
      let last = timeline.lastEvent(upTo: succeeded.place, including: true),
      let state = try history.state(of: store, after: Int(timeline.events[last].row)).exactValue, state[failure.pointer] == error
    else { return nil }
    let value = Finding.Value(path: StatePath(store: store, failure.pointer, in: state).description, old: nil, new: error)
    return Finding(.suspicion(.keptError), row: request, isNote: true, values: [value], proof: [failure.row])
  }

  /// Where work was completed, and whether it failed; `nil` while it was not, or if it was cancelled.
  private func completion(of request: Int) -> (place: LinePlace, hasError: Bool)? {
    if let outcome = index.outcome(of: request) {
      return (.on(index.outcomes[outcome].place), index.rows[request].flags.contains(.hasError))
    }
    guard let row = index.rows(causedBy: index.step(of: request)).first(where: requests.isCompletion) else { return nil }
    switch index.effect(of: row)?.phase {
    case .finished: return (index.linePlace(of: row), index.rows[row].flags.contains(.hasError))
    case .failed: return (index.linePlace(of: row), true)
    case .started, .cancelled, nil: return nil
    }
  }
}
