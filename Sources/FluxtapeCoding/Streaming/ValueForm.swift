import FluxtapeJSON

/// Encodes values of one type. A writer has one form for each type it meets.
///
/// A class instead of a protocol: the writer calls it for every value, and a call through an existential costs three times as much.
///
/// Sound, here and in the subclasses: the address is that of a live value of the form's type, since a form is only looked up by the type of
/// the value.
class ValueForm {
  final let type: Any.Type

  init(_ type: Any.Type) { self.type = type }

  /// Whether an existential's contents of this type are written with the type's name. Values of built-in types and those that an app's rule
  /// writes are not.
  var namesType: Bool { false }

  /// Writes only the value at an address, at ``Output/nextDepth``.
  func write(_ value: UnsafeRawPointer, to output: Output) { output.writeOpaque(type) }

  /// Returns the value without redaction by keys, paths and texts.
  func json(of value: UnsafeRawPointer, from output: Output) -> JSONValue { output.json { unsafe write(value, to: output) } }
}

/// A basic type. Its values are written without calling their form.
enum Atom: UInt8 {
  case none
  case bool, string, double, float
  case int, int8, int16, int32, int64, uint, uint8, uint16, uint32, uint64
}

// MARK: - Finding forms

/// An entry of a small hash table with open addressing: a writer meets dozens of types and millions of values.
@safe struct FormEntry {
  /// The address of the type's metadata; 0 in an empty slot.
  var type: UInt = 0
  var form: Unmanaged<ValueForm>?
  var atom = Atom.none
  /// Whether members of this type are omitted.
  var isLeftOut = false

  static func table(capacity: Int) -> UnsafeMutablePointer<FormEntry> {
    let table = UnsafeMutablePointer<FormEntry>.allocate(capacity: capacity)
    unsafe table.initialize(repeating: FormEntry(), count: capacity)
    return unsafe table
  }

  static func freeTable(_ table: UnsafeMutablePointer<FormEntry>, capacity: Int) {
    for place in 0..<capacity { unsafe table[place].form?.release() }
    unsafe table.deallocate()
  }
}

extension Output {
  /// Returns the form of a type.
  @inline(__always)
  func form(of type: Any.Type) -> FormEntry {
    let identity = UInt(bitPattern: ObjectIdentifier(type))
    var place = Self.place(of: identity)
    while true {
      place &= unsafe memory.pointee.formCapacity &- 1
      let entry = unsafe memory.pointee.forms + place
      if unsafe entry.pointee.type == identity { return unsafe entry.pointee }
      if unsafe entry.pointee.type == 0 { return makeForm(of: type) }
      place &+= 1
    }
  }

  @inline(__always)
  private static func place(of identity: UInt) -> Int { Int(truncatingIfNeeded: ((identity >> 4) &* 0x9E37_79B9) >> 16) }

  private func makeForm(of type: Any.Type) -> FormEntry {
    let form = ValueForm.make(for: type, under: writer.rules)
    let entry = unsafe FormEntry(
      type: UInt(bitPattern: ObjectIdentifier(type)), form: .passRetained(form), atom: Atom(type),
      isLeftOut: writer.rules.leavesOut(type))
    if unsafe 2 * memory.pointee.formCount >= memory.pointee.formCapacity { growForms() }
    insert(entry)
    unsafe memory.pointee.formCount += 1
    return entry
  }

  private func insert(_ entry: FormEntry) {
    var place = unsafe Self.place(of: entry.type) & (memory.pointee.formCapacity - 1)
    while unsafe memory.pointee.forms[place].type != 0 { place = unsafe (place + 1) & (memory.pointee.formCapacity - 1) }
    unsafe memory.pointee.forms[place] = entry
  }

  private func growForms() {
    let (old, capacity) = unsafe (memory.pointee.forms, memory.pointee.formCapacity)
    unsafe memory.pointee.forms = FormEntry.table(capacity: 2 * capacity)
    unsafe memory.pointee.formCapacity = 2 * capacity
    for place in 0..<capacity where unsafe old[place].type != 0 { unsafe insert(old[place]) }
    unsafe old.deallocate()
  }
}

extension Atom {
  private static let known: [ObjectIdentifier: Atom] = [
    ObjectIdentifier(Bool.self): .bool, ObjectIdentifier(String.self): .string, ObjectIdentifier(Double.self): .double,
    ObjectIdentifier(Float.self): .float, ObjectIdentifier(Int.self): .int, ObjectIdentifier(Int8.self): .int8,
    ObjectIdentifier(Int16.self): .int16, ObjectIdentifier(Int32.self): .int32, ObjectIdentifier(Int64.self): .int64,
    ObjectIdentifier(UInt.self): .uint, ObjectIdentifier(UInt8.self): .uint8, ObjectIdentifier(UInt16.self): .uint16,
    ObjectIdentifier(UInt32.self): .uint32, ObjectIdentifier(UInt64.self): .uint64,
  ]

  init(_ type: Any.Type) { self = Self.known[ObjectIdentifier(type)] ?? .none }
}

// MARK: - Writing values

extension Output {
  /// Writes a value whose static type is known.
  @inline(__always)
  func write<Value>(_ value: Value) {
    let entry = form(of: Value.self)
    unsafe withUnsafePointer(to: value) { value in unsafe write(UnsafeRawPointer(value), entry) }
  }

