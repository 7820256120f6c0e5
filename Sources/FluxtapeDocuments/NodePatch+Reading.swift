import FluxtapeJSON

extension NodePatch {
  /// Reads a patch from its JSON form. Members that no operation knows are ignored (RFC 6902, section 4).
  ///
  /// - Throws: `JSONPatchError` for an operation that is unknown, lacks a member, or has one of the wrong type.
  package init(decoding json: JSONNode) throws(JSONPatchError) {
    var json = json
    if case .array = json.storage { json = json.detached() }
    guard case .parsed(let text, let place) = json.storage, text.word(Int(place)).kind == .array else {
      throw JSONPatchError(.notAnArray, operationIndex: nil)
    }
    self.init()
    try read(text, Int(place))
  }

  private mutating func read(_ text: JSONText, _ array: Int) throws(JSONPatchError) {
    let count = text.count(array)
    reserveCapacity(count)
    var place = array + TapeWord.containerHead
    for index in 0..<count {
      guard text.word(place).kind == .object else { throw JSONPatchError(.operationNotAnObject, operationIndex: index) }
      do {
        append(try OperationMembers(text, place).operation(of: text))
      } catch {
        throw JSONPatchError(error, operationIndex: index)
      }
      place += text.width(place)
    }
  }
}

/// The places of the members that an operation may need, in any order. Zero if absent.
private struct OperationMembers {
  private var op = 0
  private var path = 0
  private var from = 0
  private var value = 0
  private var at = 0
  private var del = 0
  private var ins = 0

  init(_ text: JSONText, _ object: Int) {
    let bytes = text.bytes
    var key = object + TapeWord.containerHead
    for _ in 0..<text.count(object) {
      let word = text.word(key)
      if !word.hasEscapes, let length = word.length {
        let start = text.start + word.offset
        take(bytes.span.extracting(start..<start + length), key + 1)
      } else {
        text.string(key).withBytes { take($0, key + 1) }
      }
      key += 1 + text.width(key + 1)
    }
  }

  /// Selects a key by its length, and then compares it.
  @inline(__always)
  private mutating func take(_ key: Span<UInt8>, _ place: Int) {
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
  typealias Reason = JSONPatchError.Reason

  func operation(of text: JSONText) throws(Reason) -> NodePatch.Operation {
    let op = try Self.string(of: text, op, "op")
    if Self.isText(of: text, op, "replace") {
      return .replace(try Self.pointer(of: text, path, "path"), JSONNode(text, try Self.member(of: text, value, "value")))
    }
    if Self.isText(of: text, op, "add") {
      return .add(try Self.pointer(of: text, path, "path"), JSONNode(text, try Self.member(of: text, value, "value")))
    }
    if Self.isText(of: text, op, "remove") { return .remove(try Self.pointer(of: text, path, "path")) }
    if Self.isText(of: text, op, "splice") {
      return .splice(
        try Self.pointer(of: text, path, "path"), at: try Self.count(of: text, at, "at"), deleting: try Self.count(of: text, del, "del"),
        inserting: text.string(try Self.string(of: text, ins, "ins")))
    }
    if Self.isText(of: text, op, "move") {
      return .move(from: try Self.pointer(of: text, from, "from"), to: try Self.pointer(of: text, path, "path"))
    }
    if Self.isText(of: text, op, "copy") {
      return .copy(from: try Self.pointer(of: text, from, "from"), to: try Self.pointer(of: text, path, "path"))
    }
    if Self.isText(of: text, op, "test") {
      return .test(try Self.pointer(of: text, path, "path"), JSONNode(text, try Self.member(of: text, value, "value")))
    }
    throw .unknownOperation
  }

  private static func isText(of text: JSONText, _ place: Int, _ name: StaticString) -> Bool {
    let word = text.word(place)
    guard !word.hasEscapes, let length = word.length else { return text.string(place).hasSameBytes(as: "\(name)") }
    let start = text.start + word.offset
    let bytes = text.bytes
    return bytes.span.extracting(start..<start + length).isText(name)
  }

  @inline(__always)
  private static func member(of text: JSONText, _ place: Int, _ key: String) throws(Reason) -> Int {
    guard place > 0 else { throw .missingMember(key) }
    return place
  }

  @inline(__always)
  private static func string(of text: JSONText, _ place: Int, _ key: String) throws(Reason) -> Int {
    guard text.word(try member(of: text, place, key)).kind == .string else { throw .wrongType(member: key) }
    return place
  }

  private static func count(of text: JSONText, _ place: Int, _ key: String) throws(Reason) -> Int {
    guard let count = JSONNode(text, try member(of: text, place, key)).int, count >= 0 else { throw .wrongType(member: key) }
    return count
  }

  @inline(__always)
  private static func pointer(of text: JSONText, _ place: Int, _ key: String) throws(Reason) -> PointerText {
    let place = try string(of: text, place, key)
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
