/// Collects what an `encode(to:)` writes to its containers, as JSON.
///
/// All containers that one value asks for write to one node, and each nested container writes to a separate one. The bytes are joined when
/// the value is complete, so the order of writes does not matter. If kinds of containers differ, the last write wins; so it does for values
/// under one key, as with `JSONEncoder`.
///
/// Meanwhile the node checks whether the parts make up all bytes of the value (``MemoryAccount``).
///
/// Sound: the coder is used only for a value that is being written, and a coder lives at least as long; see ``accepts(_:)``.
@safe class Node {
  enum Shape { case nothing, single, object, array }

  private let owner: Unmanaged<Coder>
  /// The number by which containers find the node. Each value has another one, so a container that the app keeps too long finds nothing.
  @safe @exclusivity(unchecked) private(set) var serial = 0
  /// The number of values around this one, and itself.
  @safe @exclusivity(unchecked) private(set) var depth = 0
  /// The type whose `encode(to:)` runs; `nil` for a nested container.
  @safe @exclusivity(unchecked) private(set) var facts: TypeFacts?
  @safe @exclusivity(unchecked) var shape = Shape.nothing
  /// The number of parts so far, including absent optional ones.
  @safe @exclusivity(unchecked) var count = 0
  /// The number of parts written.
  @safe @exclusivity(unchecked) var written = 0
  /// Whether something was written that replaces or continues an earlier part.
  @safe @exclusivity(unchecked) var isOdd = false

  /// What is written, without brackets.
  @safe @exclusivity(unchecked) var bytes: [UInt8] = []
  /// Where the part begins that is being written, if it runs app code.
  @safe @exclusivity(unchecked) var openPart: Int?
  /// Nested containers, and where they belong among the bytes or parts.
  @safe @exclusivity(unchecked) var nested: [Nested] = []
  /// The names written so far, unless the plan has them.
  @safe @exclusivity(unchecked) var names = NameList()
  /// The ordinal numbers of nested containers that continue an earlier value under their key.
  var continuations: Set<Int> = []

  // What the value's memory consists of.
  @safe @exclusivity(unchecked) var account = MemoryAccount.broken
  /// Whether the parts so far are those of ``TypeFacts/plan``.
  @safe @exclusivity(unchecked) var followsPlan = false
  /// The plan of a type that has none yet.
  @safe @exclusivity(unchecked) var draft: [TypeFacts.Member] = []
  /// The first key, and the types of the parts of nested containers: what an enum writes.
  var firstKey = ""
  var innerTypes: [ObjectIdentifier] = []

  // The place, for coding paths.
  var keyType: (any CodingKey.Type)?
  var currentName = ""
  private var placeCount = 0
  /// The node of the container around this one, until the value is complete.
  private(set) var outer: Node?
  private var keyInOuter: (any CodingKey)?

  /// Whether nothing is accepted, since the value is too deep or complete.
  fileprivate var isDead = false
  private var deadNode: Node?
  private var refusals = 0

  struct Nested {
    var place: Int
    /// `nil` for an element, and once another value has its key.
    var name: String?
    let node: Node
  }

  init(_ coder: Coder) { unsafe owner = .passUnretained(coder) }

  /// A node that accepts nothing. Containers that the app keeps may ask for it when the coder is gone.
  private init(deadBeside other: Node) {
    unsafe owner = other.owner
    isDead = true
  }

  @inline(__always)
  final var coder: Coder { unsafe owner._withUnsafeGuaranteedRef { $0 } }

  /// What is made of the parts of a value: its JSON, their images, or nothing.
  enum Purpose { case writing, collecting, checking }

  var purpose: Purpose { .writing }

  /// Begins a value.
  func begin(_ facts: TypeFacts?, depth: Int) {
    serial += 1
    self.facts = facts
    self.depth = depth
    (shape, count, written, isOdd, openPart, keyType) = (.nothing, 0, 0, false, nil, nil)
    isDead = false
    placeCount = coder.places.count
    followsPlan = facts.map { !$0.plan.isEmpty } ?? false
    bytes.removeAll(keepingCapacity: true)
  }

  /// Ends the value: its containers do not find the node any more.
  func end() {
    serial += 1
    if !nested.isEmpty {
      // They are complete, too, so they may serve other values.
      for inner in nested { coder.giveBack(inner.node) }
      (nested, firstKey) = ([], "")
    }
    if !innerTypes.isEmpty { innerTypes = [] }
    if outer != nil { (outer, keyInOuter) = (nil, nil) }
    if !names.isEmpty { names = NameList() }
    if !continuations.isEmpty { continuations = [] }
    if !draft.isEmpty { draft = [] }
    if bytes.capacity > Self.mostKeptBytes { bytes = [] }
    refusals = 0
    if deadNode != nil { deadNode = nil }
    account = .broken
  }

  private static let mostKeptBytes = 1 << 20

  /// Ends a nested container while code may still be writing to it, or to one inside of it. Such nodes serve no other values.
  private func abandon() {
    serial += 1
    for inner in nested { inner.node.abandon() }
    (nested, outer, keyInOuter) = ([], nil, nil)
  }

  /// Gives up the nested containers, since something else takes the place of their value.
  fileprivate func abandonNested() {
    for inner in nested { inner.node.abandon() }
    nested = []
  }

  // MARK: Overridden by a node that collects images

  /// Adds a part.
  ///
  /// - Parameters:
  ///   - name: The name of a member; `nil` for other parts.
  ///   - quoted: `"name":`, if it is at hand.
  func put(_ value: Subject, _ name: String?, _ quoted: [UInt8]?) { write(value, name, quoted) }

