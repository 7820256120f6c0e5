/// What an app says about the actions of one type.
package struct ActionNaming: Sendable {
  /// The schema version of the type.
  package let version: Int?
  /// What an action is called, instead of after its type and case. `nil` for what is no action of the type.
  package let name: (@Sendable (Any) -> String?)?

  package init(version: Int?, name: (@Sendable (Any) -> String?)?) {
    self.version = version
    self.name = name
  }
}
