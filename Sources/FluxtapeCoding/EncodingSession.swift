import FluxtapeLocking
import FluxtapeJSON

/// What is going on while a value is written: which objects are being encoded right now, which values are not written as they go, what user code may
/// still try, what failed.
///
/// What is asked for with every value that is written is not checked for exclusive access: at some ten places in each record, a check takes
/// eighty instructions of the fifteen thousand that recording a small action takes. Sound: one thread runs it, and each access ends before other
/// code runs.
package final class EncodingSession {
  package let rules: EncodingRules
  /// `nil` if all objects are taken apart.
  let objects: OpaqueObjects?
  @safe @exclusivity(unchecked) private var openObjects: Set<ObjectIdentifier> = []
  @safe @exclusivity(unchecked) private var repetition = Repetition()
  /// Asked for once it matters; `nil` before that.
  @safe @exclusivity(unchecked) private var stack: ThreadStack??
  /// The values that are not written as they go, and their containers.
  var nodes = EncodingNodes()
  /// The keys on the way to a part of such a value, while that is written.
  var outerPath: [any CodingKey] = []
  /// Whether any encoding depended on its coding path or stack depth: because code asked for
  /// its coding path, or because the thread's stack came to an end.
  @safe @exclusivity(unchecked) var dependsOnPlace = false
  /// Whether anything was ever cut off because the thread's stack was short.
  @safe @exclusivity(unchecked) var dependsOnStack = false
  /// The objects around the value that is encoded, if it is a part of another. They are open all the time.
  @safe @exclusivity(unchecked) var surroundingObjects: Set<ObjectIdentifier> = []
  /// Whether what is encoded one after the other is one value, in which objects may come again.
  @safe @exclusivity(unchecked) var encodesParts = false

  /// Where values are counted; `nil` when the writer is gone.
  var output: Output?
  private var failingTypes: Set<ObjectIdentifier> = []
  @safe @exclusivity(unchecked) private var failures: [EncodingFailure] = []
  /// Writes of user code that were not taken; see ``refuse(isDead:)``.
  @safe @exclusivity(unchecked) private var refusals = 0

  init(_ rules: EncodingRules) {
    self.rules = rules
    objects = rules.objects.map(OpaqueObjects.init)
  }

  /// Begins with a value: whose classes are the app's own depends on its type.
  package func begin<Root>(with value: Root) { objects?.begin(with: value) }

  var hasStack: Bool {
    if stack == nil { stack = .some(ThreadStack.current) }
    let hasStack = stack??.hasRoom != false
    if !hasStack { (dependsOnPlace, dependsOnStack) = (true, true) }
    return hasStack
  }
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
