import FluxtapeLog

/// What one coder knows of a type: how its values are written, and whether equal bytes prove that two of them are equal.
///
/// A type is trusted until a value of it hides something from its encoding (``MemoryAccount``), or has parts of a distrusted type. Every
/// value that is ever compared by its bytes was written and checked before, or has the same bytes as one that was.
final class TypeFacts {
  /// How values are written. Sendable without the compiler's proof: types are immutable.
  enum Kind: @unchecked Sendable {
    case bool, int, uint, double, float, text
    case integer(any FixedWidthInteger.Type)
    case foundation(FoundationType, any Encodable.Type)
    case optional(any OptionalAccess.Type)
    case array(any ArrayAccess.Type)
    case dictionary(any DictionaryAccess.Type)
    case set(any SetAccess.Type)
    /// A type with an entry in `DirectlyWritten.swift`.
    case direct(isValue: Bool)
    /// Pointers, which have no readable contents.
    case opaque
    case existential
    case encodable(any Encodable.Type)
    case reflected
  }

  let type: Any.Type
  let kind: Kind
  let isObject: Bool
  let isActor: Bool
  let isOfSystem: Bool
  /// Whether the dynamic type of a value may differ from this type: objects, and existentials.
  let hasDynamicType: Bool
  let size: Int
  let stride: Int
  let alignment: Int
  /// Whether values hold no references at all, so that equal bytes prove equality.
  let isTrivial: Bool
  /// Whether writing a value runs no code of the app.
  let isScalar: Bool
  let hook: TypeHook?
  let secrecy: WritingContext.Secrecy
  /// Whether a ``hook`` or ``secrecy`` decides how values are written.
  let isSpecial: Bool

  /// Whether an existential's contents of this type are written with the type's name.
  var namesType: Bool { kind.isOfApp && !kind.isExistential && hook == nil && !isOfSystem }

  /// The reason why equal bytes prove nothing.
  @safe @exclusivity(unchecked) private(set) var doubt: String?
  /// The types of parts, without repetition.
  @safe @exclusivity(unchecked) private(set) var parts: [TypeFacts] = []
  /// The members that the first value wrote, in order.
  @safe @exclusivity(unchecked) var plan: [Member] = []
  /// The types and offsets of the stored properties, once they are known to make up all bytes.
  @safe @exclusivity(unchecked) var layout: [(facts: TypeFacts, offset: Int)]?
  /// Whether ``layout`` comes from a mirror: values write less than they have, or in another order.
  var isKnownByMirror = false
  /// Enum cases whose payload is known.
  var cases: Set<String> = []
  /// How values are laid out; `nil` before the first one is written.
  @safe @exclusivity(unchecked) private(set) var form: Form?
  /// Whether the bytes of a Foundation type were found to have the expected meaning.
  var areBytesProven = false

  // Valid for one ``Coder/knowledge``.
  @safe @exclusivity(unchecked) fileprivate var knowledge = -1
  @safe @exclusivity(unchecked) fileprivate var isTrusted = false
  @safe @exclusivity(unchecked) fileprivate var mask: ByteMask

  /// A member that values of a type write.
  final class Member {
    let name: String
    /// `"name":`
    let quoted: [UInt8]
    let facts: TypeFacts
    let offset: Int
    /// Whether the member's value may be the key of another member.
    let mayBeKey: Bool

    init(_ name: String, _ facts: TypeFacts, offset: Int) {
      mayBeKey = Neighbors.mayName(KeyWords(name))
      (self.name, quoted, self.facts, self.offset) = (name, JSONText.quoted(name), facts, offset)
    }
  }

  /// Lets go of other types. The facts are of no use then.
  func forgetOthers() { (parts, plan, layout) = ([], [], nil) }

  init(_ type: Any.Type, under rules: EncodingRules) {
    self.type = type
    func memory<Value>(of type: Value.Type) -> Memory { Memory(of: type) }
    let memory = _openExistential(type, do: memory)
    (size, stride, alignment) = (memory.size, memory.stride, memory.alignment)
    mask = ByteMask(size: size, stride: stride)
    kind = Kind(of: type)
    hook = rules.hook(for: type, isOfApp: kind.isOfApp)
    secrecy = WritingContext.Secrecy(of: type, writtenAs: kind, under: rules)
    isSpecial = hook != nil || secrecy != .open
    isObject = type is AnyObject.Type
    isActor = isObject && type is any Actor.Type
    hasDynamicType = isObject || kind.isExistential
    isScalar = kind.isScalar && !isSpecial
    isOfSystem = isObject && !(type is any Encodable.Type) && SystemType.isDeclaredBySystem(type)
    let semantics = kind.mayDeclareSemantics ? (type as? any ValueSemantic.Type)?.hasValueSemantics : nil
    // A value smaller than a pointer can hold none.
    let isSmall = memory.isPlain && size < MemoryLayout<Int>.size
    isTrivial = (isSmall || kind.isNumber) && semantics != false && hook == nil
    doubt = isTrivial ? nil : Self.doubt(about: type, kind, hook, semantics)
    isDeclaredValue = semantics == true
  }

