import FluxtapeDocuments
import FluxtapeJSON

extension Arithmetic {
  /// The results of the operation on each value of the left and each of the right side: absent for what is not a number, unknown for what
  /// is left out.
  func result(_ left: OperandValues, _ right: OperandValues) -> OperandValues {
    var result = OperandValues(values: [], isUnknown: left.isUnknown || right.isUnknown)
    result.computedUpTo = max(left.computedUpTo ?? 0, right.computedUpTo ?? 0)
    for left in left.values {
      for right in right.values {
        if left?.isLeftOut == true || right?.isLeftOut == true {
          result.isUnknown = true
        } else {
          let number = left?.number.flatMap { left in right?.number.flatMap { self.result(left, $0) } }
          result.values.append(number.map { JSONNode(.number($0)) })
          for number in [left?.number, right?.number, number] { result.noteComputed(number) }
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

extension OperandValues {
  fileprivate mutating func noteComputed(_ number: JSONNumber?) {
    if let number { computedUpTo = max(computedUpTo ?? 0, number.double.magnitude) }
  }

  /// How far two numbers with fractions may lie apart that are the same, beside computed ones: an app may compute with the rounding of binary
  /// fractions, or without. They keep about 16 digits of the largest number that is computed with.
  func tolerance(beside other: OperandValues) -> Double { max(computedUpTo ?? 0, other.computedUpTo ?? 0) * 4e-15 }
}
