import FluxtapeCoding
internal import FluxtapeLocking

/// What is known about one Swift type before a value of it is written or compared. Computed once and kept forever.
///
/// Checking a type's conformances costs more than writing most values, and a state has few types but many values.
final class TypePlan: Sendable {
  let type: Any.Type
  let shape: Shape
  /// Copies and destroys values of the type by address.
  let memory: any ValueMemory.Type

  private init<Value>(_ type: Value.Type) {
    self.type = type
    shape = Shape(of: type)
    memory = MemoryOf<Value>.self
  }

  /// How values of the type are encoded.
  enum Shape: Sendable {
    /// A value without parts: a number, a text, a date.
    case leaf
    /// `null` or another value.
    case optional(any OptionalAccess)
    /// Contiguous elements: `Array`.
    case list(any ListAccess)
    /// Keys and values: `Dictionary`.
    case dictionary(any DictionaryAccess)
    /// A built-in encoding that is always written as a whole: sets, pairs, JSON in a state.
    case whole
    /// Encoded by its `encode(to:)`, synthesized or custom.
    case encodable(any EncodableAccess.Type)
    /// A reference: its dynamic class, cycles and earlier occurrences determine the encoding. With access if the class is `Encodable`.
    case object((any EncodableAccess.Type)?)
    /// Encoded by the dynamic type: `Any`, `any P`.
    case dynamic
    /// Read through `Mirror`.
    case reflected
    /// A type without readable contents: actors, pointers.
    case opaque
  }
}

// MARK: - Lookup

extension TypePlan {
  private static let known = Locked<[ObjectIdentifier: TypePlan]>(renewable: { [:] })

  /// The plan of a type. Takes a lock, so code that writes many values keeps plans.
  static func of(_ type: Any.Type) -> TypePlan {
    let identity = ObjectIdentifier(type)
    if let plan = known.withLock({ $0[identity] }) { return plan }
    // Outside of the lock: making a plan requests the plans of the type's parts.
    func make<Value>(_ type: Value.Type) -> TypePlan { TypePlan(type) }
    let made = _openExistential(type, do: make)
    return known.withLock { known in
      if let earlier = known[identity] { return earlier }
      known[identity] = made
      return made
    }
  }
}

extension TypePlan.Shape {
  fileprivate init(of type: Any.Type) {
    if let type = type as? any ShapedForm.Type {
      self = type.shape
    } else if EncodingRules.haveBuiltinEncoding(type) {
      self = .leaf
    } else if type is any Actor.Type || SystemType.isPointer(type) {
      // The isolated state of an actor may change during the read; addresses differ in each run.
      self = .opaque
    } else if type is AnyObject.Type {
      self = .object((type as? any Encodable.Type).map { Self.access(to: $0) })
    } else if let type = type as? any Encodable.Type {
      self = .encodable(Self.access(to: type))
    } else {
      self = SystemType.isExistential(type) ? .dynamic : .reflected
    }
  }

  private static func access<Value: Encodable>(to type: Value.Type) -> any EncodableAccess.Type { EncodableAt<Value>.self }
}
