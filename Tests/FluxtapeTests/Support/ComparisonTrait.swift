import Testing

@testable import Fluxtape

extension Trait where Self == ConditionTrait {
  /// For behavior that requires comparing states in memory.
  static var inMemory: Self { .enabled(if: !RecorderOptions.Comparison.isTextAskedFor, "states are compared as text") }
}
