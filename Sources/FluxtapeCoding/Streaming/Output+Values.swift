import FluxtapeJSON

// Values that take more than one step. Sound: see ``Output``; the writer and its session live during all writes.

extension Output {
  var writer: ValueWriter { unsafe memory.pointee.writer.unsafelyUnwrapped.takeUnretainedValue() }

  /// The `userInfo` for user code; empty after the writer is released.
  var userInfo: [CodingUserInfoKey: any Sendable] {
    unsafe memory.pointee.writer?._withUnsafeGuaranteedRef { $0.rules.userInfo } ?? [:]
  }

  /// Tracks the open objects and the counted values.
  var session: EncodingSession { unsafe memory.pointee.session.unsafelyUnwrapped.takeUnretainedValue() }

  /// Whether a composite value may be written at `depth`: within the limits of depth, of values, and of repeated values.
  @inline(__always)
  func allowsValue(at depth: Int) -> Bool {
    hasRoom(at: depth) && countValue() && (unsafe !memory.pointee.countsValues || session.allowsValue())
  }

  /// Returns the single value that `write` writes, without redaction by keys, paths and texts.
  func json(_ write: () -> Void) -> JSONValue {
    let (start, paths) = unsafe (count, memory.pointee.paths)
    unsafe memory.pointee.paths = PathMatching.none
    enterRaw()
    withValuesAsLimit(write)
    leaveRaw()
    let json = isExhausted ? nil : json(at: start..<count)
    rollBack(to: start)
    unsafe memory.pointee.paths = paths
    return json ?? .null
  }

  /// Writes a value that has to be complete before the rules can be applied.
  func writeWhole(_ write: () -> Void) { isRuled ? self.write(json: json(write)) : write() }

  /// Writes a complete value under the rules.
  func write(json: JSONValue) {
    let paths = unsafe memory.pointee.paths
    unsafe memory.pointee.paths = PathMatching.none
    writer.write(json, in: WritingContext(paths: paths, depth: nextDepth))
  }
}

// MARK: - JSON kept in a state

extension Output {
  /// Writes JSON that is the app's data.
  func write(data: JSONValue) {
    switch data {
    case .null, .bool, .number: append(json: data)
    case .string(let text): write(text)
    case .array(let elements): write(elements)
    case .object(let object):
      guard hasRoom(at: nextDepth) else { return writeOpaque(JSONObject.self) }
      write(members: object.lazy.map { ($0.key, $0.value) }) { write(data: $0) }
    }
  }

  private func write<Value>(members: some Sequence<(String, Value)>, by write: (Value) -> Void) {
    if !writeInTurn(members, by: write) { writeWhole { _ = writeInTurn(members, by: write) } }
  }

  /// Returns `false` if the members cannot be streamed.
  private func writeInTurn<Value>(_ members: some Sequence<(String, Value)>, by write: (Value) -> Void) -> Bool {
    let depth = nextDepth
    let serial = openScope(.object)
    append(UInt8(ascii: "{"))
    for (name, value) in members where !leavesOut(value) {
      if isExhausted { break }
      beginMember(data: name)
      write(value)
    }
    return closeOwnScope(at: depth, serial)
  }
}

// MARK: - Reflection

extension Output {
  /// Writes a value by reflection, if the limits allow it.
  func reflect(_ value: Any) {
    let type = type(of: value)
    guard allowsValue(at: nextDepth), countValue(Self.reflectedWeight) else { return writeOpaque(type) }
    guard type is AnyObject.Type else { return reflectContents(of: value) }
    let (object, session) = (value as AnyObject, session)
    guard session.open(object) else { return writeOpaque(type) }
    let countedBefore = unsafe memory.pointee.countsValues
    session.whileReflected(object) {
      unsafe memory.pointee.countsValues = session.countsValues
      reflectContents(of: value)
    }
    unsafe memory.pointee.countsValues = countedBefore
    session.close(object)
  }

  /// Reflecting a value takes as long as encoding this many additional values.
  private static let reflectedWeight: UInt64 = 15

  func reflectContents(of value: Any) {
    switch Reflection(of: value, for: session) {
    case .endless:
      exhaust()
      writeOpaque(type(of: value))
    case .opaque: writeOpaque(type(of: value))
    case .optional(let wrapped): wrapped.map { write(part: $0) } ?? writeNull()
    case .elements(let elements): write(elements: elements)
    case .fields(let fields): write(members: fields) { write(part: $0) }
    case .enumCase(let name, let payload):
      write(members: CollectionOfOne((name, payload))) { payload in
        guard hasRoom(at: nextDepth) else { return writeOpaque(type(of: value)) }
        write(members: payload) { write(part: $0) }
      }
    case .json(let json): write(json: json)
    case .set(let elements): write(set: elements, of: type(of: value))
    case .pairs(let pairs): write(pairs: pairs, areSorted: true)
    }
  }

  private func write(elements: [Any]) {
    open(.array)
    append(UInt8(ascii: "["))
    for (place, element) in elements.enumerated() {
      if isExhausted { break }
      beginElement(place, of: elements.count)
      write(part: element)
    }
    close()
  }
}
