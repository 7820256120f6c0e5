internal import FluxtapeLocking

/// Something derived from a state that is dear to make: made anew only when the part that it is made of has changed.
///
/// ```swift
/// let visible = Selector(of: { (state: AppState) in [state.query, state.sort] }) { state in sorted(filtered(state)) }
/// let token = store.select(visible).subscribe { list in … }
/// ```
///
/// It keeps its latest result. Share one among those who look at the same store; give each store its own.
public final class Selector<State: Sendable, Output: Sendable>: Sendable {
  private let derive: @Sendable (State) -> Output

  /// - Parameters:
  ///   - part: What the result depends on.
  ///   - make: Makes it. Pure; of two threads that ask at once both may call it.
  public init<Part: Equatable & Sendable>(
    of part: @escaping @Sendable (State) -> Part, _ make: @escaping @Sendable (State) -> Output
  ) {
    let latest = Locked<(part: Part, output: Output)?>(nil)
    derive = { state in
      let part = part(state)
      if let latest = latest.withLock({ $0 }), latest.part == part { return latest.output }
      let output = make(state)
      _ = latest.exchange((part, output))
      return output
    }
  }

  /// What is derived from `state`.
  public func callAsFunction(_ state: State) -> Output { derive(state) }
}

extension StateSource {
  /// What `selector` derives from the state.
  public func select<Output: Sendable>(_ selector: Selector<State, Output>) -> Selection<Output> {
    select { selector($0) }
  }
}
