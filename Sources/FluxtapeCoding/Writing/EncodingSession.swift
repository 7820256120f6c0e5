/// What one coder knows of the value that is being written: the objects around the current place, the room on the stack, and the failures
/// of app code.
///
/// Properties used for every encoded value skip the dynamic exclusivity check. Sound: one thread uses a session, and each access ends before
/// other code runs.
final class EncodingSession {
  let rules: EncodingRules
  /// `nil` if all objects are written with their properties.
  let objects: OpaqueObjects?
  @safe @exclusivity(unchecked) private var openObjects: Set<ObjectIdentifier> = []
  @safe @exclusivity(unchecked) private var repetition = Repetition()
  /// Determined when first needed; `nil` before that.
  @safe @exclusivity(unchecked) private var stack: ThreadStack??
  /// Where the stack ended when a comparison began.
  private var comparisonStart: UInt?
  /// Whether any encoding depended on its coding path or stack depth: code read its coding path, or the thread's stack was nearly full.
  @safe @exclusivity(unchecked) var dependsOnPlace = false
  /// Whether anything was cut off because the thread's stack was nearly full.
  @safe @exclusivity(unchecked) private(set) var dependsOnStack = false
  private var failingTypes: Set<ObjectIdentifier> = []
  private var failures: [EncodingFailure] = []

  init(_ rules: EncodingRules) {
    self.rules = rules
    objects = rules.objects.map(OpaqueObjects.init)
  }

  /// Starts the next value, possibly on another thread.
  func reset() {
    if !openObjects.isEmpty { openObjects.removeAll(keepingCapacity: true) }
    repetition = Repetition()
    (stack, comparisonStart) = (nil, nil)
  }

  /// Begins a comparison. Writing both values whole may take more of the stack; then the comparison must not succeed either.
  func beginComparison() { comparisonStart = ThreadStack.here }

  var hasStack: Bool {
    if stack == nil { stack = .some(ThreadStack.current) }
    let hasStack = stack??.hasRoom(andAllSince: comparisonStart) != false
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
    guard failingTypes.insert(ObjectIdentifier(type)).inserted else { return }
    failures.append(EncodingFailure(type: TypeName.of(type), error: TypeName.of(Swift.type(of: error))))
  }

  /// Returns the failures noted since the last call.
  func takeFailures() -> [EncodingFailure] {
    guard !failures.isEmpty else { return [] }
    defer { failures = [] }
    return failures
  }
}
