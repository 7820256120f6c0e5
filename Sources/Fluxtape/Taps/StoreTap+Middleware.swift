extension StoreTap {
  /// A middleware as ReSwift has it, for any action and state: `middleware: [app.middleware, …]`. Put it first.
  ///
  /// It gives each action its beginning, what is nested in it and its cause. With the reducer wrapped as well, the states come from there, and
  /// actions that reach no reducer are told apart. Alone, it asks `getState`: before the first action, at each dispatch, and when `next` returns.
  @inlinable
  public func middleware<Action, State>(
    _ dispatch: @escaping (Action) -> Void, _ getState: @escaping () -> State?
  ) -> (_ next: @escaping (Action) -> Void) -> (Action) -> Void {
    guard let store else { return { $0 } }
    return { next in
      { action in store.dispatch(action, site: nil, askingFor: getState) { next(action) } }
    }
  }

  /// A middleware that gives `dispatch` to thunks: what a thunk dispatches, now or later and from wherever, has the thunk as its cause.
  ///
  /// ```swift
  /// middleware: [app.middleware, app.keepingCauses(createThunkMiddleware())]
  /// ```
  ///
  /// - Parameter middleware: Is applied anew for each action. So it must keep nothing in variables of its closures.
  /// - Returns: the same middleware, with a `dispatch` that knows the cause.
  @inlinable
  public func keepingCauses<Action, State>(
    _ middleware: @escaping (@escaping (Action) -> Void, @escaping () -> State?) -> (@escaping (Action) -> Void) -> (Action) -> Void
  ) -> (@escaping (Action) -> Void, @escaping () -> State?) -> (@escaping (Action) -> Void) -> (Action) -> Void {
    guard isRecording else { return middleware }
    return { dispatch, getState in
      { next in
        { action in
          let cause = Cause.current
          middleware({ action in Cause.with(cause) { dispatch(action) } }, getState)(next)(action)
        }
      }
    }
  }

  /// Records `action` around `body`, which passes it on: for interceptors that are closures of a shape of their own.
  ///
  /// ```swift
  /// { context in { next in { action in try app.record(action: action, state: context.getAnyState) { try next(action) } } } }
  /// ```
  ///
  /// `state` gives the store's state. It is asked before the first action. If no reducer is recorded it is also asked at each dispatch, inside of
  /// another one too, and when the body returns; so it must not be called while the state is being changed, which ends the process.
  @inlinable
  public func record<Action, State, Result, Failure: Error>(
    action: Action, state: () -> State?, fileID: StaticString = #fileID, line: UInt = #line, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard let store else { return try body() }
    return try withoutActuallyEscaping(state) { (state) throws(Failure) in
      try store.dispatch(action, site: CallSite(fileID, line), askingFor: state, body)
    }
  }

  /// Records `action` around `body`, which passes it on to a reducer wrapped by this tap.
  @inlinable
  public func record<Action, Result, Failure: Error>(
    action: Action, fileID: StaticString = #fileID, line: UInt = #line, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard let store else { return try body() }
    return try store.dispatch(action, site: CallSite(fileID, line), askingFor: AskNobody.none, body)
  }

  /// Records `action` around `body` as ``record(action:state:fileID:line:_:)`` does, from a place that need not be known.
  package func record<Action, State>(
    action: Action, from site: (fileID: StaticString, line: UInt)?, state: @escaping () -> State?, _ body: () -> Void
  ) {
    guard let store else { return body() }
    store.dispatch(action, site: site.map { CallSite($0.fileID, $0.line) }, askingFor: state, body)
  }
}
