import FluxtapeJSON

// Opening and closing containers. Sound: see ``Output``; a frame's number never exceeds `depth`, and `depth` is checked against the limit
// before a frame is opened.

// MARK: - Opening

extension Output {
  /// Whether a container may begin at `depth`, with room for a tagged leaf inside.
  @inline(__always)
  func hasRoom(at depth: Int) -> Bool {
    unsafe depth < memory.pointee.maximumDepth && (depth < ThreadStack.askedFromDepth || session.hasStack)
  }

  /// The depth of the next value.
  @inline(__always)
  var nextDepth: Int { unsafe memory.pointee.depth &+ 1 }

  @inline(__always)
  var frame: UnsafeMutablePointer<Frame> { unsafe memory.pointee.frames + memory.pointee.depth }

  /// Opens the frame of the next value and returns its serial number.
  @inline(__always) @discardableResult
  func open(_ kind: Frame.Kind) -> UInt64 {
    let depth = unsafe memory.pointee.depth &+ 1
    let serial = unsafe memory.pointee.lastSerial &+ 1
    unsafe memory.pointee.depth = depth
    unsafe memory.pointee.lastSerial = serial
    unsafe memory.pointee.serial = serial
    let frame = unsafe memory.pointee.frames + depth
    unsafe frame.pointee.serial = serial
    unsafe frame.pointee.start = memory.pointee.count
    unsafe frame.pointee.keyBits = 0
    unsafe frame.pointee.firstKeyHash = memory.pointee.keyHashCount
    unsafe frame.pointee.count = 0
    unsafe frame.pointee.paths = memory.pointee.paths
    unsafe memory.pointee.paths = PathMatching.none
    unsafe frame.pointee.keyType = nil
    unsafe frame.pointee.kind = kind
    unsafe frame.pointee.isScope = false
    unsafe frame.pointee.isBroken = false
    unsafe frame.pointee.isNameless = false
    unsafe frame.pointee.pending = .nothing
    unsafe frame.pointee.seenTraits = []
    return serial
  }

  /// Opens the frame of a value that can be encoded again if it cannot be streamed.
  @inline(__always) @discardableResult
  func openScope(_ kind: Frame.Kind = .nothing) -> UInt64 {
    let serial = open(kind)
    let frame = unsafe self.frame
    unsafe frame.pointee.isScope = true
    unsafe frame.pointee.outerScope = memory.pointee.scope
    unsafe memory.pointee.scope = memory.pointee.depth
    return serial
  }
}

// MARK: - Closing

extension Output {
  /// Closes the innermost frame, whose value is complete.
  func close() {
    let frame = unsafe self.frame
    unsafe settle(frame)
    switch unsafe frame.pointee.kind {
    case .object:
      append(UInt8(ascii: "}"))
      // In larger objects, a member's value says nothing about the members before it.
      if unsafe !frame.pointee.seenTraits.isDisjoint(with: .keys), unsafe (2...SecretNames.mostNeighbours).contains(frame.pointee.count) {
        return unsafe leaveNeighbours(frame)
      }
    case .array: append(UInt8(ascii: "]"))
    case .single: break
    case .nothing: append("{}")
    }
    unsafe leave(frame)
  }

  private func leaveNeighbours(_ frame: UnsafeMutablePointer<Frame>) {
    unsafe judgeKey(frame)
    unsafe leave(frame)
    if unsafe frame.pointee.seenTraits.contains(.namedSecretOfFew) { unsafe hideNeighbours(frame.pointee.start..<count) }
  }

  /// Closes the frame at `depth` and all deeper ones. Returns `false`, with nothing of the value written, if it has to be encoded again.
  @inline(__always)
  func closeScope(at depth: Int, _ serial: UInt64) -> Bool {
    if unsafe memory.pointee.serial != serial { close(deeperThan: depth) }
    if unsafe frame.pointee.pending == .neighbour { unsafe settle(frame) }
    if unsafe frame.pointee.isBroken {
      abandon(downTo: depth)
      return false
    }
    close()
    return true
  }

  /// Closes a scope that a form opened, not an `encode(to:)`. It has to be encoded again only if rules require it; late writes by
  /// containers of completed parts are dropped.
  func closeOwnScope(at depth: Int, _ serial: UInt64) -> Bool {
    if !isRuled {
      close(deeperThan: depth)
      unsafe frame.pointee.isBroken = false
    }
    return closeScope(at: depth, serial)
  }

  /// Closes all frames deeper than `depth`.
  func close(deeperThan depth: Int) {
    while unsafe memory.pointee.depth > depth { close() }
  }

  /// Discards the innermost frames down to `depth`, with everything written since that frame was opened.
  func abandon(downTo depth: Int) {
    let start = unsafe memory.pointee.frames[depth].start
    let paths = unsafe memory.pointee.frames[depth].paths
    while unsafe memory.pointee.depth >= depth {
      let frame = unsafe self.frame
      if unsafe frame.pointee.pending.isRaw { leaveRaw() }
      unsafe leave(frame)
    }
    rollBack(to: start)
    // The value will be written again.
    unsafe memory.pointee.paths = paths
  }

