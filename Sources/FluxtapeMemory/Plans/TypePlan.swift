import FluxtapeCoding
internal import FluxtapeLocking

/// What there is to know about one Swift type before a value of it is written or compared. Found out once, kept for ever.
///
/// To ask a type for its conformances costs more than to write most values, and a state has few types but many values.
final class TypePlan: Sendable {
  let type: Any.Type
  let shape: Shape
  /// Copies and destroys values of the type where only their address is known.
  let memory: any ValueMemory.Type

  private init<Value>(_ type: Value.Type) {
    self.type = type
    shape = Shape(of: type)
    memory = MemoryOf<Value>.self
  }

  /// In which way values of a type become JSON.
  enum Shape: Sendable {
    /// No parts: a number, a text, a date.
    case leaf
    /// `null` or another value.
    case optional(any OptionalAccess)
    /// Elements one behind the other in one block of memory: `Array`.
    case list(any ListAccess)
    /// Names or other keys with values: `Dictionary`.
    case dictionary(any DictionaryAccess)
    /// A form of its own that is always written as a whole: sets, pairs, JSON kept in a state.
    case whole
    /// Written by its author's or the compiler's `encode(to:)`.
    case encodable(any EncodableAccess.Type)
    /// A reference: its own class, circles and what was shown before decide. With access if the class is `Encodable`.
    case object((any EncodableAccess.Type)?)
    /// Only a value's own type can tell: `Any`, `any P`.
    case dynamic
    /// Read through `Mirror`.
    case reflected
    /// Has nothing to show: actors, pointers.
    case opaque
  }
}

// MARK: - Finding

extension TypePlan {
  private static let known = Locked<[ObjectIdentifier: TypePlan]>([:])

  /// The plan of a type. Takes a lock: what writes many values keeps plans at hand.
  static func of(_ type: Any.Type) -> TypePlan {
    let identity = ObjectIdentifier(type)
    if let plan = known.withLock({ $0[identity] }) { return plan }
    // Outside of the lock: making a plan asks for those of the type's parts.
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
      // What an actor isolates may change under the reader; an address is another one in each run.
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
