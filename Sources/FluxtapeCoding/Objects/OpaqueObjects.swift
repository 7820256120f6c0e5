/// Which objects of the value that is being written are opaque.
final class OpaqueObjects {
  private let rules: ObjectRules
  private var scopes: [ObjectIdentifier: ObjectScope] = [:]
  private var scope: ObjectScope

  init(_ rules: ObjectRules) {
    self.rules = rules
    scope = ObjectScope(of: Never.self, under: rules)
  }

  /// Begins with a state. For an object, and for a value that is passed as `any P`, the dynamic type counts.
  func begin(with value: Subject) {
    if scope.root == value.facts.type, !scope.isOfObject { return }
    begin(value.dynamicType)
  }

  /// Begins with the contents of an event. Objects of libraries may be among them, and these are no states.
  func begin(withContents contents: Subject) {
    begin(with: contents)
    if scope.isOfObject { begin(Never.self) }
  }

  /// Begins with a state or an action of this type.
  func begin(_ root: Any.Type) {
    guard scope.root != root else { return }
    let identity = ObjectIdentifier(root)
    let known = scopes[identity] ?? ObjectScope(of: root, under: rules)
    scopes[identity] = known
    scope = known
  }

  func takesApart(_ type: Any.Type) -> Bool { scope.takesApart(type) }

  func takesApart(ancestor: Any.Type, of type: Any.Type) -> Bool { type == scope.root || scope.takesApart(ancestor) }
}
