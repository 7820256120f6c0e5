import FluxtapeLocking
import FluxtapeJSON

/// The state of an encoding: the objects being encoded, the values written through nodes, the refused writes of user code, and the
/// failures.
///
/// Properties used for every encoded value skip the dynamic exclusivity check: with about ten uses per record, each check takes eighty of
/// the fifteen thousand instructions for recording a small action. Sound: one thread uses a session, and each access ends before other code
/// runs.
package final class EncodingSession {
  package let rules: EncodingRules
  /// `nil` if all objects are written with their properties.
  let objects: OpaqueObjects?
  @safe @exclusivity(unchecked) private var openObjects: Set<ObjectIdentifier> = []
  @safe @exclusivity(unchecked) private var repetition = Repetition()
  /// Determined when first needed; `nil` before that.
  @safe @exclusivity(unchecked) private var stack: ThreadStack??
  /// The nodes of values that cannot be streamed.
  var nodes = EncodingNodes()
  /// The keys that lead to the part of such a value being written.
  var outerPath: [any CodingKey] = []
  /// Whether any encoding depended on its coding path or stack depth: code read its coding path, or the thread's stack was nearly full.
  @safe @exclusivity(unchecked) var dependsOnPlace = false
  /// Whether anything was cut off because the thread's stack was nearly full.
  @safe @exclusivity(unchecked) var dependsOnStack = false

  /// Counts the values; `nil` after the writer is released.
  var output: Output?
  private var failingTypes: Set<ObjectIdentifier> = []
  @safe @exclusivity(unchecked) private var failures: [EncodingFailure] = []
  /// Refused writes of user code; see ``refuse(isDead:)``.
  @safe @exclusivity(unchecked) private var refusals = 0

  init(_ rules: EncodingRules) {
    self.rules = rules
    objects = rules.objects.map(OpaqueObjects.init)
  }

  /// Starts with a root value. Its type determines which classes belong to the app.
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
  /// Notes that an object is being encoded. Returns `false` if an outer call encodes it already.
  func open(_ object: AnyObject) -> Bool { openObjects.insert(ObjectIdentifier(object)).inserted }

  func close(_ object: AnyObject) { openObjects.remove(ObjectIdentifier(object)) }

  /// Whether a repeated object is being reflected, so that ``allowsValue()`` has to be called.
  var countsValues: Bool { repetition.isCounting }

  func allowsValue() -> Bool { repetition.allowsValue() }

  /// Runs `body`, which encodes the contents of an object.
  func whileReflected<Result>(_ object: AnyObject, _ body: () -> Result) -> Result {
    let isRepeated = repetition.enter(ObjectIdentifier(object))
    defer { if isRepeated { repetition.leave() } }
    return body()
  }

  /// Starts the next value, possibly on another thread.
  func reset() {
    if !openObjects.isEmpty { openObjects.removeAll(keepingCapacity: true) }
    repetition = Repetition()
    beginUserCode()
  }

  /// Prepares to run app code, possibly on another thread.
  package func beginUserCode() { (stack, refusals) = (nil, 0) }
}

// MARK: - Refusing

/// The error thrown into an `encode(to:)` that continues to write beyond a limit.
package struct EncodingLimitError: Error, CustomStringConvertible {
  package var description: String { "a limit of the recorder was reached; it takes nothing more of this value" }
}

extension EncodingSession {
  /// Counts a refused write of user code. Writes are refused beyond a size or depth limit, or if the value will be encoded again.
  ///
  /// The error ends an endless loop or recursion of writes. An `encode(to:)` that ends by itself almost never sees it, so `try!` in it
  /// traps only in extreme cases.
  ///
  /// - Parameter isDead: Whether the container never accepted anything. Such writes may come from an endless recursion, so fewer are
  ///   tolerated.
  package func refuse(isDead: Bool) throws(EncodingLimitError) {
    refusals += isDead ? Self.deadWeight : 1
    if refusals > Self.mostRefusals || !hasStack { throw EncodingLimitError() }
  }

  private static let mostRefusals = 1 << 12
  private static let deadWeight = 1 << 4

  /// Whether user code threw because of a limit, or would have had to.
  func isLimit(_ error: any Error) -> Bool { error is EncodingLimitError || output?.isExhausted == true }
}

// MARK: - Failures of app code

/// An `encode(to:)` that threw; the value was written by reflection instead. The error's text is omitted, since it may contain data.
package struct EncodingFailure: Hashable, Sendable {
  /// The type that could not be encoded.
  package let type: String
  /// The type of the thrown error.
  package let error: String
}

extension EncodingSession {
  /// Notes that the `encode(to:)` of a type threw, once for each type.
  func note(_ error: any Error, thrownBy type: Any.Type) {
    // After a limit the error may derive from the limit's error.
    guard refusals <= Self.mostRefusals, failingTypes.insert(ObjectIdentifier(type)).inserted else { return }
    failures.append(EncodingFailure(type: TypeName.of(type), error: TypeName.of(Swift.type(of: error))))
  }

  /// Returns the failures noted since the last call.
  package func takeFailures() -> [EncodingFailure] {
    guard !failures.isEmpty else { return [] }
    defer { failures = [] }
    return failures
  }
}

/// Counts how much of a value was encoded repeatedly.
///
/// Objects that reference each other are written once for each path to them. On a board of eight by eight cells that reference their
/// neighbors, the number of paths is astronomical. So the contents of repeated objects are counted and limited. This does not apply to
/// objects with an `encode(to:)`, since temporary objects may reuse addresses; there the limit of a record applies.
private struct Repetition {
  /// The maximum number of values inside repeated objects: a few megabytes of JSON.
  private static let limit = 1 << 16

  private var known: Set<ObjectIdentifier> = []
  private var depth = 0
  private var values = 0

  var isCounting: Bool { depth > 0 }

  /// Counts a value. Returns `false` if there have been too many.
  mutating func allowsValue() -> Bool {
    guard depth > 0 else { return true }
    values += 1
    return values <= Self.limit
  }

  /// Enters an object; returns whether it was encoded before, in which case call ``leave()`` afterwards.
  mutating func enter(_ object: ObjectIdentifier) -> Bool {
    guard !known.insert(object).inserted else { return false }
    depth += 1
    return true
  }

  mutating func leave() { depth -= 1 }
}

// MARK: - Places

/// Array indices and `super`, as coding keys.
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
