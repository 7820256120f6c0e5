/// The place of a record in its run, as the log's `seq` counts it over all stores. The first is 1.
///
/// It is the only step number that Fluxtape knows: every answer prints it and every command takes it.
public struct StepNumber: RawRepresentable, Hashable, Sendable {
  public let rawValue: Int

  public init(rawValue: Int) { self.rawValue = rawValue }
  /// The step with this number.
  public init(_ rawValue: Int) { self.rawValue = rawValue }
}

extension StepNumber: Comparable, CustomStringConvertible, ExpressibleByIntegerLiteral {
  public static func < (left: StepNumber, right: StepNumber) -> Bool { left.rawValue < right.rawValue }
  public init(integerLiteral value: Int) { self.init(value) }
  public var description: String { String(rawValue) }
}
