import FluxtapeJSON

// Operations that user code performs on its containers. Sound: see ``Output``.

// MARK: - Requesting containers

extension Output {
  /// Notes that user code requested a container for the value at `depth`.
  func request(_ kind: Frame.Kind, _ depth: Int, _ serial: UInt64) {
    if let node = node(serial) { return node.begin(kind) }
    guard isOpen(depth, serial), unsafe depth >= memory.pointee.scope else { return _ = resume(depth, serial) }
    let frame = unsafe memory.pointee.frames + depth
    switch unsafe frame.pointee.kind {
    case kind: break  // continues the existing container
    case .nothing:
      unsafe frame.pointee.kind = kind
      append(kind == .object ? UInt8(ascii: "{") : UInt8(ascii: "["))
    default: breakScope { $0 <= depth }
    }
  }

  /// Opens the value of the last member or element for a nested container. Returns its serial number.
  func openNested(_ kind: Frame.Kind) -> UInt64 {
    guard hasRoom(at: nextDepth) else {
      breakScope()
      return Self.deadSerial
    }
    let serial = open(kind)
    switch kind {
    case .object: append(UInt8(ascii: "{"))
    case .array: append(UInt8(ascii: "["))
    case .nothing, .single: break
    }
    return serial
  }

  /// The number of elements in an array so far. For a closed array, a number that rises with each attempt to write, so that loops end.
  func elementCount(_ depth: Int, _ serial: UInt64) -> Int {
    if let node = node(serial) { return node.elementCount }
    guard isOpen(depth, serial) else { return unsafe memory.pointee.droppedWrites }
    return unsafe memory.pointee.frames[depth].kind == .array ? memory.pointee.frames[depth].count : 0
  }
}

// MARK: - Writing to containers

extension Output {
  @inline(__always)
  func beginMember(_ name: String, _ keyType: any CodingKey.Type, _ depth: Int, _ serial: UInt64) -> Bool {
    if unsafe memory.pointee.serial != serial, !resume(depth, serial) { return false }
    unsafe frame.pointee.keyType = keyType
    return beginMember(name)
  }

  @inline(__always)
  func beginElement(_ depth: Int, _ serial: UInt64) -> Bool {
    if unsafe memory.pointee.serial != serial, !resume(depth, serial) { return false }
    let frame = unsafe self.frame
    if unsafe frame.pointee.count & Self.elementsPerCount == Self.elementsPerCount, !countValue(UInt64(Self.elementsPerCount)) {
      return false
    }
    // Only the elements of small arrays depend on each other, and the final count is not known yet.
    if unsafe frame.pointee.count > 0, unsafe frame.pointee.count < SecretNames.mostNeighbours, unsafe noteSecretName(frame) {
      breakScope()
    }
    beginElement()
    return true
  }

  /// Elements written one by one by user code are counted in batches of this size.
  private static var elementsPerCount: Int { (1 << 10) - 1 }

  @inline(__always)
  func beginSingle(_ depth: Int, _ serial: UInt64) -> Bool {
    if unsafe memory.pointee.serial != serial, !resume(depth, serial) { return false }
    guard unsafe frame.pointee.kind == .nothing else {
      breakScope()
      return false
    }
    unsafe frame.pointee.kind = .single
    unsafe memory.pointee.paths = frame.pointee.paths
    return true
  }

  /// Whether a member with this value is omitted.
  @inline(__always)
  func leavesOut<Value>(_ value: Value) -> Bool {
    unsafe memory.pointee.hasHooks && leavesOutByHook(value)
  }

  private func leavesOutByHook<Value>(_ value: Value) -> Bool { writer.rules.leavesOut(type(of: value as Any)) }
}

// MARK: - Finding the container of a write

extension Output {
  /// Makes the frame at `depth` the innermost one, if it may be written to. Returns `false` if the write has to be dropped: nothing reads
  /// it, or its value will be encoded again.
  func resume(_ depth: Int, _ serial: UInt64) -> Bool {
    guard !isExhausted else {
      unsafe memory.pointee.droppedWrites &+= 1
      return false
    }
    guard node(serial) == nil else { return false }
    guard isOpen(depth, serial) else {
      // The container is already closed. If its value is not complete, user code wrote to several containers in turn.
      return drop { unsafe memory.pointee.frames[$0].serial <= serial }
    }
    // Otherwise the `encode(to:)` of an inner value writes to an outer container.
    guard unsafe depth >= memory.pointee.scope else { return drop { $0 <= depth } }
    close(deeperThan: depth)
    return true
  }

  /// Whether a frame with this number is still open.
  func isOpen(_ depth: Int, _ serial: UInt64) -> Bool {
    unsafe depth <= memory.pointee.depth && memory.pointee.frames[depth].serial == serial
  }

  /// Whether the value to which a container with this number belongs is still being written.
  func takesWrites(_ depth: Int, _ serial: UInt64) -> Bool { isOpen(depth, serial) || node(serial) != nil }

  private func drop(breakingScope matches: (Int) -> Bool) -> Bool {
    breakScope(where: matches)
    unsafe memory.pointee.droppedWrites &+= 1
    return false
  }

  /// Notes that the innermost open value that matches cannot be streamed.
  func breakScope(where matches: (Int) -> Bool = { _ in true }) {
    // The record is dropped anyway.
    guard !isExhausted else { return }
    var depth = unsafe memory.pointee.scope
    while depth > 0, !matches(depth) { depth = unsafe memory.pointee.frames[depth].outerScope }
    // Depth 0 means no value: user code kept the container until its value was complete.
    if depth > 0 { unsafe memory.pointee.frames[depth].isBroken = true }
  }

  /// The keys that lead to a container, for user code.
  func codingPath(to depth: Int, _ serial: UInt64) -> [any CodingKey] {
    unsafe memory.pointee.session?._withUnsafeGuaranteedRef { $0.dependsOnPlace = true }
    return isOpen(depth, serial) ? codingPath(upTo: depth) : node(serial)?.codingPath ?? []
  }

  /// The keys that lead to the next value.
  var codingPath: [any CodingKey] { unsafe codingPath(upTo: memory.pointee.depth + 1) }

  private func codingPath(upTo depth: Int) -> [any CodingKey] {
    // A container around a part that is kept in a node; user code rarely asks for its path.
    guard unsafe depth >= memory.pointee.base else { return [] }
    var path = session.outerPath
    for depth in unsafe memory.pointee.base..<depth {
      if let key = unsafe keyOfInnerValue(memory.pointee.frames + depth) { path.append(key) }
    }
    return path
  }

  private func keyOfInnerValue(_ frame: UnsafeMutablePointer<Frame>) -> (any CodingKey)? {
    guard unsafe !frame.pointee.isNameless else { return nil }
    switch unsafe frame.pointee.kind {
    case .nothing, .single: return nil
    case .array: return unsafe PlaceKey(frame.pointee.count - 1)
    case .object:
      guard let name = unsafe name(ofMemberAt: frame.pointee.member) else { return nil }
      return unsafe frame.pointee.keyType?.init(stringValue: name) ?? PlaceKey(stringValue: name)
    }
  }

  /// The app's key of a member, parsed from its quoted text.
  private func name(ofMemberAt start: Int) -> String? {
    var end = start + 1
    while end < count, self[end] != UInt8(ascii: "\"") { end += self[end] == UInt8(ascii: "\\") ? 2 : 1 }
    return end < count ? text(at: start..<end + 1).map(TaggedValue.unescapedKey) : nil
  }
}
