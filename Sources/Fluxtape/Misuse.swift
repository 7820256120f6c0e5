// Overloads for common mistakes: the compiler's message says what to write instead. None of them can be called.
//
// They are disfavored as well as unavailable, so that any other overload that fits wins.

extension Recorder {
  @available(*, unavailable, message: "a log is named by the path of its file, a String: 'Recorder(to: url.path)'")
  @_disfavoredOverload
  public convenience init<Place>(to place: Place, options: RecorderOptions = RecorderOptions(), context: RecordingContext = .current()) {
    fatalError()
  }

  @available(*, unavailable, message: "label the object: 'store(name, of: object) { object in … }'")
  @_disfavoredOverload
  public func store<Owner: AnyObject, State>(_ name: String, _ owner: Owner, snapshot: (Owner) -> State) -> ObjectTap<Owner> {
    fatalError()
  }

  @available(
    *, unavailable, message: "label what the store begins with: 'store(name, state: value)', or 'store(name, of: object) { object in … }'"
  )
  @_disfavoredOverload
  public func store<State>(_ name: String, _ state: State) -> StoreTap { fatalError() }
}

extension StoreTap {
  @available(*, unavailable, message: "label the action: 'record(action: action) { … }'; without a label stands a name, a String")
  @_disfavoredOverload
  public func record<Action, Result>(_ action: Action, _ body: () throws -> Result) -> Result { fatalError() }

  @available(
    *, unavailable,
    message: "label the action, and say what it does: 'record(action: action) { … }'; without a label stands a name, a String"
  )
  @_disfavoredOverload
  public func record<Action>(_ action: Action) { fatalError() }

  @available(*, unavailable, message: "the state comes first: 'reducer { (state: inout State, action: Action) in … }'")
  @_disfavoredOverload
  public func reducer<Action, State, Result>(
    _ reducer: (Action, inout State) throws -> Result
  ) -> (inout State, Action) throws -> Result { fatalError() }

  @available(*, unavailable, message: "a reducer that returns the state is '(State, Action) -> State' or '(Action, State?) -> State'")
  @_disfavoredOverload
  public func reducer<Action, State>(_ reducer: (Action, State) throws -> State) -> (State, Action) throws -> State { fatalError() }

  @available(
    *, unavailable, message: "a reducer cannot wait: reduce what is known, and record the work that waits with 'record(name) { await … }'"
  )
  @_disfavoredOverload
  public func reducer<State, Action, Result>(
    _ reducer: (inout State, Action) async throws -> Result
  ) -> (inout State, Action) throws -> Result { fatalError() }

  @available(
    *, unavailable, message: "a reducer cannot wait: reduce what is known, and record the work that waits with 'record(name) { await … }'"
  )
  @_disfavoredOverload
  public func reducer<State, Action>(_ reducer: (State, Action) async throws -> State) -> (State, Action) throws -> State { fatalError() }

  @available(*, unavailable, message: "the state comes first: 'reduce(action, into: &state) { (state, action) in … }'")
  @_disfavoredOverload
  public func reduce<Action, State, Result>(
    _ action: Action, into state: inout State, by reducer: (Action, inout State) throws -> Result
  ) -> Result { fatalError() }

  @available(
    *, unavailable, message: "a reducer cannot wait: reduce what is known, and record the work that waits with 'record(name) { await … }'"
  )
  @_disfavoredOverload
  public func reduce<Action, State, Result>(
    _ action: Action, into state: inout State, by reducer: (inout State, Action) async throws -> Result
  ) -> Result { fatalError() }
}

extension ObjectTap {
  @available(*, unavailable, message: "label the action: 'record(action: action) { … }'; without a label stands a name, a String")
  @_disfavoredOverload
  public func record<Action, Result>(_ action: Action, _ body: () throws -> Result) -> Result { fatalError() }
}

extension DispatcherTap {
  @available(
    *, unavailable, message: "label the action: 'record(action: action) { … }'; a name needs contents: 'record(name, contents) { … }'"
  )
  @_disfavoredOverload
  public func record<Action, Result>(_ action: Action, _ body: () throws -> Result) -> Result { fatalError() }
}
