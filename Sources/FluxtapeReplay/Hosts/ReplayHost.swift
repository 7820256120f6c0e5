import FluxtapeDocuments
import FluxtapeJSON
import FluxtapeLog
import FluxtapeLogReading

/// Turns your reducers into a host program for *what-if* questions: `fluxtape replay LOG --host PATH`.
///
/// ```swift
/// var host = ReplayHost()
/// host.add("cart") { (state: inout CartState, action: CartAction) in cartReducer(&state, action) }
/// host.run()
/// ```
/// The host is a separate process, so that a reducer that traps or never returns causes only an error message.
public struct ReplayHost {
  private var stores: [(name: String, store: any HostedStore)] = []

  /// Creates a host without stores.
  public init() {}

  /// Adds a store by its name in the log.
  public mutating func add<State: Decodable, Action: Decodable>(
    _ name: String, reduce: @escaping (inout State, Action) throws -> Void
  ) {
    add(name, as: ReplayedStore(reduce: reduce))
  }

  /// Adds a store whose states or actions need custom decoding.
  public mutating func add<State, Action>(_ name: String, as store: ReplayedStore<State, Action>) {
    stores.removeAll { $0.name == name }
    stores.append((name, Hosted(name, store)))
  }
}

extension ReplayHost {
  /// Answers a request.
  public func answer(to request: HostRequest) -> HostAnswer {
    do {
      switch request {
      case .hello: return .stores(stores.map(\.name))
      case .begin(let name, let state): return try store(name).begin(state)
      case .action(let action): return try store(action.store).reduce(action)
      }
    } catch {
      // The asking side names the action.
      let message = (error as? ReplayError)?.complaintAboutAction ?? String(describing: error)
      return .failure(RecordedError(type: String(describing: type(of: error)), message: message))
    }
  }

  /// Answers a line of JSON with a line of JSON.
  public func answer(to line: String) -> String {
    guard let json = try? JSONValue(parsing: line), let request = HostRequest(json) else {
      return HostAnswer.failure(RecordedError(type: "Request", message: "not a known request")).json.text
    }
    return answer(to: request).json.text
  }

  private func store(_ name: String) throws -> any HostedStore {
    guard let store = stores.first(where: { $0.name == name })?.store else {
      throw ReplayError(.noSuchStore(name, known: stores.map(\.name)))
    }
    return store
  }
}

/// A store with erased types.
private protocol HostedStore: AnyObject {
  func begin(_ state: JSONValue) throws -> HostAnswer
  func reduce(_ action: RecordedAction) throws -> HostAnswer
}

private final class Hosted<State, Action>: HostedStore {
  private let name: String
  private let store: ReplayedStore<State, Action>
  private var state: State?
  private var follower: StateFollower

  init(_ name: String, _ store: ReplayedStore<State, Action>) {
    self.name = name
    self.store = store
    follower = StateFollower(name: name)
  }

  func begin(_ json: JSONValue) throws -> HostAnswer {
    let decoded = try StateDecoding(store: name, step: nil).decode(json, store.decodeState)
    state = decoded
    follower.start(from: decoded)
    return .state(try follower.whole().value)
  }

  func reduce(_ action: RecordedAction) throws -> HostAnswer {
    guard var next = state else { throw ReplayError(.noState(store: name, step: action.step)) }
    let decoded: Action
    do {
      decoded = try store.decodeAction(action)
    } catch let error as DecodingError {
      throw ReplayError(.actionNotDecodable(step: action.step, type: action.type, version: action.version, DecodingProblem(error)))
    }
    try store.reduce(&next, decoded)
    state = next
    if let patch = try follower.patch(to: next) { return .patch(patch) }
    return .state(try follower.whole().value)
  }
}
