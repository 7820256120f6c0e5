import FluxtapeHistory
import FluxtapeReports

extension Compare {
  /// Prints how red runs differ from green ones: of one folder, or of a good one and a bad one.
  static func compareFolders(_ good: String, _ bad: String?, ignoring ignored: [StatePath], as format: ReportFormat) throws {
    let first = try RunListing(folders: [good])
    let second = try bad.map { try RunListing(folders: [$0]) }
    let groups = second?.groups(heldAgainst: first) ?? first.groups
    let unreadable = first.unreadable + (second?.unreadable ?? [])
    let parts = try groups.map { try part($0, ignoring: ignored) }
    var output = StandardOutput()
    output.print(AttemptsReport(parts, unreadable: unreadable).lines(as: format))
    output.flush()
    try ExitStatus.end(found: !parts.isEmpty, unreadable: !unreadable.isEmpty)
  }

  private static func part(_ group: RunGroup, ignoring ignored: [StatePath]) throws -> AttemptsReport.Part {
    guard let red = group.red.first, let green = group.green.last else { return AttemptsReport.Part(group, comparison: nil, facts: nil) }
    let (good, bad) = (try green.open(), try red.open())
    let comparison = try compare(good, bad, ignoring: ignored)
    var progress = Progress("reading")
    let facts = try RedFacts(red: group.red, green: group.green) { done, total in
      progress.show(done, of: total)
      return true
    }
    progress.end()
    return AttemptsReport.Part(
      group, comparison: ComparisonReport(comparison, (good, green.paths.first ?? ""), (bad, red.paths.first ?? "")), facts: facts)
  }

  /// Compares two runs, with progress on standard error where that is a terminal.
  static func compare(_ first: History, _ second: History, ignoring ignored: [StatePath]) throws -> RunComparison {
    var progress = Progress("comparing")
    defer { progress.end() }
    return try RunComparison(first, second, ignoring: ignored) { done, total in
      progress.show(done, of: total)
      return true
    }
  }
}
