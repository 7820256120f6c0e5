/// An action that a ``Dispatcher`` delivers to all stores registered for its type.
///
/// ```swift
/// struct TodoToggled: FluxAction { let id: Int }
///
/// dispatcher.dispatch(TodoToggled(id: 3))
/// ```
///
/// Name it after what happened: `TodoToggled`, not `SetDone`. An enum is one action type; its handlers get all cases.
public protocol FluxAction: Sendable {
  /// What handlers get: the action itself, or the result of a ``FluxRequest``.
  associatedtype Outcome: Sendable = Self
}

/// An action that first does work, such as a query to a server, a database or a device. Handlers get its result, with a typed error.
///
/// ```swift
/// struct FetchTodos: FluxRequest {
///   let api: TodoAPI
///   func perform() async throws(APIError) -> [Todo] { try await api.todos() }
/// }
///
/// dispatcher.invoke(FetchTodos(api: api))
/// ```
///
/// In the log, the request is one step when it begins and one when it ends. Its result is a step between them, `FetchTodos.succeeded` or
/// `FetchTodos.failed`, caused by the request. The request's properties are its contents; to leave out the API, make it `Encodable` with
/// suitable `CodingKeys`.
public protocol FluxRequest: FluxAction where Outcome == Result<Payload, Failure> {
  /// The value of a success.
  associatedtype Payload: Sendable
  /// The error of a failure.
  associatedtype Failure: Error

  /// Does the work. Inherits the task-local values of the call of ``Dispatcher/invoke(_:id:fileID:line:)``, including the recorder's cause.
  func perform() async throws(Failure) -> Payload
}
