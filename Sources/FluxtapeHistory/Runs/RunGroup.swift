/// Red runs and green ones that are to be held against each other: attempts at one test, or all of two folders.
public struct RunGroup: Hashable, Sendable {
  /// The test; `nil` if the runs are not of one.
  public let test: RecordedTest?
  /// In the order of attempts.
  public let red: [RunListing.Entry]
  public let green: [RunListing.Entry]
  /// Runs that one of the red ones interrupted: they failed of it, and are of no group of their own.
  public let interrupted: [RunListing.Entry]
}

extension RunListing {
  /// The tests of one folder with red and green attempts; those without green ones as well, with nothing to hold them against.
  ///
  /// Runs that are of no test are one group.
  public var groups: [RunGroup] {
    Self.groups(red: entries.filter(\.summary.isRed), green: entries.filter(\.summary.isGreen))
  }

  /// What is red in one folder, test by test beside what is green in another. If nothing is red, it is all of the folder; if nothing
  /// is green, all of the other.
  public func groups(heldAgainst good: RunListing) -> [RunGroup] {
    let red = entries.filter(\.summary.isRed)
    let green = good.entries.filter(\.summary.isGreen)
    return Self.groups(red: red.isEmpty ? entries : red, green: green.isEmpty ? good.entries : green)
  }

  private static func groups(red: [Entry], green: [Entry]) -> [RunGroup] {
    var groups: [RunGroup] = []
    var seen: Set<String?> = []
    let interrupted = red.filter { $0.summary.result == .interrupted }
    let redByTest = Dictionary(grouping: red.filter { $0.summary.result != .interrupted }) { $0.summary.test?.caseIdentity }
    let greenByTest = Dictionary(grouping: green) { $0.summary.test?.caseIdentity }
    for entry in red where entry.summary.result != .interrupted && seen.insert(entry.summary.test?.caseIdentity).inserted {
      let identity = entry.summary.test?.caseIdentity
      let own = redByTest[identity] ?? []
      let titles = Set(own.compactMap { $0.summary.test?.title })
      groups.append(
        RunGroup(
          test: entry.summary.test, red: own, green: greenByTest[identity] ?? [],
          interrupted: interrupted.filter { !titles.isDisjoint(with: $0.summary.interruptedBy) }))
    }
    return groups
  }
}
