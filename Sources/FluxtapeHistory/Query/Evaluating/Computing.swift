import FluxtapeDocuments
import FluxtapeJSON

extension Arithmetic {
  /// The results of the operation on each value of the left and each of the right side: absent for what is not a number, unknown for what
  /// is left out.
  func result(_ left: OperandValues, _ right: OperandValues) -> OperandValues {
    var result = OperandValues(values: [], isUnknown: left.isUnknown || right.isUnknown)
    for one in left.values {
      for other in right.values {
        if one?.isLeftOut == true || other?.isLeftOut == true {
          result.isUnknown = true
        } else if let one = one?.number, let other = other?.number, let number = self.result(one, other) {
          result.values.append(JSONNode(.number(number)))
          let (size, otherSize) = (max(left.roundedSize, one.double.magnitude), max(right.roundedSize, other.double.magnitude))
          result.roundedSize = max(result.roundedSize, roundedSize(of: number, one, size, other, otherSize))
        } else {
          result.values.append(nil)
        }
      }
    }
    return result
  }

  /// The size of the number whose rounding a result carries: a sum carries that of its parts, which may be larger than it.
  private func roundedSize(of result: JSONNumber, _ left: JSONNumber, _ leftSize: Double, _ right: JSONNumber, _ rightSize: Double)
    -> Double
  {
    let size =
      switch self {
      case .plus, .minus: max(leftSize, rightSize)
      case .times: max(leftSize * right.double.magnitude, rightSize * left.double.magnitude)
      case .dividedBy: max(leftSize, result.double.magnitude * rightSize) / right.double.magnitude
      }
    return size.isFinite ? size : 0
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
  /// How far apart two numbers may be that count as the same, if one is computed and one has a fraction: an app may compute with the rounding
  /// of binary fractions, or without. These have about 16 digits.
  func tolerance(beside other: OperandValues) -> Double { max(roundedSize, other.roundedSize) * 4e-15 }
}
