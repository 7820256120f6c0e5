import FluxtapeJSON

/// A value while `encode(to:)` writes it. Every container that user code gets for the value writes here.
///
/// `encode(to:)` may ask for containers as often as it likes, keep several open and write to them in turn. Asking again for a
/// container of the same kind, or for the nested one under the same key, goes on with what is there; that is how classes add to
/// what their superclass wrote. Where the kinds differ, which `Codable` forbids, the last write decides, as it does of values and super encoders
/// under one key. A value that writes nothing is `{}`. All of that is as `JSONEncoder` has it, but for one thing: there a super encoder writes when
/// it is released, here it stands where it was asked for.
final class EncodingNode {
  let session: EncodingSession
  let place: EncodingPlace

  private enum Kind { case nothing, single, array, object }
  private var kind = Kind.nothing
  private var single = JSONValue.null
  private var elements: [JSONValue] = []
  private var members = JSONObject()
  /// Nested containers whose values are still being written, with their place in `elements` or `members`.
  private var nested: [(index: Int, node: EncodingNode)] = []
  /// Once the value is made, nobody reads what a container that was kept writes.
  private var isFinished = false
  /// Whether a container began where none has room any more.
  private var isTooDeep = false

  init(at place: EncodingPlace, in session: EncodingSession) {
    self.place = place
    self.session = session
  }

  var codingPath: [any CodingKey] {
    session.dependsOnPlace = true
    return (session.outerPath?() ?? []) + place.codingPath
  }

  var elementCount: Int { kind == .array ? elements.count : 0 }

  private func become(_ newKind: Kind) {
    guard kind != newKind else { return }
    kind = newKind
    isTooDeep = isTooDeep || (kind != .single && !session.hasRoom(at: place))
    elements = []
    members = JSONObject()
    dropNested { _ in true }
  }

  /// Lets go of nested nodes. Finishing them breaks the circles in which they and theirs hold each other.
  private func dropNested(where isDropped: (Int) -> Bool) {
    guard !nested.isEmpty else { return }
    let dropped = nested.filter { isDropped($0.index) }
    nested.removeAll { isDropped($0.index) }
    for (_, node) in dropped { node.cancel() }
  }
}

// MARK: - Writing

extension EncodingNode {
  func set(_ value: JSONValue) throws {
    become(.single)
    if try takes(value) { single = value }
  }

  func append(_ value: JSONValue) throws {
    become(.array)
    if try takes(value) { elements.append(value) }
  }

  func set(_ value: JSONValue, forKey key: some CodingKey) throws {
    become(.object)
    let name = TaggedValue.escapedKey(key.stringValue)
    if try takes(value, name) { put(value, name) }
  }

  private func put(_ value: JSONValue, _ name: String) {
    if !nested.isEmpty, let index = members.position(of: name) { dropNested { $0 == index } }
    members[name] = value
  }

  /// Whether there is room for a value. Throws if user code goes on for long where there is none.
  private func takes(_ value: JSONValue, _ name: String = "") throws -> Bool {
    var bytes = name.utf8.count
    if case .string(let text) = value { bytes += text.utf8.count }
    if hasRoom(bytes) { return true }
    try session.refuse(isDead: isTooDeep)
    return false
  }

  private func hasRoom(_ bytes: Int = 0) -> Bool { !isTooDeep && session.countWrite(bytes: bytes) }

  /// Notes that a keyed container was asked for: nothing written to it is `{}`.
  func beginObject() {
    if kind == .nothing || (kind == .array && elements.isEmpty) { become(.object) }
  }

  /// Notes that an unkeyed container was asked for: nothing written to it is `[]`.
  func beginArray() {
    if kind == .nothing || (kind == .object && members.isEmpty) { become(.array) }
  }
}

// MARK: - Nested containers

// Where there is no room all that nests deeper writes to the node itself, which refuses it: a longer chain of nodes could not be freed on a
// small stack.

extension EncodingNode {
  /// A container's under a key, which goes on with what stands there.
  func nestedNode(forKey key: some CodingKey) -> EncodingNode {
    become(.object)
    let name = TaggedValue.escapedKey(key.stringValue)
    guard hasRoom(name.utf8.count) else { return self }
    let index = members.position(of: name) ?? members.count
    if index < members.count, let known = nested.first(where: { $0.index == index }) { return known.node }
    let earlier = members[name]
    members[name] = .null
    let node = addNested(at: index, key: key)
    if let earlier { node.goOn(with: earlier) }
    return node
  }

  /// A whole value's under a key, in the place of what stands there.
  func superNode(forKey key: some CodingKey) -> EncodingNode {
    become(.object)
    let name = TaggedValue.escapedKey(key.stringValue)
    guard hasRoom(name.utf8.count) else { return self }
    put(.null, name)
    return addNested(at: members.position(of: name) ?? members.count - 1, key: key)
  }

  private func goOn(with earlier: JSONValue) {
    switch earlier {
    case .object(let object): (kind, members) = (.object, object)
    case .array(let array): (kind, elements) = (.array, array)
    case .null, .bool, .number, .string: break
    }
  }

  func nestedElement() -> EncodingNode {
    become(.array)
    guard hasRoom() else { return self }
    elements.append(.null)
    return addNested(at: elements.count - 1, key: PlaceKey(elements.count - 1))
  }

  private func addNested(at index: Int, key: some CodingKey) -> EncodingNode {
    let node = EncodingNode(at: .inside(self, key: key), in: session)
    // A finished node keeps nothing: node and nested node would hold each other for ever.
    if !isFinished { nested.append((index, node)) }
    return node
  }
}

// MARK: - The result

extension EncodingNode {
  /// Ends the writing of a value that nobody wants any more.
  func cancel() { _ = finish() }

  /// The value as it was written. What containers write from now on is dropped.
  func finish() -> JSONValue {
    isFinished = true
    guard !isTooDeep else { return session.opaque((any Encodable).self) }
    for (index, node) in nested {
      let value = node.finish()
      if kind == .array { elements[index] = value } else { members[members[index].key] = value }
    }
    nested = []
    switch kind {
    case .nothing: return .object([:])
    case .single: return single
    case .array: return .array(elements)
    case .object: return .object(members)
    }
  }
}
