#if !RECORDING_COMPILED_OUT
public import FluxtapeCoding

/// What an app says about how values and actions of single types are recorded.
///
/// ```swift
/// var options = RecorderOptions()
/// options.types.encode(Money.self) { $0.text }                              // written as a text
/// options.types.ignore(ImageCache.self)                                     // not written
/// options.types.recordObjects(ofModules: ["AppCore"])                    // written with their properties
/// options.types.name(CartAction.self, version: 2) { "cart.\($0.kind)" }     // what its actions are called
/// ```
///
/// A rule is for values of the very type: not for subclasses, nor for types that conform to it. The last rule for a type counts. The
/// closures are called where recording encodes: from any thread, under a lock. They are pure functions of the value, and record nothing.
public struct TypeRules: Sendable {
  /// What is written of values; `nil` if they are left out. Later ones count.
  private(set) var encodings: [(type: any Any.Type, encoding: (@Sendable (Any) -> Any)?)] = []
  private(set) var namings: [(type: any Any.Type, version: Int?, name: (@Sendable (Any) -> String?)?)] = []
  /// Modules whose objects are taken apart.
  private(set) var ownModules: Set<String> = []

  /// Creates an empty set of rules.
  public init() {}
}

// MARK: - Values

extension TypeRules {
  /// Writes what `encoding` makes of a value in its place, in payloads and states.
  ///
  /// What it gives is encoded as every value is, under the rules for its own type; if that is `Value` itself, as if there were no rule.
  /// Who decodes values from the log has to expect what the rule gives.
  public mutating func encode<Value, Encoding>(_ type: Value.Type, as encoding: @escaping @Sendable (Value) -> Encoding) {
    encodings.append((type, { value in (value as? Value).map { encoding($0) as Any } ?? value }))
  }

  /// Leaves values out: the members of objects that have them are not written at all, nor anything inside of them. Where other values would
  /// move up, in arrays and among the values of a case, stands `{"$opaque":"ImageCache"}`.
  ///
  /// A type is asked for once; that values of it come up later costs nothing.
  public mutating func ignore<Value>(_ type: Value.Type) { encodings.append((type, nil)) }
}

// MARK: - Objects

extension TypeRules {
  /// Writes objects of all classes that these modules declare with their stored properties.
  ///
  /// Without this, an object that is not `Encodable` is written with its properties only if its class is declared in a module of the app's own:
  /// one in which the store is attached, or one that declares the type of the state or action. Objects of other classes are opaque: the log has their
  /// type and a number, `{"$opaque":"DisposeBag#2"}`, and what they hold is never read. The object handed to the recorder itself is always
  /// written with its properties. To write one class only, use ``encode(_:as:)``.
  ///
  /// Name modules of the app, not libraries: what another thread changes while it is read is a data race.
  ///
  /// - Parameter modules: The names of modules as they stand in `import`.
  public mutating func recordObjects(ofModules modules: Set<String>) { ownModules.formUnion(modules) }
}

// MARK: - What everything is made of

// Texts, numbers and truth values are written as fast as can be, and are asked for no rules.
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
  /// Says what actions of a type are called, and which version of the type they are of.
  ///
  /// - Parameters:
  ///   - type: The type that is dispatched, not one inside of it.
  ///   - version: Counts the changes of the type that its decoder must know of; `v` of its actions in the log.
  ///   - name: What is told as the action's type: short, with dots between its parts, and of no user's data. It is neither redacted nor
  ///     limited.
  public mutating func name<Action>(_ type: Action.Type, version: Int? = nil, _ name: @escaping @Sendable (Action) -> String) {
    namings.append((type, version, { action in (action as? Action).map(name) }))
  }

  /// Says which version of their type actions are of, and leaves them their names.
  public mutating func name<Action>(_ type: Action.Type, version: Int) { namings.append((type, version, nil)) }
}

// MARK: - Value semantics

/// A type that says itself whether its values are values, so that a recorder may compare them by their bytes.
public typealias ValueSemantic = FluxtapeCoding.ValueSemantic
#endif
