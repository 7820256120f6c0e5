import FluxtapeDocuments
import FluxtapeJSON

extension OperandValues {
  /// The length of each value, or another measure of all of them.
  func measured(by measure: Measure) -> OperandValues {
    switch measure {
    case .length: lengths
    case .sum(let members): sum(ofProductsOf: members)
    case .duplicates:
      together { values in
        var seen: Set<JSONNode> = []
        return JSONNumber(values.count { !seen.insert($0).inserted })
      }
    case .descents: neighbors(.less)
    case .ascents: neighbors(.greater)
    }
  }

  private var lengths: OperandValues {
    var result = OperandValues(values: [], isUnknown: isUnknown)
    for value in values {
      if value?.isLeftOut == true {
        result.isUnknown = true
      } else {
        result.values.append(value?.length.map { JSONNode(.number(JSONNumber($0))) })
      }
    }
    return result
  }

  /// One number for all values; unknown if one of them is.
  private func together(_ measure: ([JSONNode]) -> JSONNumber?) -> OperandValues {
    let values = values.compactMap(\.self)
    guard !isUnknown, !values.contains(where: \.isLeftOut) else { return .unknown }
    return OperandValues(values: [measure(values).map { JSONNode(.number($0)) }])
  }

  /// The number of values that have a relation to the one before.
  private func neighbors(_ relation: Relation) -> OperandValues {
    together { values in JSONNumber(zip(values.dropFirst(), values).count { relation.holds($0, $1) == .yes }) }
  }

  /// The sum is absent if a factor is not a number.
  private func sum(ofProductsOf members: [String]) -> OperandValues {
    let terms = values.compactMap(\.self).map { value in members.isEmpty ? [value] : members.map { value.child(askedFor: $0) } }
    guard !terms.joined().contains(where: { $0?.isLeftOut == true }) else { return .unknown }
    return together { _ in
      var (exact, rounded): (Int?, Double) = (0, 0)
      for term in terms {
        var (product, roundedProduct): (Int?, Double) = (1, 1)
        for factor in term {
          guard let number = factor?.number else { return nil }
          product = product.flatMap { left in number.int.flatMap { left.exactly($0, Int.multipliedReportingOverflow) } }
          roundedProduct *= number.double
        }
        exact = exact.flatMap { left in product.flatMap { left.exactly($0, Int.addingReportingOverflow) } }
        rounded += roundedProduct
      }
      return exact.map { JSONNumber($0) } ?? JSONNumber(rounded)
    }
  }
}

extension Int {
  /// The result of an operation, if it can be represented.
  func exactly(_ other: Int, _ operation: (Int) -> (Int) -> (partialValue: Int, overflow: Bool)) -> Int? {
    let result = operation(self)(other)
    return result.overflow ? nil : result.partialValue
  }
}
