import FluxtapeHistory
import FluxtapeReports
import Foundation

/// The summary that GitHub Actions shows on a job's page.
enum JobSummary {
  /// The maximum number of red tests to find causes for. Nobody reads more.
  private static let mostCauses = 20

  /// Appends the findings to the summary file, if CI names one. Earlier contents count toward GitHub's size limit.
  static func add(_ runs: [CheckedRun], unreadable: [HistoryError], hidesValues: Bool) throws {
    guard let path = ProcessInfo.processInfo.environment["GITHUB_STEP_SUMMARY"], !path.isEmpty else { return }
    let earlier = (try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int) ?? 0
    let listing = try RunListing(runs, unreadable: unreadable)
    let causes = try FolderCauses(showingProgress: Array(listing.groups.prefix(mostCauses)))
    let summary = try FolderSummary(runs, listing, causes: causes, hidesValues: hidesValues)
    let text = summary.markdown(upTo: FolderSummary.mostBytes - earlier)
    guard !text.isEmpty else { return }
    do {
      if !FileManager.default.fileExists(atPath: path) { try Data().write(to: URL(fileURLWithPath: path)) }
      let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
      defer { try? file.close() }
      try file.seekToEnd()
      try file.write(contentsOf: Data(text.utf8))
    } catch {
      throw UsageError(message: "\(path): the summary cannot be written: \(error.localizedDescription)")
    }
  }
}
