public import FluxtapeCoding

/// An app's rules for recording values and actions of particular types.
///
/// ```swift
/// var options = RecorderOptions()
/// options.types.encode(Money.self) { $0.text }                              // written as a text
/// options.types.ignore(ImageCache.self)                                     // not written
/// options.types.recordObjects(ofModules: ["AppCore"])                    // written with their properties
/// options.types.name(CartAction.self, version: 2) { "cart.\($0.kind)" }     // what its actions are called
/// ```
///
/// A rule applies to values of exactly this type, not to subclasses or conforming types. If several rules name a type, the last one
/// applies. The recorder calls the closures while it encodes: from any thread, under a lock. They must be pure functions of the value, and
/// must not record.
public struct TypeRules: Sendable {
  /// The replacement for values of a type; `nil` omits them. Later entries win.
  private(set) var encodings: [(type: any Any.Type, encoding: (@Sendable (Any) -> Any)?)] = []
  private(set) var namings: [(type: any Any.Type, version: Int?, name: (@Sendable (Any) -> String?)?)] = []
  /// Modules whose objects are written with their properties.
  private(set) var ownModules: Set<String> = []

  /// Creates an empty set of rules.
  public init() {}
}

// MARK: - Values

extension TypeRules {
  /// Writes the result of `encoding` instead of a value, in payloads and states.
  ///
  /// The result is encoded like any other value, under the rules for its own type; if that type is `Value`, as if there were no rule. Code
  /// that decodes values from the log has to expect the result.
  public mutating func encode<Value, Encoding>(_ type: Value.Type, as encoding: @escaping @Sendable (Value) -> Encoding) {
    encodings.append((type, { value in (value as? Value).map { encoding($0) as Any } ?? value }))
  }

  /// Omits values of a type: objects lack the members that hold them, including everything inside. In arrays, and among the associated
  /// values of an enum case, `{"$opaque":"ImageCache"}` takes their place, so that other values keep their position.
  ///
  /// The lookup happens once per type; later values of it cost nothing.
  public mutating func ignore<Value>(_ type: Value.Type) { encodings.append((type, nil)) }
}

// MARK: - Objects

extension TypeRules {
  /// Writes objects of all classes declared in these modules with their stored properties.
  ///
  /// Without this rule, an object that is not `Encodable` is written with its properties only if its class is declared in one of the app's
  /// modules: the one in which the store is attached, or one that declares the type of the state or action. Objects of other classes are
  /// opaque: the log has their type and a number, `{"$opaque":"DisposeBag#2"}`, and their contents are never read. The object attached to
  /// the recorder itself is always written with its properties. To write only one class, use ``encode(_:as:)``.
  ///
  /// Name modules of the app, not libraries: reading an object while another thread changes it is a data race.
  ///
  /// - Parameter modules: The names of modules, as in an `import`.
  public mutating func recordObjects(ofModules modules: Set<String>) { ownModules.formUnion(modules) }
}

// MARK: - Types without rules

// Strings, numbers and booleans are on the fast path, which looks up no rules.
extension TypeRules {
  @available(*, unavailable, message: "Strings have no rule; wrap what is to be written otherwise in a type of its own")
  public mutating func encode<Encoding>(_ type: String.Type, as encoding: @escaping @Sendable (String) -> Encoding) {}

  @available(*, unavailable, message: "Bool has no rule; wrap what is to be written otherwise in a type of its own")
  public mutating func encode<Encoding>(_ type: Bool.Type, as encoding: @escaping @Sendable (Bool) -> Encoding) {}

  @available(*, unavailable, message: "Numbers have no rule; wrap what is to be written otherwise in a type of its own")
  public mutating func encode<Value: FixedWidthInteger, Encoding>(_ type: Value.Type, as encoding: @escaping @Sendable (Value) -> Encoding)
  {}

  @available(*, unavailable, message: "Numbers have no rule; wrap what is to be written otherwise in a type of its own")
  public mutating func encode<Value: BinaryFloatingPoint, Encoding>(
    _ type: Value.Type, as encoding: @escaping @Sendable (Value) -> Encoding
  ) {}

  @available(*, unavailable, message: "Strings have no rule; ignore a type that holds them")
  public mutating func ignore(_ type: String.Type) {}

  @available(*, unavailable, message: "Bool has no rule; ignore a type that holds it")
  public mutating func ignore(_ type: Bool.Type) {}

  @available(*, unavailable, message: "Numbers have no rule; ignore a type that holds them")
  public mutating func ignore<Value: FixedWidthInteger>(_ type: Value.Type) {}

  @available(*, unavailable, message: "Numbers have no rule; ignore a type that holds them")
  public mutating func ignore<Value: BinaryFloatingPoint>(_ type: Value.Type) {}
}

// MARK: - Actions

extension TypeRules {
  /// Sets the name of actions of a type, and the version of the type.
  ///
  /// - Parameters:
  ///   - type: The type that is dispatched, not one inside of it.
  ///   - version: Counts changes of the type that its decoder must know about; written as `v` of its actions.
  ///   - name: Returns the action's type in the log: short, with dots between its parts, and without user data. It is neither redacted nor
  ///     limited.
  public mutating func name<Action>(_ type: Action.Type, version: Int? = nil, _ name: @escaping @Sendable (Action) -> String) {
    namings.append((type, version, { action in (action as? Action).map(name) }))
  }

  /// Sets the version of a type of actions and leaves their names unchanged.
  public mutating func name<Action>(_ type: Action.Type, version: Int) { namings.append((type, version, nil)) }
}

// MARK: - Value semantics

/// A type that declares whether its values have value semantics, so that a recorder may compare them by their bytes.
public typealias ValueSemantic = FluxtapeCoding.ValueSemantic
