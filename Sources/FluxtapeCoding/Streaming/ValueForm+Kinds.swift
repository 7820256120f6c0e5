import FluxtapeJSON

// Encodings of particular kinds of types. Sound: see ``ValueForm``.

/// Values with an `encode(to:)`.
final class EncodableForm<Value: Encodable>: ValueForm {
  /// The number of values that needed a second encoding, since they wrote to several containers in turn. After a few of them, streaming is
  /// no longer tried.
  private var brokenValues = 0

  init(_ type: Value.Type) { super.init(type) }

  override var namesType: Bool { true }

  override func write(_ value: UnsafeRawPointer, to output: Output) {
    let depth = output.nextDepth
    guard output.allowsValue(at: depth) else { return output.writeOpaque(type) }
    let value = unsafe value.assumingMemoryBound(to: Value.self)
    guard brokenValues < Self.mostBrokenValues else { return unsafe output.write(json: collect(value, from: output)) }
    let serial = output.openScope()
    do {
      try unsafe value.pointee.encode(to: StreamEncoder(output: output, serial: serial, depth: depth))
    } catch  where !output.session.isLimit(error) {
      // The app's code cannot encode this value; reflection still can.
      output.session.note(error, thrownBy: Swift.type(of: unsafe value.pointee))
      output.abandon(downTo: depth)
      return unsafe output.writeInstead(value.pointee)
    } catch {}
    // The record is too large and will be dropped, so it is not encoded again.
    if output.isExhausted { return output.close(deeperThan: depth - 1) }
    if output.closeScope(at: depth, serial) { return }
    brokenValues += 1
    unsafe output.write(json: collect(value, from: output))
  }

  private static var mostBrokenValues: Int { 4 }

  override func json(of value: UnsafeRawPointer, from output: Output) -> JSONValue {
    guard brokenValues >= Self.mostBrokenValues, output.allowsValue(at: output.nextDepth) else {
      return unsafe super.json(of: value, from: output)
    }
    return unsafe collect(value.assumingMemoryBound(to: Value.self), from: output)
  }

  /// Encodes a value that cannot be streamed; see ``EncodingNode``.
  private func collect(_ value: UnsafePointer<Value>, from output: Output) -> JSONValue {
    let node = EncodingNode(for: output)
    do {
      try unsafe value.pointee.encode(to: node.encoder)
    } catch  where !output.session.isLimit(error) {
      output.session.note(error, thrownBy: Swift.type(of: unsafe value.pointee))
      node.cancel()
      return output.json { unsafe output.writeInstead(value.pointee) }
    } catch {}
    return node.finish()
  }
}

/// Objects: the encoding depends on each object's class and on the enclosing objects.
final class ObjectForm<Value>: ValueForm {
  private let encodable: ValueForm?
  private let isOfSystem: Bool
  private let isActor: Bool

  init(_ type: Value.Type, encodable: ValueForm?) {
    self.encodable = encodable
    isOfSystem = encodable == nil && SystemType.isDeclaredBySystem(type)
    // The isolated state of an actor may change during the read.
    isActor = type is any Actor.Type
    super.init(type)
  }

  override var namesType: Bool { !isOfSystem }

  override func write(_ value: UnsafeRawPointer, to output: Output) {
    let object = unsafe value.assumingMemoryBound(to: Value.self).pointee as AnyObject
    let dynamicType: Any.Type = Swift.type(of: object)
    if dynamicType != type, encodable == nil || !output.writer.rules.hooks.isEmpty {
      let entry = output.form(of: dynamicType)
      return unsafe output.write(value, entry)
    }
    guard let encodable, !isActor else { return writeFields(of: object, to: output) }
    let depth = output.nextDepth
    guard output.allowsValue(at: depth), output.session.open(object) else { return output.writeOpaque(dynamicType) }
    defer { output.session.close(object) }
    unsafe encodable.write(value, to: output)
  }

  private func writeFields(of object: AnyObject, to output: Output) {
    if isOfSystem { return output.write(systemObject: object) }
    let isOpen = !isActor && output.session.objects?.takesApart(type) ?? true
    isOpen ? output.reflect(object) : output.write(opaque: object)
  }
}

/// Existentials, encoded by their dynamic type: `Any`, `any P`.
final class DynamicForm<Value>: ValueForm {
  init(_ type: Value.Type) { super.init(type) }

  override func write(_ value: UnsafeRawPointer, to output: Output) {
    unsafe output.write(contents: value.assumingMemoryBound(to: Value.self).pointee)
  }
}

/// Values read through `Mirror`.
final class ReflectedForm<Value>: ValueForm {
  init(_ type: Value.Type) { super.init(type) }

