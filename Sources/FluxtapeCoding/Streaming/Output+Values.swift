import FluxtapeJSON

// Values that take more than one step. Sound: see ``Output``; the writer and its session live as long as anything is written.

extension Output {
  var writer: ValueWriter { unsafe memory.pointee.writer.unsafelyUnwrapped.takeUnretainedValue() }

  /// Which objects are open, and all that trees are made with.
  var session: EncodingSession { unsafe memory.pointee.session.unsafelyUnwrapped.takeUnretainedValue() }

  /// Whether a value that is made of others may be written at `depth`: not too deep, not one too many, and not one too many of those that
  /// come again.
  @inline(__always)
  func allowsValue(at depth: Int) -> Bool {
    hasRoom(at: depth) && countValue() && (unsafe !memory.pointee.countsValues || session.allowsValue())
  }

  /// Writes a value by way of a tree.
  func writeTree(at depth: Int, _ make: (EncodingSession, EncodingPlace) -> JSONValue) {
    let session = session
    // The containers of trees do not know what lies around them. Hardly anybody asks.
    session.outerPath = { codingPath }
    let json = make(session, EncodingPlace(parent: nil, key: nil, depth: depth))
    session.outerPath = nil
    let paths = unsafe memory.pointee.paths
    unsafe memory.pointee.paths = PathMatching.none
    writer.write(json, in: WritingContext(paths: paths, depth: depth))
  }
}

// MARK: - Reflection

extension Output {
  /// Writes what a value consists of, if it may be written here.
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

  /// To look into a value takes more time than so many that write themselves.
  private static let reflectedWeight: UInt64 = 15

  func reflectContents(of value: Any) {
    switch Reflection(of: value, under: writer.rules) {
    case .endless:
      exhaust()
      writeOpaque(type(of: value))
    case .opaque: writeOpaque(type(of: value))
    case .optional(let wrapped): wrapped.map { write(dynamic: $0) } ?? writeNull()
    case .elements(let elements): write(elements: elements)
    case .fields(let fields):
      if !write(fields: fields) { reflectAsTree(value) }
    case .enumCase(let name, let payload):
      if !write(case: name, payload, of: type(of: value)) { reflectAsTree(value) }
    case .json, .set, .pairs: reflectAsTree(value)
    }
  }

  private func reflectAsTree(_ value: Any) {
    writeTree(at: nextDepth) { session, place in session.reflectContents(of: value, at: place) }
  }

  private func write(elements: [Any]) {
    open(.array)
    append(UInt8(ascii: "["))
    for (place, element) in elements.enumerated() {
      if isExhausted { break }
      beginElement(place, of: elements.count)
      write(dynamic: element)
    }
    close()
  }

  /// `false` if the fields cannot be written one after another.
  private func write(fields: [(String, Any)]) -> Bool {
    let depth = nextDepth
    let serial = openScope(.object)
    append(UInt8(ascii: "{"))
    for (name, value) in fields where !leavesOut(value) {
      if isExhausted { break }
      beginMember(data: name)
      write(dynamic: value)
    }
    return closeScope(at: depth, serial)
  }

  private func write(case name: String, _ payload: [(String, Any)], of type: Any.Type) -> Bool {
    let depth = nextDepth
    let serial = openScope(.object)
    append(UInt8(ascii: "{"))
    beginMember(data: name)
    if !hasRoom(at: nextDepth) {
      writeOpaque(type)
    } else if !write(fields: payload) {
      unsafe frame.pointee.isBroken = true
    }
    return closeScope(at: depth, serial)
  }
}
