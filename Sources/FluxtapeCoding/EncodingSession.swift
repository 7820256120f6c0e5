import FluxtapeLocking
import FluxtapeJSON

/// One run of the encoder over one value: which way each type takes, and which objects are being encoded right now.
///
/// What is asked for with every value that is written is not checked for exclusive access: at some ten places in each record, a check takes
/// eighty instructions of the fifteen thousand that recording a small action takes. Sound: one thread runs it, and each access ends before other
/// code runs.
package final class EncodingSession {
  package let rules: EncodingRules
  private var ways: [ObjectIdentifier: Way]
  private var secrecies: [ObjectIdentifier: TypeSecrecy] = [:]
  @safe @exclusivity(unchecked) private var openObjects: Set<ObjectIdentifier> = []
  @safe @exclusivity(unchecked) private var repetition = Repetition()
  /// Asked for once it matters; `nil` before that.
  @safe @exclusivity(unchecked) private var stack: ThreadStack??
  /// Tells the keys on the way to the value that is encoded, if it is a part of another.
  var outerPath: (() -> [any CodingKey])?
  /// Whether anything was ever written that is written otherwise as a part of another value or on another stack: by code that asked for
  /// its coding path, or because the thread's stack came to an end.
  @safe @exclusivity(unchecked) var dependsOnPlace = false
  /// Whether anything was ever cut off because the thread's stack was short.
  @safe @exclusivity(unchecked) var dependsOnStack = false
  /// The objects around the value that is encoded, if it is a part of another. They are open all the time.
  @safe @exclusivity(unchecked) var surroundingObjects: Set<ObjectIdentifier> = []
  /// Whether what is encoded one after the other is one value, in which objects may come again.
  @safe @exclusivity(unchecked) var encodesParts = false

  /// Where values are counted, if the session is that of a writer. Without one there are no limits but that of depth.
  var output: Output?
  private var failingTypes: Set<ObjectIdentifier> = []
  @safe @exclusivity(unchecked) private var failures: [EncodingFailure] = []
  /// Writes of user code that were not taken; see ``refuse(isDead:)``.
  @safe @exclusivity(unchecked) private var refusals = 0

  /// A value takes as much memory in a tree as so many that are written.
  static let treeWeight = 4

  init(_ rules: EncodingRules) {
    self.rules = rules
    ways = Self.knownWays.withLock { $0 }
  }

  /// The ways of all types that any session met. Each session begins with a copy, so that it takes the lock for new types only.
  private static let knownWays = Locked<[ObjectIdentifier: Way]>([:])

  /// How values of one type are encoded.
  private enum Way {
    case hidden
    case ownForm
    case encodable
    case systemObject
    case opaque
    case reflection

    init(of type: Any.Type) {
      if type is any HiddenValue.Type {
        self = .hidden
      } else if type is any OwnForm.Type {
        self = .ownForm
      } else if type is any Encodable.Type {
        self = .encodable
      } else if type is any Actor.Type || SystemType.isPointer(type) {
        // What an actor isolates may change under the reader; an address is another one in each run.
        self = .opaque
      } else if type is AnyObject.Type, SystemType.isDeclaredBySystem(type) {
        self = .systemObject
      } else {
        self = .reflection
      }
    }
  }

  /// Asking for a conformance costs far more than a look into a small table, and a state has few types but many values.
  private func way(of type: Any.Type) -> Way {
    let identity = ObjectIdentifier(type)
    if let way = ways[identity] { return way }
    let way = Way(of: type)
    ways[identity] = way
    Self.knownWays.withLock { $0[identity] = way }
    return way
  }
}

// MARK: - Choosing the way

extension EncodingSession {
  /// The JSON of a value of which only the dynamic type is known.
  func encode(_ value: Any, at place: EncodingPlace) -> JSONValue {
    if !rules.hooks.isEmpty, let hook = rules.hooks[ObjectIdentifier(type(of: value))] { return encode(value, by: hook, at: place) }
    return encodeAsItIs(value, at: place)
  }

  /// The JSON of a value without a look at hooks.
  func encodeAsItIs(_ value: Any, at place: EncodingPlace) -> JSONValue {
    switch secrecy(of: type(of: value)) {
    case .none: encodeOpenly(value, at: place)
    case .named: rules.hidden(encodeOpenly(value, at: place))
    case .error: SecretText(rules.keys).redacted(Self.systemError(value) ?? encodeOpenly(value, at: place))
    }
  }

  private func secrecy(of type: Any.Type) -> TypeSecrecy {
    guard rules.hidesSecrets else { return .none }
    let identity = ObjectIdentifier(type)
    if let known = secrecies[identity] { return known }
    let secrecy = TypeSecrecy(of: type, under: rules)
    secrecies[identity] = secrecy
    return secrecy
  }

