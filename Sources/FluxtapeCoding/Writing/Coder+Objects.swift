import FluxtapeJSON

// Objects, and values without an `encode(to:)`.

extension Coder {
  func writeObject<Value>(_ value: Value, _ facts: TypeFacts, into node: Node) {
    let object = value as AnyObject
    let dynamicType: Any.Type = type(of: object)
    if isWrittenDynamically(dynamicType, facts) { return write(dynamic: object, into: node) }
    if case .encodable(let type) = facts.kind, !facts.isActor {
      guard allowsValue(), session.open(object) else { return writeOpaque(dynamicType, into: node) }
      writeContents(of: value, as: type, facts, into: node)
      session.close(object)
    } else if facts.isOfSystem {
      write(systemObject: object, into: node)
    } else if takesApart(facts) {
      reflect(value, facts, into: node)
    } else {
      writeOpaque(object: object, into: node)
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

  /// Writes an object by its type and number. An error of Foundation is a value, whichever class it is of.
  func writeOpaque(object: AnyObject, into node: Node) {
    if let error = SystemType.nsError(object) { return error.write(into: &node.bytes) }
    node.bytes.append(contentsOf: "{\"$opaque\":".utf8)
    JSONText.append(session.objects?.name(of: object) ?? TypeName.of(type(of: object)), to: &node.bytes)
    node.bytes.append(UInt8(ascii: "}"))
  }

  /// Runs `body`, which writes values that are sorted by what is written of them.
  func withoutNumbers<Result>(_ body: () -> Result) -> Result { session.objects?.withoutNumbers(body) ?? body() }

  /// Writes objects that bridge to Swift values as those values. The casts use Foundation's bridging without importing it.
  private func write(systemObject object: Any, into node: Node) {
    let name = TypeName.of(type(of: object))
    if name == "NSNull" { return node.bytes.append(contentsOf: "null".utf8) }
    if name.hasSuffix("Boolean"), let bool = object as? Bool { return write(bool, facts(Bool.self), into: node) }
    if let string = object as? String { return write(string, facts(String.self), into: node) }
    if let integer = object as? Int64 { return write(integer, facts(Int64.self), into: node) }
    if let integer = object as? UInt64 { return write(integer, facts(UInt64.self), into: node) }
    if let double = object as? Double { return write(double, facts(Double.self), into: node) }
    if let elements = object as? [Any] { return write(elements, facts([Any].self), into: node) }
    if let members = object as? [AnyHashable: Any] { return write(members, facts([AnyHashable: Any].self), into: node) }
    if let elements = object as? Set<AnyHashable> { return write(elements, facts(Set<AnyHashable>.self), into: node) }
    if let error = SystemType.nsError(object) { return error.write(into: &node.bytes) }
    writeOpaque(type(of: object), into: node)
  }
}

// MARK: - Reflection

extension Coder {
  /// Reflecting a value takes as long as encoding this many additional values.
  private static let reflectedWeight = 15

  /// Writes what a mirror shows, if the limits allow it.
  func reflect<Value>(_ value: Value, _ facts: TypeFacts, into target: Node) {
    let type = type(of: value as Any)
    guard allowsValue(), countValue(Self.reflectedWeight) else {
      facts.distrust("was cut off", self)
      return writeOpaque(type, into: target)
    }
    guard type is AnyObject.Type else { return reflectContents(of: value, facts, into: target) }
    let object = value as AnyObject
    guard session.open(object) else { return writeOpaque(type, into: target) }
    session.whileReflected(object) { reflectContents(of: value, facts, into: target) }
    session.close(object)
  }

  /// Writes the parts of a value. Without `facts` nothing is concluded about its type.
  func reflectContents<Value>(of value: Value, _ facts: TypeFacts?, into target: Node) {
    depth += 1
    let node = takeNode(facts)
    defer {
      giveBack(node)
      depth -= 1
    }
    if collectContents(of: value, into: node) { return node.finish(into: target) }
    depth -= 1
    writeShapeless(value, facts, into: target)
    depth += 1
  }

  /// Passes the parts of a struct, tuple, class or enum to a node, as an `encode(to:)` would. Returns `false` for other values.
  func collectContents<Value>(of value: Value, into node: Node) -> Bool {
    withAccount(of: value, as: Value.self) { value, account in
      node.account = account
      switch Reflection(of: copy value, for: session) {
      case .fields(let fields):
        node.become(.object)
        for (name, value) in fields { node.add(dynamic: value, name) }
      case .elements(let elements) where node.facts?.isTuple(copy value) ?? false:
        node.become(.array)
        for element in elements { node.add(dynamic: element, nil) }
      case .enumCase(let name, let payload):
        guard hasRoom(at: node.depth + 1) else {
          node.become(.object)
          return node.addOpaque(Value.self, name)
        }
        let inside = node.nested(.object, PlaceKey(stringValue: name), node.serial)
        for (name, value) in payload { inside.add(dynamic: value, name) }
      case .json, .opaque, .endless, .optional, .elements, .set, .pairs: return false
      }
      node.conclude(copy value)
      return true
    }
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
    case .json(let json): json.write(into: &target.bytes)
    case .set(let elements): write(set: elements, of: type(of: value), into: target)
    case .pairs(let pairs): write(pairs: pairs, areSorted: true, into: target)
    }
  }
}

extension TypeFacts {
  /// Whether the value is a tuple, which a mirror shows like an array.
  fileprivate func isTuple(_ value: Any) -> Bool {
    if style == nil { style = .some(value is any CustomReflectable ? nil : Mirror(reflecting: value).displayStyle) }
    return style == .some(.some(.tuple))
  }
}

// MARK: - Dynamic types

extension Coder {
  /// Writes a value by its dynamic type.
  func write(dynamic value: Any, into node: Node) {
    func open<Value>(_ value: Value) -> Bool {
      guard Value.self == Swift.type(of: value as Any) else { return false }
      write(value, facts(Value.self), into: node)
      return true
    }
    if _openExistential(value, do: open) { return }
    // A nested existential: generic code passed `any P` as `Any`. A cast unwraps both.
    func unbox<Value>(_ type: Value.Type) -> Bool {
      guard let value = value as? Value else { return false }
      write(value, facts(type), into: node)
      return true
    }
    let type = Swift.type(of: value)
    if !_openExistential(type, do: unbox) { writeOpaque(type, into: node) }
  }

