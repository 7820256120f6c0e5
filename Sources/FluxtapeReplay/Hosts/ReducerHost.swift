import FluxtapeDocuments
import FluxtapeJSON
import FluxtapeLog
import FluxtapeLogReading

/// Runs reducers for a replay: a child process, or a ``ReplayHost`` in this process.
public protocol ReducerHost {
  /// - Throws: An error of the host itself. A reducer's error is an answer.
  mutating func ask(_ request: HostRequest) throws -> HostAnswer
}

extension ReplayHost: ReducerHost {
  public mutating func ask(_ request: HostRequest) throws -> HostAnswer { answer(to: request) }
}

/// Why a host's answer cannot be used.
public struct HostError: Error, Hashable, Sendable, CustomStringConvertible {
  public let description: String

  /// Creates an error with a message for people.
  public init(_ description: String) { self.description = description }
}

extension ReducerHost {
  /// The stores that the host has reducers for.
  mutating func stores() throws -> [String] {
    switch try ask(.hello) {
    case .stores(let stores): return stores
    case .failure(let error): throw HostError("the host does not speak the protocol: \(printable(error.message))")
    case .state, .patch: throw HostError("the host's first answer does not name its stores")
    }
  }

  /// Sets a store's state. Returns the state as the host encodes it.
  mutating func begin(_ store: String, _ state: JSONNode) throws -> JSONNode {
    switch try ask(.begin(store: store, state: UnknownValue.withDigests(state.value))) {
    case .state(let state): return JSONNode(state)
    case .failure(let error): throw HostError("the host cannot begin \(printable(store)): \(printable(error.message))")
    case .stores, .patch:
      throw HostError(
        "the host answers the first state of \(printable(store)) without a state; it must write one answer for each line that it reads")
    }
  }
}
