public import FluxtapeHistory
public import FluxtapeDocuments
import FluxtapeJSON
import FluxtapeLog

/// A recorded run, for decoding its states and replaying its actions.
///
/// ```swift
/// let state: CartState = try Recording("bug.jsonl").state(of: "cart", at: 214)
/// try Recording("cart.jsonl").replay("cart") { (state: inout CartState, action: CartAction) in cartReducer(&state, action) }
/// ```
public struct Recording: Sendable {
  /// The log.
  public let history: History

  /// Creates a recording of an open log.
  public init(_ history: History) { self.history = history }

  /// Opens a log.
  ///
  /// - Throws: ``ReplayError`` if it cannot be read, or if it holds several runs. Open such a log with `History` and choose one run.
  public init(_ path: String) throws {
    let runs: [History]
    do { runs = try History.open([path]) } catch { throw ReplayError(.unreadable(error)) }
    guard let run = runs.first, runs.count == 1 else { throw ReplayError(.severalRuns(runs.count)) }
    history = run
  }
}

extension Recording {
  /// Opens a log in memory, as generated tests do.
  ///
  /// - Throws: ``ReplayError`` if it is not a log, or if it holds several runs.
  public init(log text: String) throws {
    do { history = try History.spooled(named: "the log in the test") { try $0(Array(text.utf8)) } } catch let error as HistoryError {
      throw ReplayError(.unreadable(error))
    }
  }
}

// MARK: - States

extension Recording {
  /// Returns a store's state after a step, decoded: to start an app, a preview or a test there.
  ///
  /// - Parameters:
  ///   - store: The store's name in the log: `cart`.
  ///   - step: The step (`seq` in the log); `nil` for the end of the run.
  ///   - type: The state's type.
  /// - Throws: ``ReplayError`` if there is no such store or step, if the state there is not known, or if it is not of the type. The error
  ///   lists the paths of values that the log lacks.
  /// - Complexity: O(size of the state).
  public func state<State: Decodable>(of store: String, at step: Int? = nil, as type: State.Type = State.self) throws -> State {
    let json = try json(of: store, at: step)
    return try StateDecoding(store: store, step: step).decode(json.value) { try $0.decode(type) }
  }

  /// Returns a store's state after a step as JSON.
  ///
  /// - Throws: ``ReplayError`` if there is no such store or step, or if the state there is not known.
  public func json(of store: String, at step: Int? = nil) throws -> JSONNode {
    try checkStore(store)
    let row: Int
    if let step {
      guard let found = history.row(of: .init(step)) else { throw ReplayError(.noSuchStep(step, last: history.lastStep?.rawValue)) }
      row = found
    } else {
      guard let last = history.lastRow(withStateOf: store) else { throw ReplayError(.noState(store: store, step: nil)) }
      row = last
    }
    guard case .known(let node, .exact) = try history.state(of: store, after: row) else {
      throw ReplayError(.noState(store: store, step: step))
    }
    return node
  }

  func checkStore(_ store: String) throws {
    guard history.stores.contains(store) else { throw ReplayError(.noSuchStore(store, known: history.stores)) }
  }
}
