import Testing

@testable import Fluxtape

extension Trait where Self == ConditionTrait {
  /// For what holds only where states are compared in memory.
  static var inMemory: Self { .enabled(if: !RecorderOptions.Comparison.isTextAskedFor, "states are compared as text") }
}
