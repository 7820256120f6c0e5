/// Red runs and the green ones to compare them with: attempts at one test, or all runs of two folders.
public struct RunGroup: Hashable, Sendable {
  /// The test; `nil` if the runs are not from one.
  public let test: RecordedTest?
  /// In the order of attempts.
  public let red: [RunListing.Entry]
  public let green: [RunListing.Entry]
  /// Runs that one of the red ones interrupted. Their failure is a consequence, so they have no group.
  public let interrupted: [RunListing.Entry]
}

extension RunListing {
  /// The tests of one folder with red attempts. Tests without green attempts are included, with nothing to compare.
  ///
  /// Runs that are not tests form one group.
  public var groups: [RunGroup] {
    Self.groups(red: entries.filter(\.summary.isRed), green: entries.filter(\.summary.isGreen))
  }

  /// Groups the red runs of this folder with the green runs of another, by test. If nothing is red here, all runs count; if nothing is
  /// green there, all runs count.
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
