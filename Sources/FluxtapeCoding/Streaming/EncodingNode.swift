import FluxtapeJSON

/// A value whose `encode(to:)` cannot be streamed. All its containers write here: each part is encoded behind the bytes already written,
/// parsed back, and kept until the value is complete.
///
/// `encode(to:)` may request containers repeatedly, keep several open and write to them in turn. A repeated request for a container of the
/// same kind, or for the nested one under the same key, continues the existing one; classes add to their superclass's container that way.
/// If the kinds differ, which `Codable` forbids, the last write wins, as for values and super encoders under one key. A value that writes
/// nothing is `{}`. All of this matches `JSONEncoder`, with one exception: there a super encoder writes when it is released, here its
/// position is fixed when it is requested.
final class EncodingNode {
  private let output: Output
  /// The number by which containers find the node.
  let serial: UInt64
  private let depth: Int
  private let path: [any CodingKey]

  private enum Kind { case nothing, single, array, object }
  private var kind = Kind.nothing
  private var single = JSONValue.null
  private var elements: [JSONValue] = []
  private var members = JSONObject()
  /// Nested containers still being written, with their index in `elements` or `members`.
  private var nested: [(index: Int, node: EncodingNode)] = []
  /// Whether a container began below the maximum depth.
  private var isTooDeep = false

  /// Creates the node of the next value.
  convenience init(for output: Output) { self.init(at: output.nextDepth, output.codingPath, in: output) }

  private init(at depth: Int, _ path: [any CodingKey], in output: Output) {
    self.output = output
    self.depth = depth
    self.path = path
    serial = output.nextNodeSerial()
    output.session.nodes.add(self)
  }

  var encoder: StreamEncoder { StreamEncoder(output: output, serial: serial, depth: depth) }

  var codingPath: [any CodingKey] { path }

  var elementCount: Int { kind == .array ? elements.count : 0 }

  private func become(_ newKind: Kind) {
    guard kind != newKind else { return }
    kind = newKind
    isTooDeep = isTooDeep || (kind != .single && !output.hasRoom(at: depth))
    elements = []
    members = JSONObject()
    nested = []
  }
}

// MARK: - Writing

extension EncodingNode {
  func set<Value>(_ value: Value) throws {
    let json = json(of: value, under: nil)
    become(.single)
    if try takes(json) { single = json }
  }

  func append<Value>(_ value: Value) throws {
    let json = json(of: value, under: PlaceKey(elementCount))
    become(.array)
    if try takes(json) { elements.append(json) }
  }

  func set<Value>(_ value: Value, forKey key: some CodingKey) throws {
    let json = json(of: value, under: key)
    become(.object)
    let name = TaggedValue.escapedKey(key.stringValue)
    if try takes(json, name) { put(json, name) }
  }

  private func json<Value>(of value: Value, under key: (any CodingKey)?) -> JSONValue {
    output.json(of: value, at: depth + 1, path + (key.map { [$0] } ?? []))
  }

  private func put(_ value: JSONValue, _ name: String) {
    if !nested.isEmpty, let index = members.position(of: name) { nested.removeAll { $0.index == index } }
    members[name] = value
  }

  /// Whether there is room for a value. Throws if user code continues for long without room.
  private func takes(_ value: JSONValue, _ name: String = "") throws -> Bool {
    var bytes = name.utf8.count
    if case .string(let text) = value { bytes += text.utf8.count }
    if hasRoom(bytes) { return true }
    try output.session.refuse(isDead: isTooDeep)
    return false
  }

  private func hasRoom(_ bytes: Int = 0) -> Bool { !isTooDeep && output.countValue(UInt64(1 + bytes / Output.bytesPerValue)) }

  /// Notes that a container was requested: if nothing is written to it, it is `{}` or `[]`.
  func begin(_ container: Output.Frame.Kind) {
    let isEmpty = kind == .nothing || (kind == .array && elements.isEmpty) || (kind == .object && members.isEmpty)
    guard isEmpty else { return }
    switch container {
    case .object: become(.object)
    case .array: become(.array)
    case .nothing, .single: break
    }
  }
}

// MARK: - Nested containers

// Each returns `nil` if there is no room.

extension EncodingNode {
  /// Returns the node of a nested container under a key; continues the existing one.
  func nestedNode(forKey key: some CodingKey) -> EncodingNode? {
    become(.object)
    let name = TaggedValue.escapedKey(key.stringValue)
    guard hasRoom(name.utf8.count) else { return nil }
    let index = members.position(of: name) ?? members.count
    if index < members.count, let known = nested.first(where: { $0.index == index }) { return known.node }
    let earlier = members[name]
    members[name] = .null
    let node = addNested(at: index, key: key)
    if let earlier { node.goOn(with: earlier) }
    return node
  }

