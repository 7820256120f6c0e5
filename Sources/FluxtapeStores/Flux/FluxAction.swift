/// Something that a ``Dispatcher`` hands to all stores that care, told apart by its type.
///
/// ```swift
/// struct TodoToggled: FluxAction { let id: Int }
///
/// dispatcher.dispatch(TodoToggled(id: 3))
/// ```
///
/// Its name says what happened: `TodoToggled`, not `SetDone`. An enum is an action too; who handles it gets all its cases.
public protocol FluxAction: Sendable {
  /// What handlers are given: the action itself, or what came of it. See ``FluxRequest``.
  associatedtype Outcome: Sendable = Self
}

/// An action that does work first: asks a server, a database, a device. Handlers are given its result, whose error has a type.
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
/// In the log the request is a step when it begins and one when it ends. Its result is one between them, called `FetchTodos.succeeded`
/// or `FetchTodos.failed`, with the request as its cause. What the request was made of is its contents: make it `Encodable` with the
/// `CodingKeys` that matter, to leave the API out.
public protocol FluxRequest: FluxAction where Outcome == Result<Payload, Failure> {
  /// What a success brings.
  associatedtype Payload: Sendable
  /// What a failure throws.
  associatedtype Failure: Error

  /// Does the work. It inherits the task-local values, the recorder's cause among them, of the call of ``Dispatcher/invoke(_:id:fileID:line:)``.
  func perform() async throws(Failure) -> Payload
}