  /// Writes the contents of an existential. An object begins with the name of its type, which is a part of the value: `{"$type":"Offline"}`.
  func write(contents value: Any, into node: Node) {
    let start = node.bytes.count
    write(dynamic: value, into: node)
    let type = Swift.type(of: value)
    guard !isExhausted, namesType(type), JSONBytes.hasMembers(node.bytes.span, at: start) else { return }
    node.bytes.insert(contentsOf: typeMember(of: type, isOnly: node.bytes.count == start + 2), at: start + 1)
  }

  /// Writes a part that reflection found. The `Any` of a mirror keeps the static type of a part.
  func write(part value: Any, into node: Node) {
    func isExistential<Value>(_ value: Value) -> Bool { Value.self != Swift.type(of: value as Any) && SystemType.isExistential(Value.self) }
    _openExistential(value, do: isExistential) ? write(contents: value, into: node) : write(dynamic: value, into: node)
  }

  /// `"$type":"Offline"`, and a comma.
  private func typeMember(of type: Any.Type, isOnly: Bool) -> [UInt8] {
    var member = JSONBytes.typeKey
    JSONText.append(TypeName.of(type), to: &member)
    if !isOnly { member.append(UInt8(ascii: ",")) }
    return member
  }

  private func namesType(_ type: Any.Type) -> Bool {
    func open<Value>(_ type: Value.Type) -> Bool { facts(type).namesType }
    return _openExistential(type, do: open)
  }

  /// The image of a value by its dynamic type.
  ///
  /// - Parameter isApart: Whether it is to consist of the value's parts.
  func image(ofDynamic value: Any, isApart: Bool = false) -> Image {
    func image<Value>(_ value: Value) -> Image {
      let facts = facts(Value.self)
      return isApart ? imageApart(of: value, facts) : self.image(of: value, facts)
    }
    func open<Value>(_ value: Value) -> Image? { Value.self == Swift.type(of: value as Any) ? image(value) : nil }
    if let image = _openExistential(value, do: open) { return image }
    func unbox<Value>(_ type: Value.Type) -> Image? { (value as? Value).map { image($0) } }
    let type = Swift.type(of: value)
    return _openExistential(type, do: unbox) ?? TextImage(bytes { writeOpaque(type, into: $0) })
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
    isOdd = isOdd || collects
    putBytes(TaggedValue.opaque(typeName: TypeName.of(type)).json.bytes, name)
    return true
  }

  /// Adds a part that a mirror shows, as a member or an element. The mirror's `Any` keeps the part's static type, which may be an existential.
  fileprivate func add(dynamic value: Any, _ name: String?) {
    func add<Value>(_ value: Value) {
      if let name { member(value, name) } else { element(value) }
    }
    func open<Value>(_ value: Value) -> Bool {
      guard Value.self == Swift.type(of: value as Any) || SystemType.isExistential(Value.self) else { return false }
      add(value)
      return true
    }
    if _openExistential(value, do: open) { return }
    func unbox<Value>(_ type: Value.Type) -> Bool { (value as? Value).map { add($0) } != nil }
    if !_openExistential(type(of: value), do: unbox) { add(value) }
  }
}
