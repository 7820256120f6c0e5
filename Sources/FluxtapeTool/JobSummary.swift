import FluxtapeHistory
import FluxtapeReports
import Foundation

/// The file that GitHub Actions shows on a job's page.
enum JobSummary {
  /// Red tests whose causes are looked for: a reader looks at no more.
  private static let mostCauses = 20

  /// Adds what was found, if CI names a file for it. What other tools of the step wrote counts for the size that GitHub allows.
  static func add(_ runs: [CheckedRun], unreadable: [HistoryError], hidesValues: Bool) throws {
    guard let path = ProcessInfo.processInfo.environment["GITHUB_STEP_SUMMARY"], !path.isEmpty else { return }
    let earlier = (try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int) ?? 0
    let listing = try RunListing(runs, unreadable: unreadable)
    let causes = try FolderCauses(tellingProgress: Array(listing.groups.prefix(mostCauses)))
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
