#if !RECORDING_COMPILED_OUT
/// Which of a store's actions have their states recorded, by their number.
struct StateSampling: Equatable, Sendable {
  private let states: RecorderOptions.States
  /// Actions until the next one whose state is wanted.
  private var wait = 0

  init(_ states: RecorderOptions.States) { self.states = states }

  /// Counts an action; says whether its state is wanted.
  mutating func wantsState() -> Bool {
    switch states {
    case .all: return true
    case .never: return false
    case .every(let count):
      guard wait == 0 else {
        wait -= 1
        return false
      }
      wait = max(count, 1) - 1
      return true
    }
  }
}
#endif
