import Dispatch
import FluxtapeLocking

/// The values of all facts in all runs, a column a fact. Of what was read of a run nothing else is kept.
struct FactTable {
  private(set) var keys: [FactKey] = []
  private(set) var columns: [[Entry]] = []
  private var numbers: [FactKey: Int] = [:]
  private(set) var names: FactNames
  private(set) var runCount = 0
  /// The actions of each run, in their order.
  private(set) var sequences: [[FactStep]] = []
  /// Whether a run had too many empty values to note them.
  private var hasManyEmpty = false
  /// The places of values that failures show, with the number of runs.
  private(set) var namedPlaces: [FactPlace: Int] = [:]
  /// The actions that failed, or at which a rule is broken.
  private(set) var failing: Set<UInt32> = []

  struct Entry {
    let run: Int32
    let value: Float
  }

  /// Reads runs on two threads.
  ///
  /// - Throws: ``HistoryError`` if a log cannot be read any more.
  init(_ runs: [RunListing.Entry], ignoring: IgnoredPaths, report: (Int, Int) -> Bool) throws(HistoryError) {
    names = FactNames()
    runCount = runs.count
    sequences = Array(repeating: [], count: runCount)
    let reading = Locked(Reading(table: self))
    let names = names
    // Thread 0 reports progress.
    withoutActuallyEscaping(report) { report in
      let progress = OneThread(report)
      DispatchQueue.concurrentPerform(iterations: min(2, runs.count)) { thread in
        var collector = FactCollector(FactNameCache(names), ignoring: ignoring)
        while let run = reading.withLock({ $0.next(of: runs.count) }) {
          if thread == 0, !progress.value(run, runs.count) || Task.isCancelled { reading.withLock { $0.stop(nil) } }
          do throws(HistoryError) {
            let sheet = try collector.sheet(of: runs[run])
            reading.withLock { $0.table.take(sheet, of: run) }
          } catch {
            reading.withLock { $0.stop(error) }
          }
        }
      }
    }
    let (table, failure) = reading.withLock { ($0.table, $0.failure) }
    if let failure { throw failure }
    self = table
    // Of one run they are not known, so that they tell nothing of the others.
    if hasManyEmpty { for number in keys.indices where keys[number].kind == .empties { columns[number] = [] } }
  }

  private mutating func take(_ sheet: FactSheet, of run: Int) {
    sequences[run] = sheet.occurrences.map(\.step)
    if let action = sheet.failing { failing.insert(action) }
    for place in sheet.namedPlaces { namedPlaces[place, default: 0] += 1 }
    hasManyEmpty = hasManyEmpty || sheet.hasManyEmpty
    sheet.forEachValue { add($0, $1, of: run) }
  }

  private mutating func add(_ key: FactKey, _ value: Float, of run: Int) {
    let entry = Entry(run: Int32(run), value: value)
    if let number = numbers[key] {
      columns[number].append(entry)
    } else {
      numbers[key] = columns.count
      keys.append(key)
      columns.append([entry])
    }
  }

  /// Adds what comes between an action and the next of another, both on the way to the failure.
  mutating func addInterruptions(on way: FailureWay) {
    let most = numbers.count + Self.mostInterruptions
    for run in sequences.indices {
      way.forEachInterruption(in: sequences[run]) { key, places in
        if numbers.count < most || numbers[key] != nil { add(key, Float(places.count), of: run) }
      }
    }
  }

  /// Each takes a number for each run.
  private static let mostInterruptions = 20_000

  /// The runs in which a fact was seen at all.
  func column(of key: FactKey) -> [Entry]? { numbers[key].map { columns[$0] } }

  /// What two threads share.
  private struct Reading {
    var table: FactTable
    var failure: HistoryError?
    private var started = 0
    private var isStopped = false

    init(table: FactTable) { self.table = table }

    mutating func next(of count: Int) -> Int? {
      guard !isStopped, started < count else { return nil }
      started += 1
      return started - 1
    }

    mutating func stop(_ error: HistoryError?) {
      failure = failure ?? error
      isStopped = true
    }
  }
}

// MARK: - Distance

extension FactTable {
  /// How many facts tell two runs apart, for each run. The nearest run is the one to hold another against.
  func distances(from run: Int) -> [Int] {
    var distances = Array(repeating: 0, count: runCount)
    for (number, column) in columns.enumerated() where !keys[number].kind.isTime {
      let own = column.first { $0.run == run }?.value
      if own == nil {
        for entry in column { distances[Int(entry.run)] += 1 }
      } else {
        // Every run differs but those that have the same value.
        for entry in column { distances[Int(entry.run)] -= entry.value == own ? 1 : 0 }
      }
    }
    return distances
  }
}
