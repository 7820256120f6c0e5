import FluxtapeJSON

/// Which objects of the value that is written are opaque, and which number each of them has.
///
/// A number must be the same in each run. Where values are written in an order that is another one in each run, objects that have no number yet
/// are written without: those in a dictionary get theirs when it is written once more in the order of its keys. Sets, and dictionaries without
/// names as keys, are sorted by what is written of their elements, so objects in them are never told apart.
final class OpaqueObjects {
  private let rules: ObjectRules
  private var scopes: [ObjectIdentifier: ObjectScope] = [:]
  private var scope: ObjectScope
  /// Sets and the like around the value that is written.
  private var unnumberedParts = 0
  /// Dictionaries around it that are written as they come.
  private var unorderedParts = 0
  private var hasUnnumbered = false

  init(_ rules: ObjectRules) {
    self.rules = rules
    scope = ObjectScope(of: Never.self, under: rules)
  }

  /// Begins with a state. Of an object, and of what is passed as `any P`, its own type counts.
  func begin<Root>(with value: Root) {
    let type: Any.Type = Root.self
    if scope.root == type, !scope.isOfObject { return }
    begin(type is AnyObject.Type || SystemType.isExistential(type) ? Swift.type(of: value as Any) : type)
  }

  /// Begins with what an event carries: objects of libraries, too, and these are no states.
  func begin<Contents>(withContents contents: Contents) {
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

  /// What the log has for an object: `DisposeBag`, or `DisposeBag#2` for the second one of the run.
  func name(of object: AnyObject) -> String {
    let name = TypeName.of(type(of: object))
    guard unnumberedParts == 0 else { return name }
    guard let number = rules.numbers.number(of: object, named: name, mayBeNew: unorderedParts == 0) else {
      hasUnnumbered = true
      return name
    }
    return number == 1 ? name : "\(name)#\(number)"
  }
}

extension OpaqueObjects {
  /// Runs `body`, which writes values that are sorted by what is written of them.
  func withoutNumbers<Result>(_ body: () -> Result) -> Result {
    unnumberedParts += 1
    defer { unnumberedParts -= 1 }
    return body()
  }

  /// Runs `body`, which writes values in an order of no meaning. Returns whether they are to be written once more, in order: some objects among
  /// them have no number yet.
  func unordered(_ body: () -> Void) -> Bool {
    unorderedParts += 1
    body()
    unorderedParts -= 1
    guard unorderedParts == 0 else { return false }
    defer { hasUnnumbered = false }
    return hasUnnumbered
  }
}

extension Output {
  /// Writes an object by its type and number. An error of Foundation is a value, whichever class it is of.
  func write(opaque object: AnyObject) {
    if let error = SystemType.nsError(object) { return write(json: error) }
    append("{\"$opaque\":")
    append(quoted: session.objects?.name(of: object) ?? TypeName.of(type(of: object)))
    append(UInt8(ascii: "}"))
  }

  /// Writes a value whose `encode(to:)` threw: what it consists of, if that may be read.
  func writeInstead(_ value: Any) {
    let type = type(of: value)
    guard type is AnyObject.Type, session.objects?.takesApart(type) == false else { return reflectContents(of: value) }
    write(opaque: value as AnyObject)
  }

  func withoutNumbers<Result>(_ body: () -> Result) -> Result { session.objects?.withoutNumbers(body) ?? body() }
}
