import FluxtapeLog

/// A test case and all its attempts in a folder.
public struct TestHistory: Hashable, Sendable {
  public let test: RecordedTest
  /// From the first to the last.
  public let attempts: [RunListing.Entry]
}

extension TestHistory {
  public var redCount: Int { attempts.count(where: \.summary.isRed) }

  public var greenCount: Int { attempts.count(where: \.summary.isGreen) }

  /// Whether some attempts are red and some are green.
  public var isFlaky: Bool { greenCount > 0 && attempts.contains { $0.summary.isRed && $0.summary.result != .interrupted } }

  /// The last attempt that was not skipped.
  public var latest: RunListing.Entry? { attempts.last { $0.summary.isRed || $0.summary.isGreen } }

  /// Whether the last attempt is red.
  public var isRed: Bool { latest?.summary.isRed ?? false }
}

extension RunListing {
  /// The test cases, in the order of the listing.
  public var tests: [TestHistory] {
    var attempts: [String: [Entry]] = [:]
    var order: [String] = []
    for entry in entries {
      guard let identity = entry.summary.test?.caseIdentity else { continue }
      if attempts[identity, default: []].isEmpty { order.append(identity) }
      attempts[identity, default: []].append(entry)
    }
    return order.compactMap { identity in
      guard let own = attempts[identity], let test = own.first?.summary.test else { return nil }
      return TestHistory(test: test, attempts: own.inTime)
    }
  }

  /// The numbers of tests, apps and runs, and of their results.
  public var totals: RunTotals { RunTotals(self) }
}

extension [RunListing.Entry] {
  /// By attempt. Attempts with the same number come from several folders and are sorted by their start.
  fileprivate var inTime: Self {
    enumerated().sorted { left, right in
      func place(_ entry: (offset: Int, element: Element)) -> (Int, Int, Int) {
        let run = entry.element.summary
        return (run.test?.attempt ?? 1, Int(run.start?.microsecondsSince1970 ?? 0), entry.offset)
      }
      return place(left) < place(right)
    }.map(\.element)
  }
}

/// The numbers of a ``RunListing``.
public struct RunTotals: Hashable, Sendable {
  public let runs: Int
  public let red: Int
  public let green: Int
  public let skipped: Int
  /// The number of red runs that a crash of another test ended.
  public let interrupted: Int
  /// The number of test cases, of those that were red at the last attempt, and of those that were both red and green.
  public let tests: Int
  public let redTests: Int
  public let flakyTests: Int

  init(_ listing: RunListing) {
    let tests = listing.tests
    runs = listing.entries.count
    red = listing.entries.count(where: \.summary.isRed)
    green = listing.entries.count(where: \.summary.isGreen)
    skipped = runs - red - green
    interrupted = listing.entries.count { $0.summary.result == .interrupted }
    self.tests = tests.count
    redTests = tests.count(where: \.isRed)
    flakyTests = tests.count(where: \.isFlaky)
  }
}
