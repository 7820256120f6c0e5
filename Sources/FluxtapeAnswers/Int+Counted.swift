import FluxtapeLogReading

extension Int {
  /// `1 step`, `2,000 steps`.
  package func counted(_ noun: String) -> String { "\(grouped) \(noun)\(self == 1 ? "" : "s")" }
}
