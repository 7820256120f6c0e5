internal import FluxtapeLog

/// A file at the path of a new log: an earlier log, or another file, which the recorder does not touch.
package struct ExistingLog {
  let path: String

  package init(path: String) { self.path = path }

  /// Whether the file is a log: its first line is a log header.
  package var isLog: Bool { header != nil }

  /// Renames the log so that its name contains its start time. The contents do not change.
  ///
  /// `shop.jsonl` becomes `shop.2026-11-21T09-00-00Z.jsonl`, or `shop.2026-11-21T09-00-00Z-2.jsonl` if that name is taken. A segment keeps
  /// its number: `shop.2026-11-21T09-00-00Z.0003.jsonl`.
  ///
  /// - Returns: The new path, or `nil` if the log no longer exists.
  func moveAside() throws(PosixError) -> String? {
    guard var label else { return nil }
    while true {
      let newPath = LogPath(path).labelled(label)
      do throws(PosixError) {
        if try PosixFile.move(path, to: newPath) { return newPath }
      } catch {
        // Another process moved it.
        if error.isAbsence { return nil }
        throw error
      }
      guard label.count < Self.mostOfOneSecond else { throw .occupied }
      label.count += 1
    }
  }

  /// The most logs of one second that are kept. A loop that starts a program 10,000 times takes longer than a second.
  private static let mostOfOneSecond = 10_000

  /// The time at which the log began and its segment, from its header. `nil` if the file is not a log.
  private var label: LogLabel? {
    guard let header else { return nil }
    var label = header.time.flatMap { LogLabel(startedAt: $0) } ?? .withoutTime
    label.segment = header.segment.flatMap { $0 >= 1 ? $0 : nil }
    return label
  }

  /// The facts of the header, or `nil` if the file is not a log.
  private var header: RunHeader.Facts? {
    let beginning = PosixFile.beginning(of: path, count: Self.longestHeader)
    return beginning.firstIndex(of: UInt8(ascii: "\n")).flatMap { RunHeader.facts(in: Array(beginning[..<$0])) }
  }

  /// Bytes searched for the header. Headers have a few hundred bytes; the meta facts of a CI job add some more.
  private static let longestHeader = 64 << 10
}

// MARK: - Deleting old logs

extension ExistingLog {
  /// Deletes the logs that were moved aside from `path`, except those of the newest `count` runs and those that a process still writes.
  ///
  /// A file that does not begin with a log header stays, whatever its name.
  static func keepNewest(_ count: Int, besides path: String) {
    var runs: [(label: LogLabel, logs: [String])] = []
    for (path, label) in LogPath(path).labelled where ExistingLog(path: path).header != nil {
      var label = label
      label.segment = nil
      if let place = runs.firstIndex(where: { $0.label == label }) { runs[place].logs.append(path) } else { runs.append((label, [path])) }
    }
    for _ in 0..<count {
      guard let newest = runs.indices.max(by: { runs[$0].label.isOlder(than: runs[$1].label) }) else { return }
      runs.remove(at: newest)
    }
    for run in runs where !run.logs.contains(where: PosixFile.isLocked) { run.logs.forEach(PosixFile.remove) }
  }
}