  /// How values lie in memory.
  private struct Memory {
    let size: Int
    let stride: Int
    let alignment: Int
    /// Whether copying a value copies only its bytes.
    let isPlain: Bool

    init<Value>(of type: Value.Type) {
      (size, stride, alignment) = (MemoryLayout<Value>.size, MemoryLayout<Value>.stride, MemoryLayout<Value>.alignment)
      isPlain = _isPOD(type)
    }
  }

  /// Whether the app declares that values have value semantics; see ``ValueSemantic``. Only parts may be in doubt then.
  let isDeclaredValue: Bool

  private static func doubt(about type: Any.Type, _ kind: Kind, _ hook: TypeHook?, _ semantics: Bool?) -> String? {
    if semantics == false { return "declares that it has no value semantics" }
    if hook != nil { return "has an encoding of the app's own" }
    if semantics == true { return nil }
    if type is AnyObject.Type { return "is a class" }
    switch kind {
    case .opaque: return "is a pointer"
    case .existential: return "can hold a class"
    case .direct(let isValue): return isValue ? nil : "can hold a class"
    default: return nil
    }
  }

  /// Notes that values have parts of a type.
  func add(_ part: TypeFacts, _ coder: Coder) {
    if part === self || parts.contains(where: { $0 === part }) { return }
    parts.append(part)
    coder.knowledge += 1
  }

  func distrust(_ reason: String, _ coder: Coder) {
    guard doubt == nil, !isTrivial, !isDeclaredValue else { return }
    doubt = reason
    coder.noteDoubt(about: self)
    coder.knowledge += 1
  }

  /// Whether a mirror is being asked about the type. Parts of the same type are closed then, if all others are.
  var isBeingConcluded = false

  /// Whether all values of the type consist of known types, even values that were never written.
  func isClosed(depth: Int = 0) -> Bool {
    if isTrivial || isBeingConcluded { return true }
    guard depth < 8 else { return false }
    switch kind {
    case .bool, .int, .uint, .double, .float, .text, .integer, .foundation, .direct: return doubt == nil
    case .optional, .array, .dictionary, .set: return parts.allSatisfy { $0.isClosed(depth: depth + 1) }
    case .opaque, .existential: return false
    case .encodable, .reflected:
      guard doubt == nil, isStruct, let layout else { return false }
      return layout.allSatisfy { $0.facts.isClosed(depth: depth + 1) }
    }
  }

  enum Form { case structure, tuple, enumeration, other }

  /// Determines the form from a value.
  func setForm(from value: Any) {
    form =
      switch type is any CustomReflectable.Type ? nil : Mirror(reflecting: value).displayStyle {
      case .struct: .structure
      case .tuple: .tuple
      case .enum: .enumeration
      default: .other
      }
  }

  /// Whether values are laid out one stored property behind the other.
  var isStruct: Bool { form == .structure || form == .tuple }

  /// Whether the members of the plan are the stored properties of a struct, each at its offset.
  var hasMembersInPlace: Bool {
    form == .structure && layout != nil && !isKnownByMirror && !plan.isEmpty && plan.count == layout?.count && !isSpecial
  }

  /// Whether the name of a member says that its value may be the key of another member.
  var mayDependOnNeighbors: Bool { plan.contains { $0.mayBeKey } }
}

extension TypeFacts.Kind {
  fileprivate init(of type: Any.Type) {
    if let kind = Self.scalars[ObjectIdentifier(type)] {
      self = kind
    } else if let type = type as? any KnownType.Type {
      self = type.kind
    } else {
      self = Self.other(type)
    }
  }

  private static func other(_ type: Any.Type) -> Self {
    let encodable = type as? any Encodable.Type
    if let encodable, let known = FoundationType(type) { return .foundation(known, encodable) }
    if SystemType.isPointer(type) { return .opaque }
    return encodable.map { .encodable($0) } ?? (SystemType.isExistential(type) ? .existential : .reflected)
  }

