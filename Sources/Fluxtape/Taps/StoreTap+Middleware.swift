extension StoreTap {
  /// A middleware of ReSwift's form, for any action and state: `middleware: [app.middleware, …]`. Put it first.
  ///
  /// It records the beginning of each action, its nested actions and its cause. If the reducer is wrapped as well, the states come from
  /// there, and actions that reach no reducer are marked. Otherwise it calls `getState`: before the first action, at each dispatch, and
  /// when `next` returns.
  @inlinable
  public func middleware<Action, State>(
    _ dispatch: @escaping (Action) -> Void, _ getState: @escaping () -> State?
  ) -> (_ next: @escaping (Action) -> Void) -> (Action) -> Void {
    guard let store else { return { $0 } }
    return { next in
      { action in store.dispatch(action, site: nil, askingFor: getState) { next(action) } }
    }
  }

  /// Wraps a middleware so that everything it dispatches or passes on, now or later and on any thread, has the action that it received as
  /// its cause: for thunks, and for middleware that queues actions.
  ///
  /// ```swift
  /// middleware: [app.middleware, app.keepingCauses(createThunkMiddleware())]
  /// ```
  ///
  /// - Parameter middleware: The middleware to wrap. It is applied anew for each action, so it must not keep state in its closures.
  /// - Returns: The same middleware, with a `dispatch` and a `next` that carry the cause.
  @inlinable
  public func keepingCauses<Action, State>(
    _ middleware: @escaping (@escaping (Action) -> Void, @escaping () -> State?) -> (@escaping (Action) -> Void) -> (Action) -> Void
  ) -> (@escaping (Action) -> Void, @escaping () -> State?) -> (@escaping (Action) -> Void) -> (Action) -> Void {
    guard isRecording else { return middleware }
    return { dispatch, getState in
      { next in
        { action in
          let cause = Cause.current
          let carrying = { (dispatch: @escaping (Action) -> Void) in { action in Cause.with(cause) { dispatch(action) } } }
          middleware(carrying(dispatch), getState)(carrying(next))(action)
        }
      }
    }
  }

  /// Records `action` around `body`, which forwards it: for interceptors whose closures have another form.
  ///
  /// ```swift
  /// { context in { next in { action in try app.record(action: action, state: context.getAnyState) { try next(action) } } } }
  /// ```
  ///
  /// `state` returns the store's state. It is called before the first action. If no reducer is recorded, it is also called at each
  /// dispatch, including nested ones, and when the body returns. It must not read a state that is being changed, since that ends the
  /// process.
  @inlinable
  public func record<Action, State, Result, Failure: Error>(
    action: Action, state: () -> State?, fileID: StaticString = #fileID, line: UInt = #line, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard let store else { return try body() }
    return try withoutActuallyEscaping(state) { (state) throws(Failure) in
      try store.dispatch(action, site: CallSite(fileID, line), askingFor: state, body)
    }
  }

  /// Records `action` around `body`, which forwards it to a reducer wrapped by this tap.
  @inlinable
  public func record<Action, Result, Failure: Error>(
    action: Action, fileID: StaticString = #fileID, line: UInt = #line, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard let store else { return try body() }
    return try store.dispatch(action, site: CallSite(fileID, line), askingFor: AskNobody.none, body)
  }

  /// Records `action` around `body` like ``record(action:state:fileID:line:_:)``; the call site is optional.
  package func record<Action, State>(
    action: Action, from site: (fileID: StaticString, line: UInt)?, state: @escaping () -> State?, _ body: () -> Void
  ) {
    guard let store else { return body() }
    store.dispatch(action, site: site.map { CallSite($0.fileID, $0.line) }, askingFor: state, body)
  }
}