  /// Makes room for the value of a nested container. Returns its place.
  func reserve(_ name: String?) -> Int { reserveBytes(name) }

  func discardParts() { bytes.removeAll(keepingCapacity: true) }

  /// Takes JSON as the value.
  func set(_ json: [UInt8]) { bytes = json }

  // MARK: Asking for containers

  /// Whether a container may write. If not, only ``refuse()`` and ``refusedCount`` may be used.
  @inline(__always)
  final func accepts(_ serial: Int) -> Bool { serial == self.serial && !isDead && !coder.isExhausted }

  /// Returns the node of a nested container, under a key in an object. It continues the value that the key has.
  final func nested(_ shape: Shape, _ key: (any CodingKey)?, _ serial: Int) -> Node {
    guard accepts(serial) else { return dead }
    become(key == nil ? .array : .object)
    if let name = key?.stringValue, let known = nested.first(where: { $0.name.map(name.hasSameBytes) ?? false }) {
      isOdd = isOdd || purpose != .writing
      known.node.request(shape, known.node.serial)
      return known.node
    }
    return nest(shape, key, continues: true)
  }

  /// Returns the node of a super encoder, whose value may be anything. It replaces the value that the key has.
  final func superNode(_ key: (any CodingKey)?, _ serial: Int) -> Node {
    guard accepts(serial) else { return dead }
    become(key == nil ? .array : .object)
    return nest(.nothing, key, continues: false)
  }

  private func nest(_ shape: Shape, _ key: (any CodingKey)?, continues: Bool) -> Node {
    let name = key?.stringValue
    if count == 0, let name { firstKey = name }
    account = .broken
    if let name, !note(name), continues { continuations.insert(written) }
    let node = coder.takeNode(for: purpose)
    (node.outer, node.keyInOuter) = (self, key ?? PlaceKey(count))
    (node.depth, node.placeCount) = (depth + 1, placeCount)
    countPart()
    nested.append(Nested(place: reserve(name), name: name, node: node))
    if shape != .nothing { node.become(shape) }
    return node
  }

  private var dead: Node {
    if isDead { return self }
    // One for all that is asked for, so that it counts all refusals.
    let node = deadNode ?? Node(deadBeside: self)
    deadNode = node
    return node
  }
}

/// Distinct names, in the order in which they were added.
struct NameList {
  private(set) var names: [String] = []
  /// For long lists.
  private var known: Set<[UInt8]> = []

  var isEmpty: Bool { names.isEmpty }

  /// Adds a name. Returns `false` if the list has it already.
  mutating func add(_ name: String) -> Bool {
    if names.count < 32 {
      if names.contains(where: { $0.hasSameBytes(as: name) }) { return false }
    } else {
      if known.isEmpty { known = Set(names.map { Array($0.utf8) }) }
      if !known.insert(Array(name.utf8)).inserted { return false }
    }
    names.append(name)
    return true
  }
}

// MARK: - Requests

extension Node {
  /// Notes that a container was requested: if nothing is written, the value is `{}` or `[]`.
  func request(_ shape: Shape, _ serial: Int) {
    if accepts(serial), written == 0, shape != .nothing { become(shape) }
  }

  func become(_ newShape: Shape) {
    guard shape != newShape else { return }
    if written > 0 { discard() }
    shape = newShape
    // The depth of a value is checked before its `encode(to:)` runs, but that of a nested container is not.
    if outer != nil, !coder.hasRoom(at: depth) { cutOff() }
  }

  /// Accepts nothing more: the container is too deep.
  private func cutOff() {
    (shape, isDead) = (.single, true)
    set(JSONText.opaque(TypeName.of((any Encodable).self)))
  }

  /// Discards all parts, since others take their place.
  func discard() {
    isOdd = true
    account = .broken
    abandonNested()
    (names, written, continuations) = (NameList(), 0, [])
    discardParts()
  }

  /// The number of elements so far.
  func elementCount(_ serial: Int) -> Int { accepts(serial) ? (shape == .array ? count : 0) : refusedCount }
}

// MARK: - Refusing

/// The error thrown into an `encode(to:)` that continues to write beyond a limit. One that ends by itself almost never sees it, so `try!` in
/// it traps only in extreme cases.
struct EncodingLimitError: Error, CustomStringConvertible {
  var description: String { "a limit of the recorder was reached; it takes nothing more of this value" }
}

extension Node {
  /// Counts a refused write of app code: beyond a limit, or to a container of a complete value. Throws if there are too many, so that
  /// endless loops and recursions end.
  func refuse() throws {
    refusals += isDead ? Self.deadWeight : 1
    if refusals > Self.mostRefusals || isDead && ThreadStack.current?.hasRoom == false { throw EncodingLimitError() }
  }

  private static let mostRefusals = 1 << 12
  private static let deadWeight = 1 << 4

  /// A number that rises with each attempt to write, so that loops over a container's count end.
  private var refusedCount: Int {
    refusals += 1
    return refusals
  }
}

// MARK: - Coding paths

extension Node {
  /// The keys that lead to this container.
  func codingPath(_ serial: Int) -> [any CodingKey] { accepts(serial) ? coder.codingPath(upTo: placeCount) + keysInValue : [] }

  /// The keys from the value to this nested container.
  private var keysInValue: [any CodingKey] { outer.map { $0.keysInValue + [keyInOuter ?? PlaceKey(0)] } ?? [] }

  /// The keys from the value to the part that is being written.
  var pathOfPart: [any CodingKey] {
    switch shape {
    case .nothing, .single: keysInValue
    case .array: keysInValue + [PlaceKey(count)]
    case .object: keysInValue + [keyType?.init(stringValue: currentName) ?? PlaceKey(stringValue: currentName)]
    }
  }
}
