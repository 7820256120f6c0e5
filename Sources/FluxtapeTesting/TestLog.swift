import Fluxtape

/// The log of a trial, for example of a test: the name of its file contains the outcome.
///
/// During the trial, and for good if the process dies, the file is `NAME.1-unfinished.jsonl`. The number is one more than the highest
/// number of a trial of this name in the folder.
final class TestLog: Sendable {
  let recorder: Recorder
  /// Counts from 1.
  let number: Int
  /// Whether the folder holds an earlier trial of this name that failed or did not finish.
  let followsFailure: Bool
  private let names: TrialNames
  private let sink: FileSink

  /// - Parameters:
  ///   - name: The beginning of the file's name: without `/`, and short enough for a file name.
  ///   - folder: The folder for the log. It is created if needed, with its parents.
  ///   - context: Returns the recorder's context for a trial number.
  init(_ name: String, in folder: String, options: RecorderOptions, context: (_ number: Int) -> RecordingContext) {
    PosixFile.makeFolders(folder)
    names = TrialNames(folder: folder.hasSuffix("/") ? folder : folder + "/", name: name)
    let earlier = names.all()
    // Attachments of a log that somebody deleted are not of this trial.
    let number = ((earlier + names.all(TrialNames.endOfAttachments)).map(\.number).max() ?? 0) + 1
    self.number = number
    followsFailure = earlier.contains { $0.outcome == "failed" || $0.outcome == "unfinished" }
    let sink = FileSink(names.path(number, outcome: "unfinished"))
    self.sink = sink
    recorder = Recorder(writingTo: sink, options: options, context: context(number))
  }
}

// MARK: - Outcomes

extension TestLog {
  /// Ends the log and renames its file after the outcome.
  ///
  /// - Returns: The log's path; `nil` if there is none.
  func keep(as outcome: String) -> String? {
    recorder.close(reason: outcome)
    guard let path = sink.endedPaths.last else { return nil }
    // Another process may have ended a trial with the same name and number.
    for number in number..<number + Self.mostOfOneNumber {
      let newPath = names.path(number, outcome: outcome)
      do throws(PosixError) {
        if try PosixFile.move(path, to: newPath) {
          PosixFile.moveFolder(TrialNames.attachments(ofLogAt: sink.path), to: TrialNames.attachments(ofLogAt: newPath))
          return newPath
        }
      } catch {
        return path
      }
    }
    return path
  }

  /// Reads the bytes of a kept log.
  ///
  /// - Returns: `nil` if the log has more than `limit` bytes, or none.
  static func bytes(ofLogAt path: String, atMost limit: Int) -> [UInt8]? {
    let bytes = PosixFile.beginning(of: path, count: limit + 1)
    return bytes.isEmpty || bytes.count > limit ? nil : bytes
  }

  /// Ends the log and deletes it, with its attachments.
  func discard() {
    recorder.close()
    for path in sink.endedPaths { PosixFile.remove(path) }
    PosixFile.removeFolder(TrialNames.attachments(ofLogAt: sink.path))
  }

  /// Deletes the logs of earlier trials of this name with their attachments, except the last `count` and those that a process still writes.
  func keepNewest(_ count: Int) {
    let all = names.all()
    for trial in all where all.count(where: { $0.number > trial.number }) >= count {
      let path = names.path(trial.number, outcome: trial.outcome)
      guard ExistingLog(path: path).isLog, !PosixFile.isLocked(path) else { continue }
      PosixFile.remove(path)
      PosixFile.removeFolder(TrialNames.attachments(ofLogAt: path))
    }
  }

  /// The most processes that run the same trial at the same time.
  private static let mostOfOneNumber = 100
}

// MARK: - Attachments

extension TestLog {
  /// Creates the folder beside the log for files that belong to the trial. It is renamed and deleted with the log.
  ///
  /// - Returns: The folder's path; `nil` if it cannot be created.
  func makeAttachmentsFolder() -> String? {
    let folder = TrialNames.attachments(ofLogAt: sink.path)
    PosixFile.makeFolder(folder)
    guard case .other(.folder) = PosixFile.occupant(of: folder) else { return nil }
    return folder
  }
}

// MARK: - Names

/// The names of all trial logs of one name in a folder.
private struct TrialNames {
  let folder: String
  let name: String

  func path(_ number: Int, outcome: String) -> String { "\(folder)\(name).\(number)-\(outcome).jsonl" }

  static let endOfAttachments = ".attachments"

  static func attachments(ofLogAt path: String) -> String {
    let name = LogPath(path)
    return name.folder + name.stem + endOfAttachments
  }

  /// All trials whose logs, or other entries with this end of the name, exist, unordered.
  func all(_ end: String = ".jsonl") -> [(number: Int, outcome: String)] {
    PosixFile.names(inFolder: folder).compactMap { file in
      let parts = file.between(name + ".", end)?.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false) ?? []
      guard parts.count == 2, let number = parts[0].utf8.decimal, number >= 1, number < .max / 2 else { return nil }
      return (number, String(parts[1]))
    }
  }
}
