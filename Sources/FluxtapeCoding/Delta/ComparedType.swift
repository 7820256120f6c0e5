/// What comparing two values of one type needs to know, under the rules of one recorder.
final class ComparedType {
  let plan: TypePlan
  let layout: ValueLayout
  let way: Way
  /// Whether equal bytes mean equal values.
  let isProven: Bool
  /// Whether values are written as one, whatever they consist of.
  let isWrittenWhole: Bool
  /// Whether a member of this type is not written.
  let isLeftOut: Bool
  /// Whether the type is a class, of which values may be of another one.
  let isObject: Bool
  /// Whether an element of this type is known by what it is, and not by its place as most numbers are.
  let hasIdentity: Bool
  /// The lists in a value of the type. Only for those that are kept: to find them takes time.
  private(set) lazy var lists = isProven ? ListPlaces(in: plan.type) : nil
  /// Whether a value that is not looked into may be written as the name of something.
  let mayBeName: Bool

  /// How two values of the type are compared.
  enum Way {
    case text
    /// Numbers and truth values. Two of other bytes are written otherwise, but for those that are none.
    case number
    case optional(any OptionalAccess)
    case list(any ListAccess)
    case dictionary(any DictionaryAccess)
    /// Member by member.
    case members(Members)
    /// By what is written of both.
    case document
  }

  /// How the members of a value are found out.
  enum Members {
    /// They are what `encode(to:)` writes.
    case encoded(any EncodableAccess)
    /// They are what ``Reflection`` shows.
    case reflected
  }

  init(_ type: Any.Type, writtenBy writer: ValueWriter, layout: ValueLayout) {
    plan = TypePlan.of(type)
    self.layout = layout
    isProven = layout.isProven
    hasIdentity = !Self.isNumber(plan)
    mayBeName = hasIdentity && !["UUID", "Date"].contains(TypeName.of(type))
    isWrittenWhole = writer.isWrittenWhole(plan)
    way = isWrittenWhole ? .document : Way(plan)
    isLeftOut = writer.isLeftOut(plan)
    isObject = if case .object = plan.shape { true } else { false }
  }

  /// Numbers and truth values, and what may be one of these.
  private static func isNumber(_ plan: TypePlan) -> Bool {
    switch plan.shape {
    case .leaf: plan.type is any Numeric.Type || plan.type == Bool.self
    case .optional(let access): isNumber(access.wrapped)
    default: false
    }
  }
}

extension ComparedType.Way {
  fileprivate init(_ plan: TypePlan) {
    switch plan.shape {
    case .leaf: self = Self(leaf: plan.type)
    case .optional(let access): self = .optional(access)
    case .list(let access): self = .list(access)
    case .dictionary(let access): self = .dictionary(access)
    case .encodable(let access): self = .members(.encoded(access))
    case .reflected: self = .members(.reflected)
    case .whole, .object, .dynamic, .opaque: self = .document
    }
  }

  private init(leaf type: Any.Type) {
    if type == String.self {
      self = .text
    } else {
      self = type is any FixedWidthInteger.Type || type == Bool.self || type == Double.self ? .number : .document
    }
  }
}

/// The types that one store's states consist of.
///
/// A hash table with open addressing, since every child of every value on the way to a change is looked up here.
final class ComparedTypes {
  private let writer: ValueWriter
  private let layouts: (Any.Type) -> ValueLayout
  private var identities: [UInt]
  private var types: [ComparedType?]
  private var count = 0

  init(writtenBy writer: ValueWriter, layouts: @escaping (Any.Type) -> ValueLayout) {
    self.writer = writer
    self.layouts = layouts
    identities = Array(repeating: 0, count: 64)
    types = Array(repeating: nil, count: 64)
  }

  func of(_ type: Any.Type) -> ComparedType {
    let identity = UInt(bitPattern: ObjectIdentifier(type))
    let slot = slot(of: identity)
    return types[slot] ?? add(type, identity)
  }

  /// Where the type is, or would be.
  private func slot(of identity: UInt) -> Int {
    let mask = identities.count &- 1
    // Multiplied as in Fibonacci hashing (Knuth, TAOCP 6.4): addresses of metadata have their differences in the middle.
    var slot = Int(truncatingIfNeeded: (UInt64(truncatingIfNeeded: identity) &* 0x9E37_79B9_7F4A_7C15) >> 40) & mask
    while identities[slot] != identity, identities[slot] != 0 { slot = (slot &+ 1) & mask }
    return slot
  }

  private func add(_ type: Any.Type, _ identity: UInt) -> ComparedType {
    let made = ComparedType(type, writtenBy: writer, layout: layouts(type))
    if 2 * count >= identities.count { grow() }
    put(made, identity)
    count += 1
    return made
  }

  private func put(_ type: ComparedType, _ identity: UInt) {
    let slot = slot(of: identity)
    identities[slot] = identity
    types[slot] = type
  }

  private func grow() {
    let (oldIdentities, oldTypes) = (identities, types)
    identities = Array(repeating: 0, count: 2 * oldIdentities.count)
    types = Array(repeating: nil, count: identities.count)
    for (identity, type) in zip(oldIdentities, oldTypes) {
      if let type { put(type, identity) }
    }
  }
}
