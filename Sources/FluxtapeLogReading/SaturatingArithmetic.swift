/// Arithmetic for numbers of a log or of the keyboard, which may be at the ends of their range: a plain `+` or `-` would trap there.
extension FixedWidthInteger {
  /// Returns the sum, clamped to the range.
  package func saturatingAdd(_ other: Self) -> Self {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? (other < 0 ? .min : .max) : sum
  }

  /// Returns the difference, clamped to the range.
  package func saturatingSubtract(_ other: Self) -> Self {
    let (difference, overflow) = subtractingReportingOverflow(other)
    return overflow ? (other < 0 ? .max : .min) : difference
  }

  /// Returns the product, clamped to the range.
  package func saturatingMultiply(_ factor: Self) -> Self {
    let (product, overflow) = multipliedReportingOverflow(by: factor)
    return overflow ? ((self < 0) == (factor < 0) ? .max : .min) : product
  }
}
