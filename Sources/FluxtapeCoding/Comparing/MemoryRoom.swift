/// The interface to the code that reads values in memory, which depends on undocumented knowledge of memory layout.
///
/// Recording works without it. With it, unchanged parts are not encoded again, and an action's case is found without a mirror.
package protocol MemoryRoom: Sendable {
  /// Returns a comparison of the states of one store in memory.
  ///
  /// - Parameter maximumBytes: States larger than this are neither kept nor written.
  func stateComparison(rules: EncodingRules, maximumBytes: Int) -> any StateComparison

  /// Returns an object that describes actions of a type as enum cases. `nil` if that is not possible.
  func actionCases(of type: Any.Type, for writer: ActionWriter) -> (any ActionCases)?

  /// The `unowned` stored properties of a type: their names, by their index in `Mirror`. Reading such a reference after its object is
  /// released ends the process.
  func unownedFields(of type: Any.Type) -> [Int: String]

  /// Whether two live values of one type are equal, ignoring bytes without meaning. If `false`, they may still be equal.
  func areProvenEqual(_ left: UnsafeRawPointer, _ right: UnsafeRawPointer, of type: Any.Type) -> Bool
}

/// Describes the actions of one enum type.
package protocol ActionCases: AnyObject {
  /// Appends the action's payload and returns its name. Returns `nil`, with nothing appended, if the case alone does not describe the
  /// action.
  ///
  /// - Parameter address: The address of the action, a live value of the type.
  func describe(_ address: UnsafeRawPointer, for writer: ActionWriter) -> ActionName?
}

extension EncodingRules {
  /// Returns a comparison of the states of one store: in memory if possible and requested, otherwise as text.
  package func stateComparison(maximumBytes: Int = .max) -> any StateComparison {
    guard comparesStatesInMemory, let memory else { return TextComparison(rules: self, maximumBytes: maximumBytes) }
    return memory.stateComparison(rules: self, maximumBytes: maximumBytes)
  }
}