  private func encodeOpenly(_ value: Any, at place: EncodingPlace) -> JSONValue {
    switch way(of: type(of: value)) {
    case .hidden: return encode(value, by: .hidden, at: place)
    case .ownForm:
      if let value = value as? any OwnForm { return value.encoded(by: self, at: place) }
    case .encodable:
      if let value = value as? any Encodable { return encodeThroughCodable(value, at: place) }
    case .systemObject: return encodeSystemObject(value, at: place)
    case .opaque: return opaque(type(of: value))
    case .reflection: break
    }
    return reflect(value, at: place)
  }

  /// The JSON of a value that user code hands to a container.
  func encode<Value: Encodable>(encodable value: Value, at place: EncodingPlace) -> JSONValue {
    if !rules.hooks.isEmpty, let hook = rules.hooks[ObjectIdentifier(type(of: value))] { return encode(value, by: hook, at: place) }
    switch way(of: Value.self) {
    case .hidden: return encode(value, by: .hidden, at: place)
    case .ownForm:
      if let value = value as? any OwnForm { return value.encoded(by: self, at: place) }
    default: if secrecy(of: type(of: value)) != .none { return encodeAsItIs(value, at: place) }
    }
    return encodeThroughCodable(value, at: place)
  }

  private func encodeThroughCodable(_ value: some Encodable, at place: EncodingPlace) -> JSONValue {
    whileOpen(value, at: place) { encodeThroughNodes(value, at: place) }
  }

  /// The JSON of a value that is known to be open.
  func encodeThroughNodes(_ value: some Encodable, at place: EncodingPlace) -> JSONValue {
    let node = EncodingNode(at: place, in: self)
    do {
      try value.encode(to: NodeEncoder(node: node))
      return node.finish()
    } catch  where isLimit(error) {
      return node.finish()
    } catch {
      // The author's code cannot encode this value; what it consists of can still be shown.
      note(error, thrownBy: type(of: value))
      node.cancel()
      return reflectContents(of: value, at: place)
    }
  }

  func reflect(_ value: Any, at place: EncodingPlace) -> JSONValue {
    whileOpen(value, at: place) {
      guard type(of: value) is AnyObject.Type else { return reflectContents(of: value, at: place) }
      return whileReflected(value as AnyObject) { reflectContents(of: value, at: place) }
    }
  }

  /// Runs `encode` unless that would go too deep, around in a circle, or on without end.
  private func whileOpen(_ value: Any, at place: EncodingPlace, _ encode: () -> JSONValue) -> JSONValue {
    let type = type(of: value)
    guard hasRoom(at: place), countValue(), allowsValue() else { return opaque(type) }
    guard type is AnyObject.Type else { return encode() }
    let object = value as AnyObject
    guard open(object) else { return opaque(type) }
    defer { close(object) }
    return encode()
  }

  /// Whether a container may begin at `place`, with room for a tagged leaf inside.
  func hasRoom(at place: EncodingPlace) -> Bool {
    place.depth < rules.maximumDepth && output?.isExhausted != true && (place.depth < ThreadStack.askedFromDepth || hasStack)
  }

  var hasStack: Bool {
    if stack == nil { stack = .some(ThreadStack.current) }
    let hasStack = stack??.hasRoom != false
    if !hasStack { (dependsOnPlace, dependsOnStack) = (true, true) }
    return hasStack
  }

  /// Counts a value that is made of others. `false` if it is one too many.
  func countValue() -> Bool { output?.countValue(UInt64(Self.treeWeight)) ?? true }

  /// Counts what user code adds to a tree, and so many bytes of text in it. `false` if it is too much.
  func countWrite(bytes: Int = 0) -> Bool { output?.countValue(UInt64(1 + bytes / Self.textPerValue)) ?? true }

  /// Bytes of text that count as one value.
  private static let textPerValue = 64

  func opaque(_ type: Any.Type) -> JSONValue { TaggedValue.opaque(typeName: TypeName.of(type)).json }
}

// MARK: - Objects

extension EncodingSession {
  /// Notes that an object is being encoded. `false` if it is already, further out.
  func open(_ object: AnyObject) -> Bool { openObjects.insert(ObjectIdentifier(object)).inserted }

  func close(_ object: AnyObject) { openObjects.remove(ObjectIdentifier(object)) }

  /// Whether objects that come again are being reflected, so that ``allowsValue()`` has to be asked.
  var countsValues: Bool { repetition.isCounting }

  func allowsValue() -> Bool { repetition.allowsValue() }

  /// Runs `body`, which shows what an object holds.
  func whileReflected<Result>(_ object: AnyObject, _ body: () -> Result) -> Result {
    let isRepeated = repetition.enter(ObjectIdentifier(object))
    defer { if isRepeated { repetition.leave() } }
    return body()
  }

  /// Begins the next value, perhaps on another thread.
  func reset() {
    if !openObjects.isEmpty { openObjects.removeAll(keepingCapacity: true) }
    if !surroundingObjects.isEmpty { openObjects = surroundingObjects }
    if !encodesParts { repetition = Repetition() }
    beginUserCode()
  }

