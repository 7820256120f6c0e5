import FluxtapeLog
import FluxtapeLogReading

extension RunListing {
  /// Separates the tests that ended a process from those that were running in it at that time.
  ///
  /// A process that dies leaves the logs of all its running tests without an end. If some of them end within an action, one of these most
  /// likely ended the process, and the others were interrupted. Which one it was, other attempts may show: a test that ended within an action
  /// again ended the process, and one that passed did not.
  static func markingInterrupted(_ entries: [Entry]) -> [Entry] {
    let crashes = Dictionary(grouping: entries.filter { $0.process != nil && $0.summary.endsInAction }, by: \.process)
    let attempts = Dictionary(grouping: entries, by: \.group)
    func isRepeated(_ crash: Entry) -> Bool { attempts[crash.group, default: []].count(where: \.summary.endsInAction) > 1 }
    func hasPassed(_ entry: Entry) -> Bool { attempts[entry.group, default: []].contains { $0.summary.result == .passed } }
    let suspects = crashes.mapValues { crashes in
      let repeated = crashes.filter(isRepeated)
      return repeated.isEmpty ? crashes : crashes.filter { isRepeated($0) || !hasPassed($0) }
    }
    return entries.map { entry in
      guard let process = entry.process, entry.summary.mayBeInterrupted, let suspects = suspects[process] else { return entry }
      guard !suspects.contains(entry) else { return entry }
      let titles = suspects.filter { entry.began(before: $0) }.compactMap { $0.summary.test?.title }
      guard !titles.isEmpty else { return entry }
      var result = entry
      result.summary.result = .interrupted
      result.summary.interruptedBy = titles
      return result
    }
  }
}

extension RunListing.Entry {
  /// Identifies the process with its folder: artifacts of several jobs may name the same host and process. `nil` for runs that are not
  /// tests.
  fileprivate var process: String? {
    guard summary.test != nil, let process = summary.process, let path = paths.first else { return nil }
    return process + " " + path.prefix(through: path.lastIndex(of: "/") ?? path.startIndex)
  }

  /// Whether it was running when `other` ended, according to the headers. Containers number processes from 1, so later attempts have the
  /// same number.
  fileprivate func began(before other: Self) -> Bool {
    guard let start = summary.start, let end = other.summary.start else { return true }
    return start <= end.advanced(byMicroseconds: Timestamp.Microseconds(other.summary.duration))
  }
}

extension RunSummary {
  /// A test that failed before its process ended is red because of its own failure.
  fileprivate var mayBeInterrupted: Bool { result == .unfinished && problem?.kind != .failure }
}
