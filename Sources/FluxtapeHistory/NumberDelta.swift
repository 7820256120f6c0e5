package import FluxtapeJSON

/// The exact difference of two decimal numbers, as text with its sign: `+9`, `-0.10`.
///
/// Nil where it cannot be told exactly: exponents, or more digits than fit. A rounded difference beside exact numbers would lie.
package func numberDelta(from old: JSONNumber, to new: JSONNumber) -> String? {
  guard let old = Decimal(old.text), let new = Decimal(new.text) else { return nil }
  let scale = max(old.scale, new.scale)
  guard let left = old.scaled(to: scale), let right = new.scaled(to: scale) else { return nil }
  let (difference, overflow) = right.subtractingReportingOverflow(left)
  guard !overflow else { return nil }
  let sign = difference < 0 ? "-" : "+"
  let digits = String(difference.magnitude)
  guard scale > 0 else { return sign + digits }
  let padded = String(repeating: "0", count: max(0, scale + 1 - digits.count)) + digits
  return sign + padded.dropLast(scale) + "." + padded.suffix(scale)
}

/// A number as an integer and the count of its digits behind the point.
private struct Decimal {
  let mantissa: Int
  let scale: Int

  init?(_ text: String) {
    let halves = text.split(separator: ".", omittingEmptySubsequences: false)
    guard halves.count <= 2, let mantissa = Int(halves.joined()) else { return nil }
    self.mantissa = mantissa
    scale = halves.count == 2 ? halves[1].count : 0
  }

  func scaled(to scale: Int) -> Int? {
    var result = mantissa
    for _ in self.scale..<scale {
      let (product, overflow) = result.multipliedReportingOverflow(by: 10)
      guard !overflow else { return nil }
      result = product
    }
    return result
  }
}
