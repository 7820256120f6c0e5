internal import FluxtapeLocking

/// A value that is expensive to derive from a state, recomputed only when the part it depends on changes.
///
/// ```swift
/// let visible = Selector(of: { (state: AppState) in [state.query, state.sort] }) { state in sorted(filtered(state)) }
/// let token = store.select(visible).subscribe { list in … }
/// ```
///
/// It keeps its last result. Share it among subscribers of one store; use another one for each store.
public final class Selector<State: Sendable, Output: Sendable>: Sendable {
  private let derive: @Sendable (State) -> Output

  /// - Parameters:
  ///   - part: The part that the result depends on.
  ///   - make: Computes the result. Must be pure; several threads may call it at once.
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

  /// Returns the value derived from `state`.
  public func callAsFunction(_ state: State) -> Output { derive(state) }
}

extension StateSource {
  /// Selects the value that `selector` derives from the state.
  public func select<Output: Sendable>(_ selector: Selector<State, Output>) -> Selection<Output> {
    select { selector($0) }
  }
}
