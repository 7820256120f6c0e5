import FluxtapeDocuments
import FluxtapeJSON

/// What one side of a comparison stands for: the values that a path leads to, `nil` for one that is not there.
struct OperandValues {
  var values: [JSONNode?]
  /// Whether there may be values that are not known.
  var isUnknown = false

  static let unknown = OperandValues(values: [], isUnknown: true)
}

extension Relation {
  /// Whether one value of each side stands in the relation.
  func holds(_ left: OperandValues, _ right: OperandValues) -> Truth {
    var isUnknown = left.isUnknown || right.isUnknown
    for left in left.values {
      for right in right.values {
        switch holds(left, right) {
        case .yes: return .yes
        case .unknown: isUnknown = true
        case .no, .pending: continue
        }
      }
    }
    return isUnknown ? .unknown : .no
  }

  /// The same of values that are read where they lie.
  func holds(_ left: JSONNode?, _ right: JSONNode?) -> Truth { holds(left?.value, right?.value) }

  /// A value that is not there compares like `null`, but of two that are not there nothing can be said. What was left out of the
  /// log is not known, but is not `null`.
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

  /// Whether two numbers stand in the relation.
  func holds(_ left: Int, _ right: Int) -> Bool { holds(left < right ? Order.before : left > right ? .behind : .same) }
}

/// How two values of one kind follow each other.
enum Order { case before, same, behind }

extension JSONValue {
  /// A secret, a value that was too large, one that could not be encoded.
  var isLeftOut: Bool {
    switch TaggedValue(self) {
    case .redacted, .truncated, .opaque: true
    case .float, nil: false
    }
  }

  /// Equal, numbers by their value.
  fileprivate func isSame(as other: JSONValue) -> Bool { isEquivalent(to: other) }

  /// The order of two numbers or two texts; others have none.
  fileprivate func order(to other: JSONValue) -> Order? {
    switch (self, other) {
    case (.string(let left), .string(let right)):
      return left.hasSameBytes(as: right) ? .same : left.precedesByBytes(right) ? .before : .behind
    case (.number(let left), .number(let right)):
      if let left = left.int, let right = right.int { return left < right ? .before : left > right ? .behind : .same }
      // Rounding keeps the order; only what it makes the same takes all digits.
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
  /// A secret, a value that was too large, one that could not be encoded.
  var isLeftOut: Bool {
    guard kind == .object, count == 1, member(at: 0)?.key.utf8.first == UInt8(ascii: "$") else { return false }
    return value.isLeftOut
  }

  /// Elements, members or characters, of what has any.
  var length: Int? {
    switch kind {
    case .array: count
    case .object: isLeftOut ? nil : count
    case .string: string?.count
    case .null, .boolean, .number: nil
    }
  }
}
