/// The door to what looks at values in memory: it knows how the compiler lays them out, which nothing public tells.
///
/// Everything is recorded without it. With it, what did not change is not encoded again, and an action's case is found without a mirror.
package protocol MemoryRoom: Sendable {
  /// Compares the states of one store in memory.
  ///
  /// - Parameter maximumBytes: Beyond that, a state is neither kept nor written.
  func stateComparison(rules: EncodingRules, maximumBytes: Int) -> any StateComparison

  /// What describes actions of a type as the cases of an enum. `nil` if that is not possible.
  func actionCases(of type: Any.Type, for writer: ActionWriter) -> (any ActionCases)?

  /// The stored properties of a type that are `unowned`: their names by their places, counted as `Mirror` does. Reading such a reference whose
  /// object is gone ends the process.
  func unownedFields(of type: Any.Type) -> [Int: String]

  /// Whether two living values of one type are the same but for bytes that mean nothing. If not, they may still be equal.
  func areProvenEqual(_ left: UnsafeRawPointer, _ right: UnsafeRawPointer, of type: Any.Type) -> Bool
}

/// Describes the actions of one enum type.
package protocol ActionCases: AnyObject {
  /// Appends what an action holds to the payload, and returns its name. `nil`, with nothing appended, if the cases are not all there is to know.
  ///
  /// - Parameter address: Where the action lies, which is a living value of the type.
  func describe(_ address: UnsafeRawPointer, for writer: ActionWriter) -> ActionName?
}

extension EncodingRules {
  /// Compares the states of one store: in memory where that is possible and wanted, else as text.
  package func stateComparison(maximumBytes: Int = .max) -> any StateComparison {
    guard comparesStatesInMemory, let memory else { return TextComparison(rules: self, maximumBytes: maximumBytes) }
    return memory.stateComparison(rules: self, maximumBytes: maximumBytes)
  }
}
