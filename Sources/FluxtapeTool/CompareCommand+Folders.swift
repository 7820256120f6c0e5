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
    let (causes, all) = (part.causes, part.group.red.count)
    var signatures = try causes.groups.map { group in
      try signature(group.red, group.nearest, ignoring: ignored) {
        SeparatingFacts(group.facts, of: group.red.count, redRuns: all, isDecided: causes.isDecided, names: $0)
      }
    }
    if let green = part.group.green.last, !causes.unexplained.isEmpty {
      let count = causes.unexplained.count
      signatures.append(
        try signature(causes.unexplained, green, ignoring: ignored) {
          SeparatingFacts([], of: count, redRuns: all, isDecided: causes.isDecided, names: $0)
        })
    }
    return try AttemptsReport.Part(part.group, signatures: signatures)
  }

  private static func signature(
    _ red: [RunListing.Entry], _ nearest: RunListing.Entry, ignoring ignored: [StatePath], facts: (RowNames) -> SeparatingFacts
  ) throws -> AttemptsReport.Signature {
    let (good, bad) = (try nearest.open(), try red[0].open())
    let log = red[0].paths.first ?? ""
    let comparison = try compare(good, bad, ignoring: ignored)
    let facts = facts(RowNames(bad, log: log))
    return AttemptsReport.Signature(
      red: red, nearest: nearest, facts: facts,
      comparison: ComparisonReport(comparison, (good, nearest.paths.first ?? ""), (bad, log), causeRow: facts.row))
  }

  /// Compares two runs, and shows progress.
  static func compare(
    _ first: History, _ second: History, ignoring ignored: [StatePath], listingAll: Bool = false
  ) throws -> RunComparison {
    var progress = Progress("comparing")
    defer { progress.end() }
    guard listingAll else { return try RunComparison(first, second, ignoring: ignored) { progress.show($0, of: $1) } }
    return try RunComparison(first, second, ignoring: ignored, valuesOfFirst: mostValues) { progress.show($0, of: $1) }
  }

  /// The number of differences to list with values: those of a long run would fill the memory.
  private static let mostValues = 10_000
}

extension FolderCauses {
  /// Finds causes, and shows progress.
  init(showingProgress groups: [RunGroup], ignoring: [StatePath] = []) throws(HistoryError) {
    var progress = Progress("reading")
    defer { progress.end() }
    try self.init(groups, ignoring: ignoring) { progress.show($0, of: $1) }
  }
}
