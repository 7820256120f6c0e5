extension RecorderOptions {
  /// Which states are recorded. An action whose state is not says so in the log (`"omitted":"sampled"`), and the next state that is
  /// recorded tells what all actions since the last one have changed.
  public enum States: Hashable, Sendable {
    case all
    /// That of each store's first action, and of every one so many actions later. `every(1)` is all.
    case every(Int)
    /// None: actions alone, at a small part of the cost.
    case never
  }

  /// Whether what is written as changed is held against the whole state.
  ///
  /// A patch leaves out what cannot have changed, which holds as long as `encode(to:)` is a pure function of the value. Verifying finds
  /// values for which it is not: the whole state is encoded, and compared with what a reader makes of the patch. Where they differ, the
  /// log gets the whole state and a warning, and from then on the type at fault is compared by what it encodes.
  public enum Verification: Hashable, Sendable {
    case never
    /// One state of so many, each store on its own. `every(1)` costs more than to write all states whole.
    case every(Int)
  }
}
