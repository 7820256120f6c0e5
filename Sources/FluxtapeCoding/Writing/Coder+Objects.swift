// Objects, and values without an `encode(to:)`.

extension Coder {
  func writeObject(_ value: Subject, into node: Node) {
    let facts = value.facts
    let dynamicType = value.dynamicType
    if isWrittenDynamically(dynamicType, facts) { return write(dynamic: value.object, into: node) }
    if case .encodable(let type) = facts.kind, !facts.isActor {
      let object = value.object
      guard allowsValue(), session.open(object) else { return writeOpaque(dynamicType, into: node) }
      writeContents(of: value, as: type, into: node)
      session.close(object)
    } else if facts.isOfSystem {
      write(systemObject: value.object, into: node)
    } else if takesApart(facts) {
      reflect(value, into: node)
    } else {
      writeOpaque(object: value.object, into: node)
    }
  }

  /// Whether an object is written by its own class, not by the static one.
  func isWrittenDynamically(_ dynamicType: Any.Type, _ facts: TypeFacts) -> Bool {
    guard dynamicType != facts.type else { return false }
    if case .encodable = facts.kind { return hasHooks }
    return true
  }

  /// Whether objects of a class are written with their properties.
  func takesApart(_ facts: TypeFacts) -> Bool { !facts.isActor && session.objects?.takesApart(facts.type) ?? true }

  /// Writes an object by its type. An error of Foundation is a value, whichever class it is of.
  func writeOpaque(object: AnyObject, into node: Node) {
    if let error = SystemType.nsError(object) { return node.bytes.append(contentsOf: error) }
    node.bytes += JSONText.opaque(TypeName.of(type(of: object)))
  }

  /// Writes objects that bridge to Swift values as those values. The casts use Foundation's bridging without importing it.
  private func write(systemObject object: Any, into node: Node) {
    let name = TypeName.of(type(of: object))
    if name == "NSNull" { return node.bytes.append(contentsOf: "null".utf8) }
    if name.hasSuffix("Boolean"), let bool = object as? Bool { return write(dynamic: bool, into: node) }
    if let string = object as? String { return write(dynamic: string, into: node) }
    if let integer = object as? Int64 { return write(dynamic: integer, into: node) }
    if let integer = object as? UInt64 { return write(dynamic: integer, into: node) }
    if let double = object as? Double { return write(dynamic: double, into: node) }
    if let elements = object as? [Any] { return write(dynamic: elements, into: node) }
    if let members = object as? [AnyHashable: Any] { return write(dynamic: members, into: node) }
    if let elements = object as? Set<AnyHashable> { return write(dynamic: elements, into: node) }
    if let error = SystemType.nsError(object) { return node.bytes.append(contentsOf: error) }
    writeOpaque(type(of: object), into: node)
  }
}

// MARK: - Reflection

extension Coder {
  /// Reflecting a value takes as long as encoding this many additional values.
  private static let reflectedWeight = 15

  /// Writes what a mirror shows, if the limits allow it.
  func reflect(_ value: Subject, into target: Node) {
    let type = value.dynamicType
    guard allowsValue(), countValue(Self.reflectedWeight) else {
      value.facts.distrust("was cut off", self)
      return writeOpaque(type, into: target)
    }
    guard type is AnyObject.Type else { return reflectContents(of: value, into: target) }
    let object = value.object
    guard session.open(object) else { return writeOpaque(type, into: target) }
    session.whileReflected(object) { reflectContents(of: value, into: target) }
    session.close(object)
  }

  /// Writes the parts of a value.
  ///
  /// - Parameter concluding: Whether they say something about the value's type.
  func reflectContents(of value: Subject, concluding: Bool = true, into target: Node) {
    let facts = concluding ? value.facts : nil
    depth += 1
    let node = takeNode(facts)
    let isCollected = collectContents(of: value, into: node)
    if isCollected { node.finish(into: target) }
    depth -= 1
    if !isCollected { writeShapeless(value.boxed, facts, into: target) }
    giveBack(node)
  }

  /// Passes the parts of a struct, tuple, class or enum to a node, as an `encode(to:)` would. Returns `false` for other values.
  func collectContents(of value: Subject, into node: Node) -> Bool {
    node.account = value.account
    switch Reflection(of: value.boxed, for: session) {
    case .fields(let fields):
      node.become(.object)
      for (name, value) in fields { node.add(dynamic: value, name) }
    case .elements(let elements) where node.facts != nil && value.facts.isTuple(value):
      node.become(.array)
      for element in elements { node.add(dynamic: element, nil) }
    case .enumCase(let name, let payload):
      guard hasRoom(at: node.depth + 1) else {
        node.become(.object)
        return node.addOpaque(value.facts.type, name)
      }
      let inside = node.nested(.object, PlaceKey(stringValue: name), node.serial)
      for (name, value) in payload { inside.add(dynamic: value, name) }
    case .json, .opaque, .endless, .optional, .elements, .set, .pairs: return false
    }
    node.conclude(value)
    return true
  }

