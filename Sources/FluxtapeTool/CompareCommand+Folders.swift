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
    let causes = try FolderCauses(showingProgress: groups, ignoring: ignored)
    let report = try AttemptsReport(causes, unreadable: unreadable) { try compare($0, $1, ignoring: ignored) }
    StandardOutput.write(lines: report.lines(as: format))
    try ExitStatus.end(found: !causes.parts.isEmpty, unreadable: !unreadable.isEmpty)
  }

  /// Compares two runs, and shows progress.
  static func compare(
    _ first: History, _ second: History, ignoring ignored: [StatePath] = [], listingAll: Bool = false
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
