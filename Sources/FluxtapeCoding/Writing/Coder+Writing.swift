import FluxtapeJSON

// Writing values as JSON.

extension Coder {
  /// Appends a value that is a part of the node's value, or the value itself.
  func write<Value>(_ value: Value, _ facts: TypeFacts, into node: Node) {
    if facts.isSpecial { writeSpecial(value, facts, into: node) } else { writePlain(value, facts, into: node) }
  }

  private func writePlain<Value>(_ value: Value, _ facts: TypeFacts, into node: Node) {
    switch facts.kind {
    case .text: JSONText.append(known(value, as: String.self), to: &node.bytes)
    case .int: JSONText.append(known(value, as: Int.self), to: &node.bytes)
    case .bool: node.bytes.append(contentsOf: known(value, as: Bool.self) ? "true".utf8 : "false".utf8)
    case .double: JSONText.append(known(value, as: Double.self), to: &node.bytes)
    case .float: JSONText.append(known(value, as: Float.self), to: &node.bytes)
    case .uint: JSONText.append(known(value, as: UInt.self), to: &node.bytes)
    case .integer(let type): write(value, integer: type, into: node)
    case .foundation(let kind, let type): write(value, as: type, kind, facts, into: node)
    case .optional(let access): access.write(value, by: self, into: node)
    case .array(let access): access.write(value, by: self, into: node)
    case .dictionary(let access): access.write(value, by: self, into: node)
    case .set(let access): access.write(value, by: self, into: node)
    case .direct: (value as? any DirectlyWritten)?.write(by: self, into: node)
    case .opaque: writeOpaque(facts.type, into: node)
    case .existential: write(contents: value, into: node)
    case .encodable(let type):
      facts.isObject ? writeObject(value, facts, into: node) : writeContents(of: value, as: type, facts, into: node)
    case .reflected: facts.isObject ? writeObject(value, facts, into: node) : reflect(value, facts, into: node)
    }
  }

  private func write<Value, Integer: FixedWidthInteger>(_ value: Value, integer: Integer.Type, into node: Node) {
    JSONText.append(known(value, as: integer), to: &node.bytes)
  }

  func writeOpaque(_ type: Any.Type, into node: Node) {
    node.bytes.append(contentsOf: "{\"$opaque\":".utf8)
    JSONText.append(TypeName.of(type), to: &node.bytes)
    node.bytes.append(UInt8(ascii: "}"))
  }

  /// Whether a member with this value is omitted.
  func leavesOut<Value>(_ value: Value) -> Bool { rules.leavesOut(type(of: value as Any)) }
}

// MARK: - Values that encode themselves

extension Coder {
  func writeContents<Value, Contents: Encodable>(of value: Value, as type: Contents.Type, _ facts: TypeFacts, into target: Node) {
    guard allowsValue() else {
      facts.distrust("was cut off", self)
      return writeOpaque(facts.type, into: target)
    }
    depth += 1
    let node = takeNode(facts)
    let isEncoded = encode(value, as: type, into: node)
    if isEncoded { node.finish(into: target) }
    giveBack(node)
    depth -= 1
    if !isEncoded { writeInstead(value, into: target) }
  }

  /// Runs `encode(to:)`. Returns `false` if it threw.
  func encode<Value, Contents: Encodable>(_ value: Value, as type: Contents.Type, into node: Node) -> Bool {
    withAccount(of: value, as: type) { value, account in
      node.account = account
      do {
        try value.encode(to: NodeEncoder(node))
      } catch  where !isLimit(error) {
        // The app's code cannot encode this value; reflection still can.
        session.note(error, thrownBy: Swift.type(of: copy value))
        node.facts?.distrust("threw from its encoding", self)
        return false
      } catch {}
      node.conclude(copy value)
      return true
    }
  }

  /// Writes what a value consists of, since its `encode(to:)` threw.
  private func writeInstead(_ value: Any, into target: Node) {
    let type = type(of: value)
    if type is AnyObject.Type, session.objects?.takesApart(type) == false { return writeOpaque(object: value as AnyObject, into: target) }
    reflectContents(of: value, nil, into: target)
  }
}

// MARK: - Values that are written in another way because of their type

extension Coder {
  private func writeSpecial<Value>(_ value: Value, _ facts: TypeFacts, into node: Node) {
    if let hook = facts.hook { return write(value, facts, by: hook, into: node) }
    let dynamicType: Any.Type = type(of: value as Any)
    guard dynamicType == facts.type else {
      if case .existential = facts.kind { return write(contents: value, into: node) }
      return write(dynamic: value, into: node)
    }
    let plain = bytes { writePlain(value, facts, into: $0) }
    // What was stopped is not written.
    guard !isExhausted else { return }
    switch facts.secrecy {
    case .none: node.bytes.append(contentsOf: plain)
    case .named: node.bytes.append(contentsOf: redactor.named(plain))
    case .error: rules.withoutSecrets(SystemType.systemError(value) ?? JSONBytes.value(of: plain)).write(into: &node.bytes)
    }
  }

  private func write<Value>(_ value: Value, _ facts: TypeFacts, by hook: TypeHook, into node: Node) {
    if facts.isObject, type(of: value as AnyObject) != facts.type { return write(dynamic: value as AnyObject, into: node) }
    // Hooks may lead to each other endlessly, so each one counts as a level.
    guard hasRoom(at: depth + 2) else { return writeOpaque(facts.type, into: node) }
    inside(.nameless) {
      switch hook {
      case .leftOut: writeOpaque(facts.type, into: node)
      case .hidden:
        let plain = bytes {
          if let value = value as? any HiddenValue { write(dynamic: value.hidden, into: $0) } else { writePlain(value, facts, into: $0) }
        }
        node.bytes.append(contentsOf: redactor.hidden(plain))
      case .replaced(let replace):
        let replacement = replace(value)
        // A replacement of the same type is final.
        if let same = replacement as? Value, type(of: replacement) == facts.type {
          writePlain(same, facts, into: node)
        } else {
          write(dynamic: replacement, into: node)
        }
      }
    }
  }
}