  private func writeShapeless(_ value: Any, _ facts: TypeFacts?, into target: Node) {
    facts?.distrust("is read through a mirror of its own", self)
    switch Reflection(of: value, for: session) {
    case .endless:
      exhaust()
      writeOpaque(type(of: value), into: target)
    case .opaque, .fields, .enumCase: writeOpaque(type(of: value), into: target)
    case .optional(let wrapped): wrapped.map { write(part: $0, into: target) } ?? target.bytes.append(contentsOf: "null".utf8)
    case .elements(let elements): write(parts: elements, into: target)
    case .json(let json): target.bytes += json
    case .set(let elements):
      write(setOf: Any.self, type(of: value), into: target) { body in for element in elements { withSubject(element, body) } }
    case .pairs(let pairs):
      write(pairsOf: [Any.self], [(key: Any, value: Any)].self, areSorted: true, into: target) { body in
        for (key, value) in pairs { withSubject(key) { key in withSubject(value) { body(key, $0) } } }
      }
    }
  }
}

extension TypeFacts {
  /// Whether the value is a tuple, which a mirror shows like an array.
  fileprivate func isTuple(_ value: Subject) -> Bool {
    if form == nil { setForm(from: value.boxed) }
    return form == .tuple
  }
}

// MARK: - Dynamic types

extension Coder {
  /// Writes a value by its dynamic type.
  @inline(never)
  func write(dynamic value: Any, into node: Node) {
    if !open(value, { write($0, into: node) }) { writeOpaque(type(of: value), into: node) }
  }

  /// Writes the contents of an existential. An object begins with the name of its type, which is a part of the value: `{"$type":"Offline"}`.
  func write(contents value: Any, into node: Node) {
    let start = node.bytes.count
    write(dynamic: value, into: node)
    let type = Swift.type(of: value)
    guard !isExhausted, namesType(type), JSONBytes.hasMembers(node.bytes.span, at: start) else { return }
    node.bytes.insert(contentsOf: typeMember(of: type, isOnly: node.bytes.count == start + 2), at: start + 1)
  }

  /// Writes a part that reflection found.
  func write(part value: Any, into node: Node) {
    if !open(value, keepsExistentials: true, { write($0, into: node) }) { writeOpaque(type(of: value), into: node) }
  }

  /// `"$type":"Offline"`, and a comma.
  private func typeMember(of type: Any.Type, isOnly: Bool) -> [UInt8] {
    var member = JSONBytes.typeKey
    JSONText.append(TypeName.of(type), to: &member)
    if !isOnly { member.append(UInt8(ascii: ",")) }
    return member
  }

  private func namesType(_ type: Any.Type) -> Bool { facts(type).namesType }

  /// The image of a value by its dynamic type.
  ///
  /// - Parameter isApart: Whether it is to consist of the value's parts.
  func image(ofDynamic value: Any, isApart: Bool = false) -> Image {
    var image: Image?
    open(value) { image = isApart ? imageApart(of: $0) : self.image(of: $0) }
    return image ?? TextImage(bytes { writeOpaque(type(of: value), into: $0) })
  }

  /// The image of an existential's contents, with the name of their type.
  func image(ofContents value: Any) -> Image {
    let type = Swift.type(of: value)
    guard namesType(type) else { return image(ofDynamic: value) }
    let image = image(ofDynamic: value, isApart: true)
    if let parts = image as? PartsImage, let typed = parts.named(TypeName.of(type)) { return typed }
    var text = text(of: image)
    guard JSONBytes.hasMembers(text.span, at: 0) else { return image }
    text.insert(contentsOf: typeMember(of: type, isOnly: text.count == 2), at: 1)
    return TextImage(text)
  }
}

extension Node {
  /// Adds a member that is too deep.
  fileprivate func addOpaque(_ type: Any.Type, _ name: String) -> Bool {
    account = .broken
    isOdd = isOdd || purpose != .writing
    putBytes(JSONText.opaque(TypeName.of(type)), name)
    return true
  }

  /// Adds a part that a mirror shows, as a member or an element.
  fileprivate func add(dynamic value: Any, _ name: String?) {
    func add(_ value: Subject) {
      if let name { member(value, name) } else { element(value) }
    }
    if !coder.open(value, keepsExistentials: true, add) { coder.withSubject(value, add) }
  }
}
