import FluxtapeJSON

extension NodePatch {
  /// Reads a patch from its JSON form. Members that no operation knows are ignored (RFC 6902, section 4).
  ///
  /// - Throws: `JSONPatchError` for an operation that is unknown, lacks a member, or has one of the wrong type.
  package init(decoding json: JSONNode) throws(JSONPatchError) {
    var operations: [Operation] = []
    try Self.read(json, into: &operations)
    self.init(operations[...])
  }

  /// Reads several patches, which share one array of operations: a thread that reads them for another one then leaves it little to free.
  /// The result is `nil` for one that is none.
  package static func reading(_ patches: [JSONNode?]) -> [NodePatch?] {
    var operations: [Operation] = []
    let ranges = patches.map { patch in
      let start = operations.count
      guard let patch, (try? read(patch, into: &operations)) != nil else { return nil as Range<Int>? }
      return start..<operations.count
    }
    return ranges.map { range in range.map { NodePatch(operations[$0]) } }
  }

  private static func read(_ json: JSONNode, into operations: inout [Operation]) throws(JSONPatchError) {
    guard json.kind == .array else { throw JSONPatchError(.notAnArray, operationIndex: nil) }
    guard case .text(let text, let start, let end) = json.inText.storage else { return }
    let first = operations.count
    var contents = TextContents(of: text, in: Int(start)..<Int(end))
    while let place = contents.nextElement() {
      guard text.bytes[place.lowerBound] == UInt8(ascii: "{") else {
        throw JSONPatchError(.operationNotAnObject, operationIndex: operations.count - first)
      }
      do throws(JSONPatchError.Reason) {
        operations.append(try OperationMembers(text, place).operation())
      } catch {
        throw JSONPatchError(error, operationIndex: operations.count - first)
      }
    }
  }
}

/// The places of the members that an operation may need, in any order.
private struct OperationMembers {
  typealias Reason = JSONPatchError.Reason

  private let text: JSONText
  private var op: Range<Int>?
  private var path: Range<Int>?
  private var from: Range<Int>?
  private var value: Range<Int>?
  private var at: Range<Int>?
  private var del: Range<Int>?
  private var ins: Range<Int>?

  init(_ text: JSONText, _ operation: Range<Int>) {
    self.text = text
    let bytes = text.bytes
    var contents = TextContents(of: text, in: operation)
    while let (key, value) = contents.nextMember() { take(bytes.span.extracting(key.lowerBound + 1..<key.upperBound - 1), value) }
  }

  /// Selects a key by its length, and then compares it.
  @inline(__always)
  private mutating func take(_ key: Span<UInt8>, _ place: Range<Int>) {
    switch key.count {
    case 2: if key.isText("op") { op = place } else if key.isText("at") { at = place }
    case 3: if key.isText("del") { del = place } else if key.isText("ins") { ins = place }
    case 4: if key.isText("path") { path = place } else if key.isText("from") { from = place }
    case 5: if key.isText("value") { value = place }
    default: break
    }
  }
}

extension OperationMembers {
  func operation() throws(Reason) -> NodePatch.Operation {
    let op = try string(op, "op")
    let bytes = text.bytes
    let name = bytes.span.extracting(op.lowerBound + 1..<op.upperBound - 1)
    if name.isText("replace") { return .replace(try pointer(path, "path"), JSONNode(listed: text, try member(value, "value"))) }
    if name.isText("add") { return .add(try pointer(path, "path"), JSONNode(listed: text, try member(value, "value"))) }
    if name.isText("remove") { return .remove(try pointer(path, "path")) }
    if name.isText("splice") {
      return .splice(
        try pointer(path, "path"), at: try count(at, "at"), deleting: try count(del, "del"),
        inserting: JSONNode(text, try string(ins, "ins")).string ?? "")
    }
    if name.isText("move") { return .move(from: try pointer(from, "from"), to: try pointer(path, "path")) }
    if name.isText("copy") { return .copy(from: try pointer(from, "from"), to: try pointer(path, "path")) }
    if name.isText("test") { return .test(try pointer(path, "path"), JSONNode(listed: text, try member(value, "value"))) }
    throw .unknownOperation
  }

  @inline(__always)
  private func member(_ place: Range<Int>?, _ key: String) throws(Reason) -> Range<Int> {
    guard let place else { throw .missingMember(key) }
    return place
  }

  @inline(__always)
  private func string(_ place: Range<Int>?, _ key: String) throws(Reason) -> Range<Int> {
    let place = try member(place, key)
    guard text.bytes[place.lowerBound] == UInt8(ascii: "\"") else { throw .wrongType(member: key) }
    return place
  }

  private func count(_ place: Range<Int>?, _ key: String) throws(Reason) -> Int {
    guard let count = JSONNode(text, try member(place, key)).int, count >= 0 else { throw .wrongType(member: key) }
    return count
  }

  @inline(__always)
  private func pointer(_ place: Range<Int>?, _ key: String) throws(Reason) -> PointerText {
    let place = try string(place, key)
    let pointer: PointerText
    do { pointer = try PointerText(text, place) } catch { throw .badPointer(member: key, error) }
    guard pointer.fitsDocuments else { throw .tooDeep(limit: JSONValue.maximumDepth) }
    return pointer
  }
}

extension Span<UInt8> {
  /// Whether these are the bytes of a short ASCII text.
  @inline(__always)
  fileprivate func isText(_ text: StaticString) -> Bool {
    guard count == text.utf8CodeUnitCount else { return false }
    return text.withUTF8Buffer { other in
      for place in 0..<count where unsafe other[place] != self[place] { return false }
      return true
    }
  }
}