  private static let scalars: [ObjectIdentifier: Self] = {
    var scalars: [ObjectIdentifier: Self] = [
      ObjectIdentifier(Bool.self): .bool, ObjectIdentifier(Int.self): .int, ObjectIdentifier(UInt.self): .uint,
      ObjectIdentifier(Double.self): .double, ObjectIdentifier(Float.self): .float, ObjectIdentifier(String.self): .text,
    ]
    var integers: [any FixedWidthInteger.Type] = [
      Int8.self, Int16.self, Int32.self, Int64.self, UInt8.self, UInt16.self, UInt32.self, UInt64.self,
    ]
    if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, *) { integers += [Int128.self, UInt128.self] }
    for type in integers { scalars[ObjectIdentifier(type)] = .integer(type) }
    return scalars
  }()

  /// The types of which values consist, as far as the type says so.
  var partTypes: [Any.Type] {
    switch self {
    case .optional(let access): [access.wrappedType]
    case .array(let access): [access.elementType]
    case .set(let access): [access.elementType]
    case .dictionary(let access): [access.keyType, access.valueType]
    case .bool, .int, .uint, .double, .float, .text, .integer, .foundation, .direct, .opaque, .existential, .encodable, .reflected: []
    }
  }

  /// Whether the type itself, or an existential's contents, decide how values are written.
  var isOfApp: Bool {
    switch self {
    case .existential, .encodable, .reflected: true
    case .bool, .int, .uint, .double, .float, .text, .integer, .foundation, .optional, .array, .dictionary, .set, .direct, .opaque: false
    }
  }

  /// Whether types of this kind may conform to ``ValueSemantic``.
  fileprivate var mayDeclareSemantics: Bool { if case .foundation = self { true } else { isOfApp } }

  fileprivate var isExistential: Bool { if case .existential = self { true } else { false } }

  fileprivate var isNumber: Bool {
    switch self {
    case .bool, .int, .uint, .double, .float, .integer: true
    default: false
    }
  }

  fileprivate var isScalar: Bool {
    if case .text = self { true } else { isNumber }
  }
}

// MARK: - Trust

extension Coder {
  /// Whether equal bytes prove two values equal: no type that can be reached from this one is in doubt.
  func isTrusted(_ facts: TypeFacts) -> Bool {
    if facts.isTrivial { return true }
    if facts.knowledge != knowledge { update(facts) }
    return facts.isTrusted
  }

  /// The bytes of a type that count.
  func mask(of facts: TypeFacts) -> ByteMask {
    if facts.knowledge != knowledge { update(facts) }
    return facts.mask
  }

  private func update(_ facts: TypeFacts) {
    var seen: Set<ObjectIdentifier> = [ObjectIdentifier(facts)]
    var reachable = [facts]
    var next = 0
    while next < reachable.count, reachable[next].doubt == nil {
      for part in reachable[next].parts where !part.isTrivial && seen.insert(ObjectIdentifier(part)).inserted { reachable.append(part) }
      next += 1
    }
    facts.knowledge = knowledge
    facts.isTrusted = next == reachable.count
    facts.mask = ByteMask(size: facts.size, stride: facts.stride, runs: runs(of: facts, depth: 0))
  }

  /// The ranges of bytes that count: those of a struct's members, and of an optional's contents.
  private func runs(of facts: TypeFacts, depth: Int) -> [Range<Int>] {
    let all = facts.size > 0 ? [0..<facts.size] : []
    guard depth < 16 else { return all }
    if case .optional = facts.kind, let wrapped = facts.parts.first {
      let inner = runs(of: wrapped, depth: depth + 1)
      return wrapped.size < facts.size ? Self.joined(inner + [wrapped.size..<facts.size]) : inner
    }
    guard let layout = facts.layout else { return all }
    return Self.joined(
      layout.flatMap { member in
        runs(of: member.facts, depth: depth + 1).map { $0.lowerBound + member.offset..<$0.upperBound + member.offset }
      })
  }

  private static func joined(_ runs: [Range<Int>]) -> [Range<Int>] {
    runs.reduce(into: []) { joined, run in
      if let last = joined.last, last.upperBound == run.lowerBound {
        joined[joined.count - 1] = last.lowerBound..<run.upperBound
      } else {
        joined.append(run)
      }
    }
  }
}
