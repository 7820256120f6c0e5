#if !RECORDING_COMPILED_OUT
internal import FluxtapeCoding
#if MemoryComparison
internal import FluxtapeMemory
#endif

extension RecorderOptions {
  /// How a recorder finds out what changed from one state to the next. The log says the same either way.
  public enum Comparison: Equatable, Sendable {
    /// By a look at the memory of both states: what did not change is not encoded again. Costs about what changed.
    ///
    /// The recorder knows how the compiler lays out values; it proves that on types of its own before the first use, and checks what it writes
    /// (``Verification``). Where the proof fails, in programs built by compilers that it was not tried with, without the package trait
    /// `MemoryComparison`, and where the environment variable `FLUXTAPE_COMPARISON` is `text`, it is ``text``.
    case memory

    /// Each state is encoded as a whole, before an action and after it, and the texts are compared. Costs about the size of the state, and nothing
    /// is assumed of memory.
    case text

    /// Found out once per process.
    static let isTextAskedFor = SystemFacts.environment("FLUXTAPE_COMPARISON") == "text"
  }
}

extension RecordingContext {
  /// What looks at the memory of states; `nil` where that is not possible. Found out once per process.
  static let memory: (any MemoryRoom)? = {
    #if MemoryComparison
    return Memory()
    #else
    return nil
    #endif
  }()
}
#endif
