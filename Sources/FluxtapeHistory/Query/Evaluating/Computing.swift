import FluxtapeDocuments
import FluxtapeJSON

extension Arithmetic {
  /// The results of the operation on each value of the left and each of the right side: absent for what is not a number, unknown for what
  /// is left out.
  func result(_ left: OperandValues, _ right: OperandValues) -> OperandValues {
    var result = OperandValues(values: [], isUnknown: left.isUnknown || right.isUnknown)
    for left in left.values {
      for right in right.values {
        if left?.isLeftOut == true || right?.isLeftOut == true {
          result.isUnknown = true
        } else {
          let number = left?.number.flatMap { left in right?.number.flatMap { self.result(left, $0) } }
          result.values.append(number.map { JSONNode(.number($0)) })
        }
      }
    }
    return result
  }

  /// `nil` for a division by zero, and for a number that JSON does not have.
  private func result(_ left: JSONNumber, _ right: JSONNumber) -> JSONNumber? {
    if let exact = exactly(left.int, right.int) { return JSONNumber(exact) }
    let (left, right) = (left.double, right.double)
    return switch self {
    case .plus: JSONNumber(left + right)
    case .minus: JSONNumber(left - right)
    case .times: JSONNumber(left * right)
    case .dividedBy: right == 0 ? nil : JSONNumber(left / right)
    }
  }

  /// The result of whole numbers, if it is one.
  private func exactly(_ left: Int?, _ right: Int?) -> Int? {
    guard let left, let right else { return nil }
    switch self {
    case .plus: return left.exactly(right, Int.addingReportingOverflow)
    case .minus: return left.exactly(right, Int.subtractingReportingOverflow)
    case .times: return left.exactly(right, Int.multipliedReportingOverflow)
    case .dividedBy:
      guard right != 0, left.remainderReportingOverflow(dividingBy: right).partialValue == 0 else { return nil }
      return left.exactly(right, Int.dividedReportingOverflow)
    }
  }
}

extension Relation {
  /// Whether the relation holds between the values of two operands. If one of them is computed, numbers with fractions are compared by their
  /// first 15 digits: an app may have computed the other with or without the rounding of binary fractions.
  func holds(_ left: Operand, _ leftValues: OperandValues, _ right: Operand, _ rightValues: OperandValues) -> Truth {
    guard left.isComputed || right.isComputed else { return holds(leftValues, rightValues) }
    return holds(leftValues.rounded, rightValues.rounded)
  }
}

extension Operand {
  fileprivate var isComputed: Bool { if case .arithmetic = self { true } else { false } }
}

extension OperandValues {
  fileprivate var rounded: OperandValues {
    OperandValues(values: values.map { $0?.number?.rounded.map { JSONNode(.number($0)) } ?? $0 }, isUnknown: isUnknown)
  }
}

extension JSONNumber {
  /// The number with 15 digits, which is as many as binary fractions keep; `nil` for a whole number, which stays as it is.
  fileprivate var rounded: JSONNumber? {
    guard int == nil, double != 0, double.magnitude < 1e15 else { return nil }
    var scale = 1.0
    while double.magnitude * scale < 1e14 { scale *= 10 }
    return scale.isFinite ? JSONNumber((double * scale).rounded() / scale) : nil
  }
}