  @inline(__always)
  func write(_ value: UnsafeRawPointer, _ entry: FormEntry) {
    if entry.atom != .none { return unsafe write(value, entry.atom) }
    unsafe entry.form?._withUnsafeGuaranteedRef { unsafe $0.write(value, to: self) }
  }

  func write(_ value: UnsafeRawPointer, _ atom: Atom) {
    switch atom {
    case .none: break
    case .bool: write(unsafe value.load(as: Bool.self))
    case .string: write(unsafe value.assumingMemoryBound(to: String.self).pointee)
    case .double: write(unsafe value.load(as: Double.self))
    case .float: write(unsafe value.load(as: Float.self))
    case .int: write(unsafe value.load(as: Int.self))
    case .int8: write(unsafe value.load(as: Int8.self))
    case .int16: write(unsafe value.load(as: Int16.self))
    case .int32: write(unsafe value.load(as: Int32.self))
    case .int64: write(unsafe value.load(as: Int64.self))
    case .uint: write(unsafe value.load(as: UInt.self))
    case .uint8: write(unsafe value.load(as: UInt8.self))
    case .uint16: write(unsafe value.load(as: UInt16.self))
    case .uint32: write(unsafe value.load(as: UInt32.self))
    case .uint64: write(unsafe value.load(as: UInt64.self))
    }
  }

  /// Writes a value by its dynamic type.
  func write(dynamic value: Any) {
    func open<Value>(_ value: Value) -> Bool {
      guard Value.self == Swift.type(of: value as Any) else { return false }
      write(value)
      return true
    }
    if _openExistential(value, do: open) { return }
    // A nested existential: generic code passed `any P` as `Any`. A cast unwraps both.
    func unbox<Value>(_ type: Value.Type) -> Bool {
      guard let value = value as? Value else { return false }
      write(value)
      return true
    }
    let type = Swift.type(of: value)
    if !_openExistential(type, do: unbox) { writeOpaque(type) }
  }

  /// Whether the type is an existential, without the lock of ``SystemType/isExistential(_:)``.
  func isExistential<Value>(_ type: Value.Type) -> Bool {
    let entry = form(of: type)
    guard entry.atom == .none else { return false }
    return unsafe entry.form?._withUnsafeGuaranteedRef { $0 is DynamicForm<Value> } ?? false
  }

  /// Writes a part that reflection found. An `Any` of a mirror keeps the static type of a part.
  func write(part value: Any) {
    func isExistential<Value>(_ value: Value) -> Bool { Value.self != Swift.type(of: value as Any) && SystemType.isExistential(Value.self) }
    _openExistential(value, do: isExistential) ? write(contents: value) : write(dynamic: value)
  }

  /// Writes the contents of an existential. An object gets the name of its type as its first member, `{"$type":"Offline"}`: the type is part
  /// of the value.
  func write(contents value: Any) {
    let start = count
    write(dynamic: value)
    guard !isExhausted, hasMembers(at: start), namesType(Swift.type(of: value)) else { return }
    let members = unsafe withBytes(start + 1..<count) { unsafe Array($0) }
    rollBack(to: start + 1)
    append(quoted: TaggedValue.typeKey)
    append(UInt8(ascii: ":"))
    append(quoted: TypeName.of(Swift.type(of: value)))
    if members.count > 1 { append(UInt8(ascii: ",")) }
    append(members)
  }

  private func namesType(_ type: Any.Type) -> Bool { unsafe form(of: type).form?._withUnsafeGuaranteedRef { $0.namesType } ?? false }

  /// Whether an object that is no tag begins at `start`.
  private func hasMembers(at start: Int) -> Bool {
    guard count >= start + 2, self[start] == UInt8(ascii: "{") else { return false }
    return count < start + 4 || self[start + 2] != UInt8(ascii: "$") || self[start + 3] == UInt8(ascii: "$")
  }

  func writeOpaque(_ type: Any.Type) { append(TaggedValue.opaque(typeName: TypeName.of(type)).json.bytes) }
}

// MARK: - Making forms

extension ValueForm {
  fileprivate static func make(for type: Any.Type, under rules: EncodingRules) -> ValueForm {
    if let hook = rules.hook(for: type) {
      func hooked<Value>(_ type: Value.Type) -> ValueForm { HookForm<Value>(hook, plain: make(for: type)) }
      return _openExistential(type, do: hooked)
    }
    let secrecy = TypeSecrecy(of: type, under: rules)
    guard secrecy == .none else {
      func secret<Value>(_ type: Value.Type) -> ValueForm { SecretForm<Value>(secrecy, plain: make(for: type)) }
      return _openExistential(type, do: secret)
    }
    return make(for: type)
  }

  private static func make(for type: Any.Type) -> ValueForm {
    if let type = type as? any BuiltinEncoding.Type { return type.form }
    if let form = FoundationType(type)?.form(of: type) { return form }
    if SystemType.isPointer(type) { return ValueForm(type) }
    func form<Value>(_ type: Value.Type) -> ValueForm {
      let encodable = (type as? any Encodable.Type).map { encodableForm($0) }
      if type is AnyObject.Type { return ObjectForm<Value>(type, encodable: encodable) }
      if let encodable { return encodable }
      return SystemType.isExistential(type) ? DynamicForm<Value>(type) : ReflectedForm<Value>(type)
    }
    return _openExistential(type, do: form)
  }

  private static func encodableForm<Value: Encodable>(_ type: Value.Type) -> ValueForm { EncodableForm<Value>(type) }
}
