import FluxtapeHistory
import FluxtapeReports
import Foundation

/// The file that GitHub Actions shows on a job's page.
enum JobSummary {
  /// GitHub refuses a step's summary beyond 1 MiB; what other tools of the step wrote counts too.
  private static let largest = 1 << 20

  /// Adds what was found, if CI names a file for it.
  static func add(_ runs: [CheckedRun], unreadable: [HistoryError], hidesValues: Bool) throws(UsageError) {
    guard let path = ProcessInfo.processInfo.environment["GITHUB_STEP_SUMMARY"], !path.isEmpty else { return }
    let earlier = (try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int) ?? 0
    var room = largest - earlier
    var text = ""
    for run in runs {
      let part = MarkdownReport(run, hidesValues: hidesValues).text(upTo: room - text.utf8.count)
      text += part
    }
    for error in unreadable {
      let part = MarkdownReport.heading(unreadable: error) + "\n\n"
      if text.utf8.count + part.utf8.count <= room { text += part }
    }
    room -= text.utf8.count
    guard !text.isEmpty, room >= 0 else { return }
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
