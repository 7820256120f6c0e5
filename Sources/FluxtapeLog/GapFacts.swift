/// The contents of a gap record, besides its step and time.
package struct GapFacts: Sendable {
  /// The number of lost records.
  package var lost: Int
  /// The range of steps that contains the lost records, if known.
  package var first: StepNumber?
  package var last: StepNumber?
  package var reason: String

  package init(lost: Int, first: StepNumber?, last: StepNumber?, reason: String) {
    self.lost = lost
    self.first = first
    self.last = last
    self.reason = reason
  }

  /// Appends the line without its end.
  package func write(step: StepNumber, time: Int, into line: inout [UInt8]) {
    line.append("{\"seq\":", step.rawValue, ",\"t\":", time)
    line.append(",\"gap\":{\"lost\":", decimal: lost)
    if let first { line.append(",\"first\":", decimal: first.rawValue) }
    if let last { line.append(",\"last\":", decimal: last.rawValue) }
    line.append(",\"reason\":", string: reason)
    line.append(literal: "}")
  }
}
