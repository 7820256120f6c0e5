import FluxtapeAnswers
import FluxtapeHistory
import FluxtapeReports
import Foundation

/// The summary that GitHub Actions shows on a job's page.
enum JobSummary {
  /// The maximum number of red tests to find causes for. Nobody reads more.
  private static let mostCauses = 20

  /// Appends the findings to the summary file, if CI names one. Earlier contents count toward GitHub's size limit.
  static func add(_ runs: [CheckedRun], unreadable: [HistoryError], hidesValues: Bool) throws {
    guard let path = Environment.value("GITHUB_STEP_SUMMARY") else { return }
    // Sound: `open` reads the terminated copy of the path that Swift makes for the call.
    let descriptor = unsafe open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw OutputFile.failure(path, errno) }
    defer { close(descriptor) }
    let earlier = max(0, Int(lseek(descriptor, 0, SEEK_END)))
    let listing = try RunListing(runs, unreadable: unreadable, converting: .ofForeignLogs)
    let causes = try FolderCauses(showingProgress: Array(listing.groups.prefix(mostCauses)))
    let summary = try FolderSummary(runs, listing, causes: causes, hidesValues: hidesValues)
    let text = summary.markdown(upTo: FolderSummary.mostBytes - earlier)
    if let code = SystemOutput.write(Array(text.utf8)[...], to: descriptor) { throw OutputFile.failure(path, code) }
  }
}
