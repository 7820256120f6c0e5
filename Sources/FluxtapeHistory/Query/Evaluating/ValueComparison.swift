import FluxtapeDocuments
import FluxtapeJSON

/// The values of one side of a comparison; `nil` for an absent value.
struct OperandValues {
  var values: [JSONNode?]
  /// Whether there may be unknown values.
  var isUnknown = false
  /// The size of the largest number whose rounding the values carry; 0 if they are not computed.
  var roundedSize = 0.0

  static let unknown = OperandValues(values: [], isUnknown: true)
}

extension Relation {
  /// Whether the relation holds between a value of the left and a value of the right side.
  func holds(_ left: OperandValues, _ right: OperandValues) -> Truth {
    var isUnknown = left.isUnknown || right.isUnknown
    let tolerance = left.tolerance(beside: right)
    for left in left.values {
      for right in right.values {
        switch holds(left, right, tolerance) {
        case .yes: return .yes
        case .unknown: isUnknown = true
        case .no, .pending: continue
        }
      }
    }
    return isUnknown ? .unknown : .no
  }

  private func holds(_ left: JSONNode?, _ right: JSONNode?, _ tolerance: Double) -> Truth {
    guard tolerance > 0, let one = left?.number, let other = right?.number, one.int == nil || other.int == nil,
      (one.double - other.double).magnitude <= tolerance
    else { return holds(left, right) }
    return Truth(holds(Order.same))
  }

  /// The same for nodes.
  func holds(_ left: JSONNode?, _ right: JSONNode?) -> Truth { holds(left?.value, right?.value) }

  /// An absent value compares like `null`, but two absent values do not compare. The contents of a left-out value are unknown, but it is
  /// not `null`.
  func holds(_ left: JSONValue?, _ right: JSONValue?) -> Truth {
    if left == nil, right == nil { return .unknown }
    let (left, right) = (left ?? .null, right ?? .null)
    if left.isLeftOut || right.isLeftOut {
      guard left.isNull || right.isNull else { return .unknown }
      return Truth(self == .unequal)
    }
    switch self {
    case .equal: return Truth(left.isSame(as: right))
    case .unequal: return Truth(!left.isSame(as: right))
    case .less, .lessOrEqual, .greater, .greaterOrEqual: return Truth(left.order(to: right).map(holds) ?? false)
    }
  }

  private func holds(_ order: Order) -> Bool {
    switch self {
    case .equal: order == .same
    case .unequal: order != .same
    case .less: order == .before
    case .lessOrEqual: order != .behind
    case .greater: order == .behind
    case .greaterOrEqual: order != .before
    }
  }

  /// Whether the relation holds between two numbers.
  func holds(_ left: Int, _ right: Int) -> Bool { holds(left < right ? Order.before : left > right ? .behind : .same) }
}

/// The order of two values of one kind.
enum Order { case before, same, behind }

extension JSONValue {
  /// Whether this stands for a secret, or for a value that was too large or not encodable.
  var isLeftOut: Bool {
    switch TaggedValue(self) {
    case .redacted, .truncated, .opaque: true
    case .float, nil: false
    }
  }

  /// Whether the values are equal, with numbers compared by value.
  fileprivate func isSame(as other: JSONValue) -> Bool { isEquivalent(to: other) }

  /// The order of two numbers or two texts; `nil` for other values.
  fileprivate func order(to other: JSONValue) -> Order? {
    switch (self, other) {
    case (.string(let left), .string(let right)):
      return left.hasSameBytes(as: right) ? .same : left.precedesByBytes(right) ? .before : .behind
    case (.number(let left), .number(let right)):
      if let left = left.int, let right = right.int { return left < right ? .before : left > right ? .behind : .same }
      // Rounding preserves the order. Only numbers that round to the same value need all digits.
      if let order = Self.order(left.double, right.double), order != .same { return order }
      return left.isLess(than: right) ? .before : right.isLess(than: left) ? .behind : .same
    default:
      guard let left = float, let right = other.float else { return nil }
      return Self.order(left, right)
    }
  }

  private static func order(_ left: Double, _ right: Double) -> Order? {
    left < right ? .before : left > right ? .behind : left == right ? .same : nil
  }

  /// The value of a number, finite or not.
  private var float: Double? {
    if case .number(let number) = self { return number.double }
    guard case .float(let float) = TaggedValue(self) else { return nil }
    switch float {
    case .nan: return .nan
    case .infinity: return .infinity
    case .negativeInfinity: return -.infinity
    }
  }
}

extension JSONNode {
  /// Whether this stands for a secret, or for a value that was too large or not encodable.
  var isLeftOut: Bool {
    guard onlyMember?.key.utf8.first == UInt8(ascii: "$") else { return false }
    return value.isLeftOut
  }

  /// The number of elements, members or characters; `nil` for other values.
  var length: Int? {
    switch kind {
    case .array: count
    case .object: isLeftOut ? nil : count
    case .string: string?.count
    case .null, .boolean, .number: nil
    }
  }
}
