/// Writes values as JSON, takes images of them, and finds what changed between two images.
///
/// ```text
/// value ──▶ image(of:) ──▶ Image ──▶ compare(to:) ──▶ operations
///               │             └────▶ write(into:) ──▶ JSON
///               └ asks each value once for its parts: Node, the container of an `encode(to:)`
/// ```
/// What it writes is not redacted yet; see ``Redactor``. Each store has one coder and uses it under its lock. Properties that are used for
/// every value skip the dynamic exclusivity check; sound, since one thread uses a coder, and no access lasts while other code runs.
final class Coder {
  let rules: EncodingRules
  let session: EncodingSession
  let redactor: Redactor
  let hasHooks: Bool
  @safe @exclusivity(unchecked) private var types: [ObjectIdentifier: TypeFacts] = [:]
  /// Counts what becomes known about types.
  @safe @exclusivity(unchecked) var knowledge = 0
  @safe @exclusivity(unchecked) private var spareWriters: [Node] = []
  @safe @exclusivity(unchecked) private var spareCollectors: [Node] = []
  @safe @exclusivity(unchecked) private var spareChecks: [Node] = []

  // The value that is being written.
  /// The number of values around the next one.
  @safe @exclusivity(unchecked) var depth = 0
  /// The places of the values around the next one, outermost first.
  @safe @exclusivity(unchecked) var places: [Place] = []
  @safe @exclusivity(unchecked) private(set) var isExhausted = false
  @safe @exclusivity(unchecked) private var valuesLeft = Int.max
  /// The maximum number of bytes of one value.
  @safe @exclusivity(unchecked) var byteLimit = Int.max

  /// The operations that are being composed.
  let patch = PatchText()

  init(rules: EncodingRules) {
    self.rules = rules
    session = EncodingSession(rules)
    redactor = Redactor(rules)
    hasHooks = !rules.hooks.isEmpty
  }

  deinit {
    // What is known of a type that contains itself would keep itself alive.
    for facts in types.values { facts.forgetOthers() }
  }

  func facts(_ type: Any.Type) -> TypeFacts {
    if let facts = types[ObjectIdentifier(type)] { return facts }
    let facts = TypeFacts(type, under: rules)
    types[ObjectIdentifier(type)] = facts
    if facts.doubt != nil { noteDoubt(about: facts) }
    for part in facts.kind.partTypes { facts.add(self.facts(part), self) }
    return facts
  }

  /// The types whose values are compared the slow way, in the order in which that became known.
  @safe @exclusivity(unchecked) private(set) var doubtful: [TypeFacts] = []

  func noteDoubt(about facts: TypeFacts) { doubtful.append(facts) }
}

// MARK: - Records

extension Coder {
  /// Begins the encoding of a value.
  ///
  /// - Parameter bytes: The maximum size of its JSON.
  func begin(bytes: Int) {
    session.reset()
    (depth, isExhausted, valuesLeft) = (0, false, rules.maximumValues)
    if !places.isEmpty { places.removeAll(keepingCapacity: true) }
    // What is written may be longer than its redacted form.
    byteLimit = redactor.isNeeded ? bytes.multipliedReportingOverflow(by: 4).overflow ? .max : 4 * bytes : bytes
  }

  /// Begins the encoding of a state. Its type determines which classes belong to the app.
  func begin(_ state: Subject, bytes: Int) {
    session.objects?.begin(with: state)
    begin(bytes: bytes)
  }

  /// Stops the record: no container accepts anything more, and no value is entered.
  func exhaust() { isExhausted = true }

  /// Whether a value may have a nested value at `depth`.
  func hasRoom(at depth: Int) -> Bool {
    depth < rules.maximumDepth && !isExhausted && (depth < ThreadStack.askedFromDepth || session.hasStack)
  }

  /// Counts values. Returns `false` if the limit is exceeded.
  func countValue(_ weight: Int = 1) -> Bool {
    valuesLeft -= weight
    if valuesLeft < 0 { exhaust() }
    return valuesLeft >= 0
  }

  /// Whether a composite value may be written next.
  func allowsValue() -> Bool { hasRoom(at: depth + 1) && countValue() && (!session.countsValues || session.allowsValue()) }

  func isLimit(_ error: any Error) -> Bool { error is EncodingLimitError || isExhausted }

  /// Whether anything depended on its place: code read its coding path, or the thread's stack was nearly full.
  var dependsOnPlace: Bool { session.dependsOnPlace }
}

// MARK: - Coding paths

extension Coder {
  /// The place of a value in the one around it.
  enum Place {
    case part(of: Node)
    case element(Int)
    case member(String)
    /// Code of the app sees no key here.
    case nameless
  }

  /// The keys that lead to a value with this number of places around it.
  func codingPath(upTo count: Int) -> [any CodingKey] {
    session.dependsOnPlace = true
    return places.prefix(count).flatMap { place -> [any CodingKey] in
      switch place {
      case .part(let node): node.pathOfPart
      case .element(let index): [PlaceKey(index)]
      case .member(let name): [PlaceKey(stringValue: name)]
      case .nameless: []
      }
    }
  }

  /// Runs `body`, which writes the contents of the value that begins.
  func inside<Result>(_ place: Place, _ body: () -> Result) -> Result {
    depth += 1
    places.append(place)
    defer {
      depth -= 1
      places.removeLast()
    }
    return body()
  }
}

// MARK: - Nodes

extension Coder {
  /// Returns a node for a value of a type, or for bytes alone.
  func takeNode(_ facts: TypeFacts? = nil, for purpose: Node.Purpose = .writing) -> Node {
    let node =
      switch purpose {
      case .writing: spareWriters.popLast() ?? Node(self)
      case .collecting: spareCollectors.popLast() ?? Collector(self)
      case .checking: spareChecks.popLast() ?? MemberCheck(self)
      }
    node.begin(facts, depth: depth)
    return node
  }

  func giveBack(_ node: Node) {
    node.end()
    switch node.purpose {
    case .writing: spareWriters.append(node)
    case .collecting: spareCollectors.append(node)
    case .checking: spareChecks.append(node)
    }
  }

  /// Returns the bytes that `write` writes.
  func bytes(_ write: (Node) -> Void) -> [UInt8] {
    let node = takeNode()
    defer { giveBack(node) }
    write(node)
    return node.bytes
  }
}
