import FluxtapeJSON

/// The contents of a mark, besides its step and time.
package struct MarkFacts: Sendable {
  package var text: String
  /// `info`, `warning` or `error`.
  package var level: String?
  package var cause: RecordedCause?
  package var site: String?
  package var problem: RecordedProblem?

  package init(_ text: String, level: String?, cause: RecordedCause? = nil, site: String? = nil, problem: RecordedProblem? = nil) {
    self.text = text
    self.level = level
    self.cause = cause
    self.site = site
    self.problem = problem
  }

  /// Appends the line without its end.
  package func write(step: StepNumber, time: Int, into line: inout [UInt8]) {
    line.append("{\"seq\":", step.rawValue, ",\"t\":", time)
    line.append(",\"mark\":", string: text)
    line.append(",\"level\":", string: level)
    if let cause { line.append(",\"cause\":", json: cause.json) }
    line.append(",\"site\":", string: site)
    if let problem { line.append(",\"problem\":", json: .object(problem.json)) }
  }
}
