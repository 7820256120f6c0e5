// Adding parts to a node.

extension Node {
  /// Adds a member. An absent one is not written, but has its place in the value's memory.
  func member(_ value: Subject, _ name: String, isAbsent: Bool = false) { add(value, name, isAbsent, plannedMember) }

  /// - Parameter planned: ``plannedMember``.
  func add(_ value: Subject, _ name: String, _ isAbsent: Bool, _ planned: TypeFacts.Member?) {
    if coder.hasHooks, coder.leavesOut(value) { return account = .broken }
    if shape != .object {
      if isAbsent, written > 0 { return }
      become(.object)
      guard shape == .object else { return }
    }
    guard let planned, planned.facts === value.facts, planned.name.hasSameBytes(as: name) else {
      return addUnplanned(value, name, isAbsent)
    }
    if !account.isBroken { account.add(value, coder.mask(of: value.facts)) }
    if !isAbsent { put(value, name, planned.quoted) }
    count &+= 1
  }

  /// The member that an earlier value of the type wrote here.
  var plannedMember: TypeFacts.Member? {
    guard followsPlan, let facts, count < facts.plan.count else { return nil }
    return facts.plan[count]
  }

  private func addUnplanned(_ value: Subject, _ name: String, _ isAbsent: Bool) {
    leavePlan()
    if count == 0 { firstKey = name }
    noteType(value.facts)
    // It is accounted for once its type is known, as a copy need not have the same padding.
    let before = account
    account = .broken
    if !isAbsent {
      note(name)
      put(value, name, nil)
    }
    countPart()
    guard let facts else { return }
    account = before
    let offset = account.isBroken ? 0 : account.add(value, coder.mask(of: value.facts))
    // A part of the same type may have made the plan meanwhile.
    guard facts.plan.isEmpty, draft.count == count - 1 else { return }
    draft.append(TypeFacts.Member(name, value.facts, offset: offset))
  }

  /// The value writes other members than the first one of its type.
  private func leavePlan() {
    guard followsPlan, let facts else { return }
    followsPlan = false
    for member in facts.plan.prefix(count) { _ = names.add(member.name) }
    account = .broken
  }

  func element(_ value: Subject) {
    if shape != .array { become(.array) }
    guard shape == .array else { return }
    addNameless(value)
  }

  func single(_ value: Subject) {
    if written > 0 { discard() }
    shape = .single
    addNameless(value)
  }

  private func addNameless(_ value: Subject) {
    noteType(value.facts)
    let before = account
    account = .broken
    put(value, nil, nil)
    countPart()
    guard let facts else { return }
    account = before
    let offset = account.isBroken ? 0 : account.add(value, coder.mask(of: value.facts))
    if facts.layout == nil, draft.count == count - 1 { draft.append(TypeFacts.Member("", value.facts, offset: offset)) }
  }

  /// Each part takes at least a byte and a comma, so an endless `encode(to:)` ends, even if its parts replace each other or become images.
  func countPart() {
    count += 1
    if count > coder.byteLimit / 2 { coder.exhaust() }
  }

  /// Notes that a name is written. Returns `false` if it was written before.
  @discardableResult
  func note(_ name: String) -> Bool {
    leavePlan()
    if names.add(name) { return true }
    isOdd = true
    for place in nested.indices where nested[place].name?.hasSameBytes(as: name) ?? false { nested[place].name = nil }
    return false
  }

  /// Notes that the value consists of this type, too.
  private func noteType(_ part: TypeFacts) {
    if let facts { return facts.add(part, coder) }
    var node = self
    while let outer = node.outer { node = outer }
    node.innerTypes.append(ObjectIdentifier(part.type))
    node.facts?.add(part, coder)
  }
}

// MARK: - Writing

extension Node {
  func write(_ value: Subject, _ name: String?, _ quoted: [UInt8]?) {
    if openPart != nil {
      // The `encode(to:)` of a part writes to the container around it. This write is complete before the part is.
      putBytes(coder.bytes { coder.write(value, into: $0) }, name)
    } else if value.facts.isScalar {
      begin(name, quoted)
      coder.write(value, into: self)
    } else {
      let start = bytes.count
      begin(name, quoted)
      openPart = written > 1 ? start + 1 : start
      insidePart(name) { coder.write(value, into: self) }
      openPart = nil
    }
    if bytes.count > coder.byteLimit { coder.exhaust() }
  }

  /// Runs `body`, which writes a part.
  func insidePart<Result>(_ name: String?, _ body: () -> Result) -> Result {
    if let name { currentName = name }
    // Containers may be written in any order, by code that runs at any depth.
    let outerDepth = coder.depth
    coder.depth = depth
    coder.places.append(.part(of: self))
    defer {
      coder.places.removeLast()
      coder.depth = outerDepth
    }
    return body()
  }

  /// Writes the name of the next part.
  private func begin(_ name: String?, _ quoted: [UInt8]?) {
    if written > 0 { bytes.append(UInt8(ascii: ",")) }
    written &+= 1
    if let quoted { bytes.append(contentsOf: quoted) } else if let name { JSONText.append(key: name, to: &bytes) }
  }

  /// Writes a complete part.
  func putBytes(_ part: [UInt8], _ name: String?) {
    let place = reserveBytes(name)
    bytes.insert(contentsOf: part, at: place)
    shift(by: part.count, from: place)
  }

  /// Writes the name of a part and a comma: at the end, or before the part that is being written. Returns the place of the value.
  func reserveBytes(_ name: String?) -> Int {
    guard let openPart else {
      begin(name, nil)
      return bytes.count
    }
    let quoted = name.map(JSONText.quoted) ?? []
    written += 1
    bytes.insert(contentsOf: quoted + [UInt8(ascii: ",")], at: openPart)
    shift(by: quoted.count + 1, from: openPart)
    return openPart + quoted.count
  }

  /// Moves what is noted behind a place.
  private func shift(by count: Int, from place: Int) {
    for index in nested.indices where nested[index].place > place { nested[index].place += count }
    if let openPart, openPart >= place { self.openPart = openPart + count }
  }
}

// MARK: - The result

extension Node {
  /// Appends the complete value to another node.
  func finish(into target: Node) {
    switch shape {
    case .nothing: target.bytes.append(contentsOf: "{}".utf8)
    case .single: join(into: target)
    case .array:
      target.bytes.append(UInt8(ascii: "["))
      join(into: target)
      target.bytes.append(UInt8(ascii: "]"))
    case .object:
      let start = target.bytes.count
      target.bytes.append(UInt8(ascii: "{"))
      join(into: target)
      target.bytes.append(UInt8(ascii: "}"))
      if isOdd, !coder.isExhausted {
        let object = JSONBytes.withoutRepetitions(target.bytes[start...], continuing: continuations)
        target.bytes.replaceSubrange(start..., with: object)
      }
    }
  }

  private func join(into target: Node) {
    var place = 0
    for inner in nested {
      target.bytes.append(contentsOf: bytes[place..<inner.place])
      inner.node.finish(into: target)
      place = inner.place
    }
    target.bytes.append(contentsOf: bytes[place...])
  }
}
