import FluxtapeLog
import FluxtapeLogReading

/// Summaries of many runs: the contents of a folder of logs.
public struct RunListing: Sendable {
  /// A run and its logs.
  public struct Entry: Sendable {
    /// Its log, or the logs of its segments in order.
    public let paths: [String]
    /// The run's number in a log with several, counted from 1; else `nil`.
    public let number: Int?
    public internal(set) var summary: RunSummary
    private let conversion: LogConversion?

    package init(paths: [String], number: Int?, summary: RunSummary, converting conversion: LogConversion? = nil) {
      (self.paths, self.number, self.summary, self.conversion) = (paths, number, summary, conversion)
    }

    /// Opens the run again.
    ///
    /// - Throws: ``HistoryError`` if its logs can no longer be read.
    public func open() throws(HistoryError) -> History {
      let runs = try History.open(paths, converting: conversion)
      let place = (number ?? 1) - 1
      guard runs.indices.contains(place) else { throw HistoryError(.changed, path: paths.first ?? "") }
      return runs[place]
    }
  }

  /// Tests with red runs come first, and among these the ones that end within an action, then by name. Of one test, the red attempts come
  /// first, in their order.
  public let entries: [Entry]
  /// The logs that cannot be read, with the errors.
  public let unreadable: [HistoryError]
  /// The stores of all runs, by name.
  public let stores: [String]
  /// A sentence for each name in the rules that no run has.
  package let unseenNames: [String]

  package init(entries: [Entry], unreadable: [HistoryError] = [], stores: Set<String> = [], unseenNames: [String] = []) {
    self.unseenNames = unseenNames
    self.entries = Self.sorted(Self.markingInterrupted(entries))
    self.unreadable = unreadable
    self.stores = stores.sorted()
  }
}

// MARK: - Reading

extension RunListing {
  /// Reads logs one after the other; none stays open. Segments of one run make one entry.
  ///
  /// - Parameters:
  ///   - paths: The logs.
  ///   - checklist: Further things to check in each run.
  ///   - conversion: Converts logs of other tools.
  ///   - visit: Called with each run while it is open, in no particular order. If it throws, the log counts as unreadable.
  ///   - report: Called now and then with the number of logs read and in total; returning `false` ends the reading.
  /// - Complexity: O(bytes of the logs).
  public init(
    _ paths: [String], checklist: Checklist = Checklist(), converting conversion: LogConversion? = nil,
    visit: (History, Entry) throws(HistoryError) -> Void = { _, _ in },
    report: (Int, Int) -> Bool = { _, _ in true }
  ) {
    var (entries, unreadable): ([Entry], [HistoryError]) = ([], [])
    var stores: Set<String> = []
    var unseen = UnseenNames(checklist.rules)
    var walk = LogWalk(paths) { logs throws(HistoryError) in try History.open(logs, converting: conversion) }
    while report(walk.openedCount, paths.count) {
      do throws(HistoryError) {
        guard let step = try walk.next() else { break }
        stores.formUnion(step.runs.flatMap(\.stores))
        try entries += Self.entries(of: step, checklist, conversion, visit)
        for run in step.runs { try unseen.look(in: run, []) }
      } catch {
        unreadable.append(error)
      }
    }
    self.init(entries: entries, unreadable: unreadable, stores: stores, unseenNames: entries.isEmpty ? [] : unseen.sentences)
  }

  private static func entries(
    of step: LogWalk.Step, _ checklist: Checklist, _ conversion: LogConversion?, _ visit: (History, Entry) throws(HistoryError) -> Void
  ) throws(HistoryError) -> [Entry] {
    var entries: [Entry] = []
    for (run, number) in zip(step.runs, step.numbers) {
      let files = step.logs.count > 1 ? run.files.map(\.path) : step.logs
      let entry = Entry(paths: files, number: number, summary: try run.summary(checklist), converting: conversion)
      try visit(run, entry)
      entries.append(entry)
    }
    return entries
  }
}

// MARK: - Order

extension RunListing {
  private static func sorted(_ entries: [Entry]) -> [Entry] {
    var groups: [String: [Entry]] = [:]
    for entry in entries { groups[entry.group, default: []].append(entry) }
    return groups.sorted { ($0.value.rank, $0.key) < ($1.value.rank, $1.key) }
      .flatMap {
        $0.value.sorted { left, right in
          (left.summary.isRed ? 0 : 1, left.attempt, left.paths.first ?? "", left.number ?? 0)
            < (right.summary.isRed ? 0 : 1, right.attempt, right.paths.first ?? "", right.number ?? 0)
        }
      }
  }
}

extension RunListing.Entry: Hashable {
  /// Compares everything but the conversion.
  public static func == (left: Self, right: Self) -> Bool {
    left.paths == right.paths && left.number == right.number && left.summary == right.summary
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(paths)
    hasher.combine(number)
  }

  /// The same for all attempts at one test.
  var group: String { summary.test?.caseIdentity ?? paths.first ?? "" }

  fileprivate var attempt: Int { summary.test?.attempt ?? 1 }
}

extension RunSummary {
  /// The rank among other runs, lowest first: runs that may have ended others, red runs, interrupted runs, the rest.
  var rank: Int {
    if result == .unfinished, endsInAction, isRed { return 0 }
    let result: Result = isRed && result != .interrupted ? .failed : result
    return 1 + (Result.allCases.firstIndex(of: result) ?? Result.allCases.count)
  }
}

extension [RunListing.Entry] {
  fileprivate var rank: Int {
    map(\.summary.rank).min() ?? 0
  }
}