  /// Begins to run code of the app, perhaps on another thread.
  package func beginUserCode() { (stack, refusals) = (nil, 0) }
}

// MARK: - Refusing

/// Thrown out of an `encode(to:)` that goes on writing after a limit was reached.
package struct EncodingLimitError: Error, CustomStringConvertible {
  package var description: String { "a limit of the recorder was reached; it takes nothing more of this value" }
}

extension EncodingSession {
  /// Counts a write of user code that is not taken: too much was written, or at too deep a place, or the value will be encoded again.
  ///
  /// A loop or a recursion that writes for ever ends by the error. An `encode(to:)` that ends of itself hardly ever sees it, so one that says
  /// `try!` ends the app in extreme cases only.
  ///
  /// - Parameter isDead: Whether the container never took anything. There it may be a recursion that goes on, so less of it is let pass.
  package func refuse(isDead: Bool) throws(EncodingLimitError) {
    refusals += isDead ? Self.deadWeight : 1
    if refusals > Self.mostRefusals || !hasStack { throw EncodingLimitError() }
  }

  private static let mostRefusals = 1 << 12
  private static let deadWeight = 1 << 4

  /// Whether user code threw because of a limit, or would have to.
  func isLimit(_ error: any Error) -> Bool { error is EncodingLimitError || output?.isExhausted == true }
}

// MARK: - Code of the app that throws

/// An `encode(to:)` that threw; the value was written by what it consists of. No text of the error: that may hold data.
package struct EncodingFailure: Hashable, Sendable {
  /// The type that could not be encoded.
  package let type: String
  /// The type of what it threw.
  package let error: String
}

extension EncodingSession {
  /// Notes that the `encode(to:)` of a type threw, once for each type.
  func note(_ error: any Error, thrownBy type: Any.Type) {
    // What it throws after a limit it may have made of the limit's error.
    guard refusals <= Self.mostRefusals, failingTypes.insert(ObjectIdentifier(type)).inserted else { return }
    failures.append(EncodingFailure(type: TypeName.of(type), error: TypeName.of(Swift.type(of: error))))
  }

  /// What was noted since the last call.
  package func takeFailures() -> [EncodingFailure] {
    guard !failures.isEmpty else { return [] }
    defer { failures = [] }
    return failures
  }
}

/// How much of a value was encoded before.
///
/// Objects that refer to each other are shown once for each way that leads to them. In a board of eight by eight cells that know their
/// neighbours there are more ways than anyone could wait for. So what objects that come again hold is counted, and comes to an end.
/// Not for objects that encode themselves: what they make on the way may lie where another object lay. For them counts what a record may hold.
private struct Repetition {
  /// Values inside of objects that come again: a few megabytes of JSON.
  private static let limit = 1 << 16

  private var known: Set<ObjectIdentifier> = []
  private var depth = 0
  private var values = 0

  var isCounting: Bool { depth > 0 }

  /// Counts a value. `false` if there have been too many.
  mutating func allowsValue() -> Bool {
    guard depth > 0 else { return true }
    values += 1
    return values <= Self.limit
  }

  /// Begins an object; returns whether it was encoded before, and is to be left.
  mutating func enter(_ object: ObjectIdentifier) -> Bool {
    guard !known.insert(object).inserted else { return false }
    depth += 1
    return true
  }

  mutating func leave() { depth -= 1 }
}

// MARK: - Places

/// Where a value stands: the container around it, and its key there.
///
/// `depth` counts values inside values, also those that write no brackets of their own. So it is never less than the depth of the JSON, and
/// an `encode(to:)` that hands on to itself comes to an end.
struct EncodingPlace {
  let parent: EncodingNode?
  let key: (any CodingKey)?
  let depth: Int

  static var root: EncodingPlace { EncodingPlace(parent: nil, key: nil, depth: 1) }

  static func inside(_ parent: EncodingNode, key: (any CodingKey)? = nil) -> EncodingPlace {
    EncodingPlace(parent: parent, key: key, depth: parent.place.depth + 1)
  }

  var codingPath: [any CodingKey] {
    var path: [any CodingKey] = []
    var place = self
    while true {
      if let key = place.key { path.append(key) }
      guard let parent = place.parent else { return path.reversed() }
      place = parent.place
    }
  }
}

/// The place of an element in an array, and `super`, as keys.
package struct PlaceKey: CodingKey {
  package let stringValue: String
  package let intValue: Int?

  package init(_ index: Int) {
    stringValue = String(index)
    intValue = index
  }

  package init(stringValue: String) {
    self.stringValue = stringValue
    intValue = nil
  }

  package init?(intValue: Int) { self.init(intValue) }

  package static let `super` = PlaceKey(stringValue: "super")
}
