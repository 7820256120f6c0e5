import FluxtapeAnswers
import FluxtapeHistory
import FluxtapeReports

extension Compare {
  /// Prints how red runs differ from green ones, in one folder or between a good and a bad folder.
  static func compareFolders(
    _ good: String, _ bad: String?, _ checklist: Checklist, ignoring ignored: [StatePath], as format: ReportFormat
  ) throws {
    let first = try RunListing(folders: [good], checklist: checklist)
    let second = try bad.map { try RunListing(folders: [$0], checklist: checklist) }
    try checklist.check(amongStores: first.stores + (second?.stores ?? []))
    let groups = second?.groups(heldAgainst: first) ?? first.groups
    let unreadable = first.unreadable + (second?.unreadable ?? [])
    let parts = try FolderCauses(showingProgress: groups, ignoring: ignored).parts.map { try part($0, ignoring: ignored) }
    StandardOutput.write(lines: AttemptsReport(parts, unreadable: unreadable).lines(as: format))
    try ExitStatus.end(found: !parts.isEmpty, unreadable: !unreadable.isEmpty)
  }

  private static func part(_ part: FolderCauses.Part, ignoring ignored: [StatePath]) throws -> AttemptsReport.Part {
    var signatures = try part.causes.groups.map { group in
      try signature(SeparatingFacts(group, in: part), of: group.red, group.nearest, ignoring: ignored)
    }
    if let green = part.group.green.last, !part.causes.unexplained.isEmpty {
      let red = part.causes.unexplained
      signatures.append(try signature(SeparatingFacts(unexplained: red, in: part), of: red, green, ignoring: ignored))
    }
    return try AttemptsReport.Part(part.group, signatures: signatures)
  }

  private static func signature(
    _ facts: SeparatingFacts, of red: [RunListing.Entry], _ nearest: RunListing.Entry, ignoring ignored: [StatePath]
  ) throws -> AttemptsReport.Signature {
    let bad = facts.names.history
    // Of several green runs, the most similar one still differs in what varies among them.
    let comparison = facts.hasSeveralGreen ? nil : try report(red[0], bad, beside: nearest, causeRow: facts.row, ignoring: ignored)
    return AttemptsReport.Signature(
      red: red, failure: try FailureWords(red[0], bad), nearest: nearest, facts: facts, comparison: comparison)
  }

  /// Reports how a red run differs from a green one.
  static func report(
    _ red: RunListing.Entry, _ bad: History, beside green: RunListing.Entry, causeRow: Int?, ignoring ignored: [StatePath] = []
  ) throws -> ComparisonReport {
    let good = try green.open()
    return ComparisonReport(
      try compare(good, bad, ignoring: ignored), (good, green.paths.first ?? ""), (bad, red.paths.first ?? ""), causeRow: causeRow)
  }

  /// Compares two runs, and shows progress.
  static func compare(
    _ first: History, _ second: History, ignoring ignored: [StatePath], listingAll: Bool = false
  ) throws -> RunComparison {
    try Progress.of("comparing") { report in
      guard listingAll else { return try RunComparison(first, second, ignoring: ignored, report: report) }
      return try RunComparison(first, second, ignoring: ignored, valuesOfFirst: mostValues, report: report)
    }
  }

  /// The number of differences to list with values: those of a long run would fill the memory.
  private static let mostValues = 10_000

  /// A note about listed differences without values; `nil` if there is none.
  static func valuesLeftOut(_ comparison: RunComparison) -> String? {
    comparison.differences.count > mostValues ? "values only for the first 10,000 differences" : nil
  }
}

extension FolderCauses {
  /// Finds causes, and shows progress.
  init(showingProgress groups: [RunGroup], ignoring: [StatePath] = []) throws {
    self = try Progress.of("reading") { try FolderCauses(groups, ignoring: ignoring, report: $0) }
  }
}