  @inline(__always)
  private func leave(_ frame: UnsafeMutablePointer<Frame>) {
    if unsafe frame.pointee.isScope { unsafe memory.pointee.scope = frame.pointee.outerScope }
    unsafe memory.pointee.keyHashCount = frame.pointee.firstKeyHash
    unsafe frame.pointee.serial = Self.noSerial
    let depth = unsafe memory.pointee.depth &- 1
    unsafe memory.pointee.depth = depth
    unsafe memory.pointee.serial = memory.pointee.frames[depth].serial
  }
}

// MARK: - Members and elements

extension Output {
  /// Begins an element of the innermost frame, an array.
  @inline(__always)
  func beginElement() {
    let frame = unsafe self.frame
    unsafe settle(frame)
    if unsafe frame.pointee.count != 0 { append(UInt8(ascii: ",")) }
    unsafe frame.pointee.count &+= 1
    unsafe frame.pointee.member = memory.pointee.count
    if unsafe frame.pointee.paths != PathMatching.none { unsafe judgePlace(frame.pointee.count &- 1, in: frame) }
  }

  /// Begins a member of the innermost frame, an object. Returns `false` if its key has already occurred, since the value cannot be streamed
  /// then.
  @inline(__always)
  func beginMember(_ name: String) -> Bool {
    let frame = unsafe self.frame
    unsafe settle(frame)
    let key = unsafe keyEntry(for: name)
    guard unsafe notesKey(key.pointee.hash, in: frame) else {
      breakScope()
      return false
    }
    let length = unsafe key.pointee.length
    var target = unsafe reserve(length &+ 1)
    if unsafe frame.pointee.count != 0 {
      unsafe target.pointee = UInt8(ascii: ",")
      unsafe target += 1
      unsafe memory.pointee.count &+= 1
    }
    unsafe frame.pointee.count &+= 1
    unsafe frame.pointee.member = memory.pointee.count
    unsafe copyWords(from: key.pointee.text.unsafelyUnwrapped, to: target, count: length)
    unsafe memory.pointee.count &+= length
    let traits = unsafe key.pointee.traits.rawValue & memory.pointee.relevantTraits.rawValue
    if unsafe traits != 0 || frame.pointee.paths != PathMatching.none {
      unsafe judgeMember(name, KeyTraits(rawValue: traits), in: frame)
    }
    return true
  }

  /// Begins a member whose key is data and not worth caching. The caller guarantees that the key is unique.
  ///
  /// - Returns: Whether the key needed no escaping.
  @discardableResult
  func beginMember(data name: String) -> Bool {
    let isPlain = unsafe name.utf8.withContiguousStorageIfAvailable { name in unsafe beginMember(data: name) }
    return unsafe isPlain ?? Array(name.utf8).withUnsafeBufferPointer { name in unsafe beginMember(data: name) }
  }

  private func beginMember(data name: UnsafeBufferPointer<UInt8>) -> Bool {
    let frame = unsafe self.frame
    unsafe settle(frame)
    if unsafe frame.pointee.count != 0 { append(UInt8(ascii: ",")) }
    unsafe frame.pointee.count &+= 1
    let start = count
    unsafe frame.pointee.member = start
    unsafe writeKey(name)
    let isPlain = count - start == name.count + 2
    append(UInt8(ascii: ":"))
    if unsafe !memory.pointee.relevantTraits.isEmpty || frame.pointee.paths != PathMatching.none { unsafe judgeData(name, in: frame) }
    return isPlain
  }

  private func judgeData(_ name: UnsafeBufferPointer<UInt8>, in frame: UnsafeMutablePointer<Frame>) {
    // Few keys of data need a closer check; only these are converted to a string.
    let mayBeSecret = unsafe memory.pointee.hasOwnKeys || SensitiveKeyName.mayMatch(name.span)
    let all = unsafe mayBeSecret ? writer.names.traits(of: String(decoding: name, as: UTF8.self)) : KeyTraits(ofNeighbour: name.span)
    let traits = unsafe all.intersection(memory.pointee.relevantTraits)
    guard unsafe !traits.isEmpty || frame.pointee.paths != PathMatching.none else { return }
    unsafe judgeMember(String(decoding: name, as: UTF8.self), traits, in: frame)
  }

  /// Copies eight bytes at a time. It reads and writes up to seven bytes beyond the end; both buffers have room for that.
  @inline(__always)
  private func copyWords(from source: UnsafePointer<UInt8>, to target: UnsafeMutablePointer<UInt8>, count: Int) {
    let (source, target) = unsafe (UnsafeRawPointer(source), UnsafeMutableRawPointer(target))
    var place = 0
    repeat {
      let word = unsafe source.loadUnaligned(fromByteOffset: place, as: UInt64.self)
      unsafe target.storeBytes(of: word, toByteOffset: place, as: UInt64.self)
      place &+= 8
    } while place < count
  }
}