  override var namesType: Bool { true }

  override func write(_ value: UnsafeRawPointer, to output: Output) {
    unsafe output.reflect(value.assumingMemoryBound(to: Value.self).pointee)
  }
}

/// Atoms: strings, numbers and booleans.
final class AtomForm: ValueForm {
  override func write(_ value: UnsafeRawPointer, to output: Output) { unsafe output.write(value, Atom(type)) }
}

/// Values written by a closure.
final class DirectForm<Value>: ValueForm {
  private let write: (Value, Output) -> Void

  init(_ type: Value.Type, _ write: @escaping (Value, Output) -> Void) {
    self.write = write
    super.init(type)
  }

  override func write(_ value: UnsafeRawPointer, to output: Output) {
    unsafe write(value.assumingMemoryBound(to: Value.self).pointee, output)
  }
}

// MARK: - Wrappers

/// `Optional`.
final class OptionalForm<Wrapped>: ValueForm {
  init(_ type: Wrapped?.Type) { super.init(type) }

  override func write(_ value: UnsafeRawPointer, to output: Output) {
    guard unsafe value.assumingMemoryBound(to: Wrapped?.self).pointee != nil else { return output.writeNull() }
    // The payload of an optional is at its beginning.
    let entry = output.form(of: Wrapped.self)
    unsafe output.write(value, entry)
  }
}

/// Values whose type requires redaction.
final class SecretForm<Value>: ValueForm {
  private let secrecy: TypeSecrecy
  private let plain: ValueForm

  init(_ secrecy: TypeSecrecy, plain: ValueForm) {
    self.secrecy = secrecy
    self.plain = plain
    super.init(Value.self)
  }

  override var namesType: Bool { plain.namesType }

  override func write(_ value: UnsafeRawPointer, to output: Output) {
    let contents: Any = unsafe value.assumingMemoryBound(to: Value.self).pointee
    guard Swift.type(of: contents) == type else {
      return plain is DynamicForm<Value> ? output.write(contents: contents) : output.write(dynamic: contents)
    }
    func json() -> JSONValue { unsafe plain.json(of: value, from: output) }
    let rules = output.writer.rules
    switch secrecy {
    case .none: unsafe plain.write(value, to: output)
    case .named: output.write(json: rules.hidden(json()))
    case .error: output.write(json: SecretText(rules.keys).redacted(SystemType.systemError(contents) ?? json()))
    }
  }
}

/// Values of a type with a hook.
final class HookForm<Value>: ValueForm {
  private let hook: TypeHook
  private let plain: ValueForm

  init(_ hook: TypeHook, plain: ValueForm) {
    self.hook = hook
    self.plain = plain
    super.init(Value.self)
  }

  override func write(_ value: UnsafeRawPointer, to output: Output) {
    if Value.self is AnyObject.Type {
      // A subclass has its own hook, or none.
      let dynamicType: Any.Type = unsafe Swift.type(of: value.assumingMemoryBound(to: Value.self).pointee as AnyObject)
      if dynamicType != type { return unsafe output.write(value, output.form(of: dynamicType)) }
    }
    // Hooks may lead to each other endlessly, so each one counts as a level.
    guard output.hasRoom(at: output.nextDepth + 1) else { return output.writeOpaque(type) }
    output.open(.single)
    unsafe writeContents(value, to: output)
    output.close()
  }

  private func writeContents(_ value: UnsafeRawPointer, to output: Output) {
    switch hook {
    case .leftOut: output.writeOpaque(type)
    case .hidden: unsafe writeHidden(value, to: output)
    case .replaced(let replace):
      let replacement = replace(unsafe value.assumingMemoryBound(to: Value.self).pointee)
      // A replacement of the same type is final.
      if let replacement = replacement as? Value, Swift.type(of: replacement) == type {
        unsafe withUnsafePointer(to: replacement) { unsafe plain.write(UnsafeRawPointer($0), to: output) }
      } else {
        output.write(dynamic: replacement)
      }
    }
  }

  private func writeHidden(_ value: UnsafeRawPointer, to output: Output) {
    let start = output.count
    output.enterRaw()
    if let value = unsafe value.assumingMemoryBound(to: Value.self).pointee as? any HiddenValue {
      output.write(dynamic: value.hidden)
    } else {
      unsafe plain.write(value, to: output)
    }
    output.leaveRaw()
    // Hidden everywhere, also inside of a value that is hidden as a whole, since parts of that may be written separately.
    if output.count > start { output.hide(start..<output.count, as: .hidden) }
  }
}
