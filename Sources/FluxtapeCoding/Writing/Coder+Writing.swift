// Writing values as JSON.

extension Coder {
  /// Appends a value that is a part of the node's value, or the value itself.
  func write(_ value: Subject, into node: Node) {
    if value.facts.isSpecial { writeSpecial(value, into: node) } else { writePlain(value, into: node) }
  }

  private func writePlain(_ value: Subject, into node: Node) {
    switch value.facts.kind {
    case .text: value.withValue(as: String.self) { JSONText.append(copy $0, to: &node.bytes) }
    case .int: JSONText.append(value.value(as: Int.self), to: &node.bytes)
    case .bool: node.bytes.append(contentsOf: value.value(as: Bool.self) ? "true".utf8 : "false".utf8)
    case .double: JSONText.append(value.value(as: Double.self), to: &node.bytes)
    case .float: JSONText.append(value.value(as: Float.self), to: &node.bytes)
    case .uint: JSONText.append(value.value(as: UInt.self), to: &node.bytes)
    case .integer(let type): type.writeInteger(value, into: node)
    case .foundation(let kind, let type): write(value, as: type, kind, into: node)
    case .optional(let access): access.write(value, by: self, into: node)
    case .array(let access): access.withElements(of: value, by: self) { write($0, of: value.facts.type, into: node) }
    case .dictionary(let access): access.write(value, by: self, into: node)
    case .set(let access): write(setOf: access.elementType, value.facts.type, into: node) { access.forEach(of: value, by: self, $0) }
    case .direct: (value.boxed as? any DirectlyWritten)?.write(by: self, into: node)
    case .opaque: writeOpaque(value.facts.type, into: node)
    case .existential: write(contents: value.boxed, into: node)
    case .encodable(let type): value.facts.isObject ? writeObject(value, into: node) : writeContents(of: value, as: type, into: node)
    case .reflected: value.facts.isObject ? writeObject(value, into: node) : reflect(value, into: node)
    }
  }

  func writeOpaque(_ type: Any.Type, into node: Node) {
    node.bytes += JSONText.opaque(TypeName.of(type))
  }

  /// Whether a member with this value is omitted.
  func leavesOut(_ value: Subject) -> Bool { rules.leavesOut(value.dynamicType) }
}

extension FixedWidthInteger {
  fileprivate static func writeInteger(_ value: Subject, into node: Node) {
    JSONText.append(value.value(as: Self.self), to: &node.bytes)
  }
}

// MARK: - Values that encode themselves

extension Encodable {
  /// Lets a value of this type write itself.
  static func encode(_ value: Subject, to encoder: NodeEncoder) throws {
    try value.withValue(as: Self.self) { try $0.encode(to: encoder) }
  }
}

extension Coder {
  func writeContents(of value: Subject, as type: any Encodable.Type, into target: Node) {
    guard allowsValue() else {
      value.facts.distrust("was cut off", self)
      return writeOpaque(value.facts.type, into: target)
    }
    depth += 1
    let node = takeNode(value.facts)
    let isEncoded = encode(value, as: type, into: node)
    if isEncoded { node.finish(into: target) }
    giveBack(node)
    depth -= 1
    if !isEncoded { writeInstead(value, into: target) }
  }

  /// Runs `encode(to:)`. Returns `false` if it threw.
  func encode(_ value: Subject, as type: any Encodable.Type, into node: Node) -> Bool {
    node.account = value.account
    do {
      try type.encode(value, to: NodeEncoder(node))
    } catch  where !isLimit(error) {
      // The app's code cannot encode this value; reflection still can.
      session.note(error, thrownBy: value.dynamicType)
      node.facts?.distrust("threw from its encoding", self)
      return false
    } catch {}
    node.conclude(value)
    return true
  }

  /// Writes what a value consists of, since its `encode(to:)` threw.
  private func writeInstead(_ value: Subject, into target: Node) {
    let type = value.dynamicType
    if type is AnyObject.Type, session.objects?.takesApart(type) == false { return writeOpaque(object: value.object, into: target) }
    open(value.boxed) { reflectContents(of: $0, concluding: false, into: target) }
  }
}

// MARK: - Values that are written in another way because of their type

extension Coder {
  private func writeSpecial(_ value: Subject, into node: Node) {
    let facts = value.facts
    if let hook = facts.hook { return write(value, by: hook, into: node) }
    guard value.dynamicType == facts.type else {
      if case .existential = facts.kind { return write(contents: value.boxed, into: node) }
      return write(dynamic: value.boxed, into: node)
    }
    let plain = bytes { writePlain(value, into: $0) }
    // What was stopped is not written.
    guard !isExhausted else { return }
    let json = facts.secrecy == .message ? SystemType.systemError(value.boxed) ?? plain : plain
    redactor.append(json, in: WritingContext(secrecy: facts.secrecy), to: &node.bytes)
  }

  private func write(_ value: Subject, by hook: TypeHook, into node: Node) {
    let type = value.facts.type
    if value.facts.isObject, value.dynamicType != type { return write(dynamic: value.object, into: node) }
    // Hooks may lead to each other endlessly, so each one counts as a level.
    guard hasRoom(at: depth + 2) else { return writeOpaque(type, into: node) }
    inside(.nameless) {
      switch hook {
      case .leftOut: writeOpaque(type, into: node)
      case .hidden:
        let plain = bytes {
          if let value = value.boxed as? any HiddenValue { write(dynamic: value.hidden, into: $0) } else { writePlain(value, into: $0) }
        }
        redactor.append(plain, in: WritingContext(secrecy: .hidden), to: &node.bytes)
      case .replaced(let replace):
        let replacement = replace(value.boxed)
        // A replacement of the same type is final.
        guard Swift.type(of: replacement) == type else { return write(dynamic: replacement, into: node) }
        open(replacement) { writePlain($0, into: node) }
      }
    }
  }
}
