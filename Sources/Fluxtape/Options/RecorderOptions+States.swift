#if !RECORDING_COMPILED_OUT
extension RecorderOptions {
  /// Which states are recorded. An action whose state is not says so in the log (`"omitted":"sampled"`), and the next state that is
  /// recorded tells what all actions since the last one have changed.
  public enum States: Equatable, Sendable {
    case all
    /// That of each store's first action, and of every one so many actions later. `every(1)` is all.
    case every(Int)
    /// None: actions alone, at a small part of the cost.
    case never
  }

  /// How often the recorder compares what it writes as a change with the whole state.
  ///
  /// A patch leaves out what cannot have changed. That holds as long as the recorder knows how the compiler lays out values, and as long as
  /// `encode(to:)` is a pure function of the value. A check applies the patch to the state before, as a reader does, and compares the result with
  /// the state encoded anew. If they differ, the log gets the whole state and a mark that tells whose mistake it is, and states of the type are
  /// compared as text from then on.
  public enum Verification: Equatable, Sendable {
    /// The first patches of each store, more of them for types that no store of the process had before, and later as many as take a
    /// hundredth of the time spent recording.
    case automatic
    case never
    /// One state of so many, each store on its own, together with all patches since the last check. For tests of your own: it finds each
    /// `encode(to:)` that reads something besides the value. `every(1)` costs more than to write all states whole.
    case every(Int)
  }
}
#endif
