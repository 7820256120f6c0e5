import FluxtapeHistory
import FluxtapeReports

extension Check {
  /// Writes rules that hold in all green runs.
  func writeLearnedRules() throws {
    guard never.isEmpty, always.isEmpty, rules.isEmpty, !requireEnd, !secrets, !hideValues, junit == nil, !github else {
      throw UsageError(message: "--learn takes logs and --output alone")
    }
    let listing = try RunListing(folders: logs)
    let green = listing.entries.filter(\.summary.isGreen)
    guard green.count >= LearnedRules.fewestRuns else {
      throw UsageError(
        message: "--learn needs \(LearnedRules.fewestRuns) green runs or more; these are \(green.count) of \(listing.entries.count) runs")
    }
    var progress = Progress("learning")
    defer { progress.end() }
    let learned = try LearnedRules(green: green) { progress.show($0, of: $1) }
    let lines = LearnedRulesFile(learned, fromRuns: green.count).lines
    if let output {
      try OutputFile.write(lines, to: output)
    } else {
      StandardOutput.write(lines: lines)
    }
    let red = listing.entries.count - green.count
    if red > 0 { StandardOutput.warn("fluxtape: skipped \(red) of \(listing.entries.count) runs, which are not green") }
    for problem in listing.unreadable { StandardOutput.warn("fluxtape: skipped: \(problem)") }
    try ExitStatus.end(found: false, unreadable: !listing.unreadable.isEmpty)
  }
}