  /// Returns the node of a super encoder under a key; replaces the existing value.
  func superNode(forKey key: some CodingKey) -> EncodingNode? {
    become(.object)
    let name = TaggedValue.escapedKey(key.stringValue)
    guard hasRoom(name.utf8.count) else { return nil }
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

  func nestedElement() -> EncodingNode? {
    become(.array)
    guard hasRoom() else { return nil }
    elements.append(.null)
    return addNested(at: elements.count - 1, key: PlaceKey(elements.count - 1))
  }

  private func addNested(at index: Int, key: some CodingKey) -> EncodingNode {
    let node = EncodingNode(at: depth + 1, path + [key], in: output)
    nested.append((index, node))
    return node
  }
}

// MARK: - The result

extension EncodingNode {
  /// Abandons the node, since the value is written in another way.
  func cancel() { _ = output.session.nodes.remove(from: serial) }

  /// Returns the finished value. Later writes to its containers are dropped.
  func finish() -> JSONValue {
    cancel()
    return value
  }

  private var value: JSONValue {
    guard !isTooDeep else { return TaggedValue.opaque(typeName: TypeName.of((any Encodable).self)).json }
    for (index, node) in nested {
      if kind == .array { elements[index] = node.value } else { members[members[index].key] = node.value }
    }
    switch kind {
    case .nothing: return .object([:])
    case .single: return single
    case .array: return .array(elements)
    case .object: return .object(members)
    }
  }
}

/// The nodes of all values being written this way, by their serial numbers.
struct EncodingNodes {
  private var known: [UInt64: EncodingNode] = [:]
  private var serials: [UInt64] = []

  subscript(serial: UInt64) -> EncodingNode? { known[serial] }

  mutating func add(_ node: EncodingNode) {
    known[node.serial] = node
    serials.append(node.serial)
  }

  /// Removes the node with a serial number and all later ones. Releasing them may release keys of the app and run its code.
  mutating func remove(from first: UInt64) -> [EncodingNode] {
    let end = serials.firstIndex { $0 >= first } ?? serials.count
    let removed = serials[end...].compactMap { known.removeValue(forKey: $0) }
    serials.removeSubrange(end...)
    return removed
  }
}

// MARK: - Writing to nodes

extension Output {
  /// Marks serial numbers of nodes; serial numbers of frames never reach it.
  private static let nodeBit: UInt64 = 1 << 62

  fileprivate func nextNodeSerial() -> UInt64 {
    unsafe memory.pointee.lastNode &+= 1
    return unsafe memory.pointee.lastNode | Self.nodeBit
  }

  static func isNode(_ serial: UInt64) -> Bool { serial & nodeBit != 0 }

  /// The node that a container writes to, if its value is still being written.
  func node(_ serial: UInt64) -> EncodingNode? {
    guard Self.isNode(serial) else { return nil }
    return unsafe memory.pointee.session?._withUnsafeGuaranteedRef { $0.nodes[serial] }
  }

  /// The serial number of a nested node; ``deadSerial`` if there is none.
  func nestedNode(in serial: UInt64, _ kind: Frame.Kind, _ make: (EncodingNode) -> EncodingNode?) -> UInt64 {
    guard let nested = node(serial).flatMap(make) else { return Self.deadSerial }
    nested.begin(kind)
    return nested.serial
  }

  /// Writes to a node instead of the frame's container, or counts a refused write; see ``EncodingSession/refuse(isDead:)``.
  func divert(_ serial: UInt64, _ write: (EncodingNode) throws -> Void) throws {
    if let node = node(serial) { return try write(node) }
    // If the writer is released, nothing can be counted, and none of its `encode(to:)` can still be running.
    try unsafe memory.pointee.session?._withUnsafeGuaranteedRef { try $0.refuse(isDead: serial == Self.deadSerial) }
  }

  /// Encodes a part of a value that is kept in a node.
  ///
  /// - Parameters:
  ///   - depth: The depth of the part; the current depth may be larger if the part's `encode(to:)` writes to an outer container.
  ///   - path: The keys that lead to the part.
  fileprivate func json<Value>(of value: Value, at depth: Int, _ path: @autoclosure () -> [any CodingKey]) -> JSONValue {
    let entry = form(of: Value.self)
    // Atoms do not depend on their position.
    if entry.atom != .none { return json { write(value) } }
    let session = session
    let innermost = unsafe memory.pointee.depth
    let earlier = unsafe (path: session.outerPath, base: memory.pointee.base, paths: memory.pointee.paths)
    // Nothing is written to the levels in between, so their frames count nothing and have no serial numbers.
    for level in stride(from: innermost + 1, to: depth, by: 1) {
      unsafe memory.pointee.frames[level] = Frame()
      unsafe memory.pointee.frames[level].firstKeyHash = memory.pointee.keyHashCount
    }
    makeInnermost(max(innermost, depth - 1))
    session.outerPath = path()
    unsafe memory.pointee.base = nextDepth
    let json = unsafe withUnsafePointer(to: value) { value in
      unsafe entry.form?._withUnsafeGuaranteedRef { unsafe $0.json(of: UnsafeRawPointer(value), from: self) }
    }
    makeInnermost(innermost)
    session.outerPath = earlier.path
    unsafe memory.pointee.base = earlier.base
    unsafe memory.pointee.paths = earlier.paths
    return json ?? .null
  }

  private func makeInnermost(_ depth: Int) {
    unsafe memory.pointee.depth = depth
    unsafe memory.pointee.serial = memory.pointee.frames[depth].serial
  }
}
