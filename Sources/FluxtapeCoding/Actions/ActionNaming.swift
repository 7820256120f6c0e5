/// An app's rule for naming the actions of one type.
package struct ActionNaming: Sendable {
  /// The schema version of the type.
  package let version: Int?
  /// Returns an action's name, which replaces its type and case. `nil` if the value is not an action of the type.
  package let name: (@Sendable (Any) -> String?)?

  package init(version: Int?, name: (@Sendable (Any) -> String?)?) {
    self.version = version
    self.name = name
  }
}
