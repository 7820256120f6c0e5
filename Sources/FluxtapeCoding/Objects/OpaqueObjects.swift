/// Which objects of the value that is being written are opaque, and the number of each of them.
///
/// A number must be the same in each run. Sets, and dictionaries without names as keys, are sorted by the text of their elements, so objects in
/// them have no numbers.
final class OpaqueObjects {
  private let rules: ObjectRules
  private var scopes: [ObjectIdentifier: ObjectScope] = [:]
  private var scope: ObjectScope
  /// The number of sets and the like around the value that is being written.
  private var unnumberedParts = 0

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

  /// The name of an object in the log: `DisposeBag`, or `DisposeBag#2` for the second one of the run.
  func name(of object: AnyObject) -> String {
    let name = TypeName.of(type(of: object))
    let number = unnumberedParts == 0 ? rules.numbers.number(of: object, named: name) : 1
    return number == 1 ? name : "\(name)#\(number)"
  }

  /// Runs `body`, which writes values that are sorted by their texts.
  func withoutNumbers<Result>(_ body: () -> Result) -> Result {
    unnumberedParts += 1
    defer { unnumberedParts -= 1 }
    return body()
  }
}
