import FluxtapeHistory
import FluxtapeReports
import Foundation

// The unsafe expression here passes a path and a structure to the system, which reads and fills them only during the call.

extension PageReport.Attachment {
  /// Returns the attachments of the logs of a run.
  static func ofLogs(of run: History) -> [PageReport.Attachment] {
    Set(run.files.map(\.path)).sorted().flatMap { LogFolder.attachments(ofLogAt: $0) }.map { PageReport.Attachment(at: $0) }
  }

  /// Returns the files that the user named.
  ///
  /// - Throws: ``UsageError`` for the first path that is not a file.
  static func named(_ paths: [String]) throws(UsageError) -> [PageReport.Attachment] {
    for path in paths {
      if let problem = Place(path).problem { throw UsageError(message: "--attach \(path): \(problem)") }
    }
    return paths.map { PageReport.Attachment(at: $0) }
  }

  private init(at path: String) {
    let place = Place(path)
    self.init(name: path.split(separator: "/").last.map(String.init) ?? path, size: place.size) {
      if let problem = place.problem { return .unread(reason: problem) }
      // Neither follows nor waits for what may have replaced the file.
      let flags = O_NOFOLLOW | O_NONBLOCK
      guard let bytes = try? TextFile.bytes(of: path, upTo: PageReport.Attachment.largest + 1, flags: flags) else {
        return .unread(reason: "cannot be read")
      }
      return .bytes(bytes)
    }
  }

  /// What is at a path. Does not follow symbolic links.
  private struct Place {
    /// Why it cannot be attached; `nil` for a file.
    let problem: String?
    /// In bytes; `nil` for anything but a file.
    let size: Int?

    init(_ path: String) {
      var facts = stat()
      guard unsafe lstat(path, &facts) == 0 else {
        (problem, size) = ("cannot be found", nil)
        return
      }
      switch facts.st_mode & S_IFMT {
      case S_IFREG: (problem, size) = (nil, Int(clamping: facts.st_size))
      case S_IFLNK: (problem, size) = ("a symbolic link", nil)
      case S_IFDIR: (problem, size) = ("a folder", nil)
      default: (problem, size) = ("not a regular file", nil)
      }
    }
  }
}
