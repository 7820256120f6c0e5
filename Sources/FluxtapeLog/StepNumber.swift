/// The number of a record in its run, counted over all stores; the log's `seq`. The first is 1.
///
/// Fluxtape has no other step numbers: all answers print it and all commands accept it.
public struct StepNumber: RawRepresentable, Hashable, Sendable {
  public let rawValue: Int

  public init(rawValue: Int) { self.rawValue = rawValue }
  /// Creates the step with this number.
  public init(_ rawValue: Int) { self.rawValue = rawValue }
}

extension StepNumber: Comparable, CustomStringConvertible, ExpressibleByIntegerLiteral {
  public static func < (left: StepNumber, right: StepNumber) -> Bool { left.rawValue < right.rawValue }
  public init(integerLiteral value: Int) { self.init(value) }
  public var description: String { String(rawValue) }
}
