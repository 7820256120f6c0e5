/// Red runs and the green ones to compare them with: attempts at one test, runs of one program, or all runs of two folders.
public struct RunGroup: Hashable, Sendable {
  /// The test; `nil` if the runs are not from one.
  public let test: RecordedTest?
  /// The program's name if the runs are not from a test and others are of other programs.
  public let program: String?
  /// In the order of attempts.
  public let red: [RunListing.Entry]
  public let green: [RunListing.Entry]
  /// Runs that one of the red ones interrupted. Their failure is a consequence, so they have no group.
  public let interrupted: [RunListing.Entry]
}

extension RunListing {
  /// The tests of one folder with red attempts. Tests without green attempts are included, with nothing to compare.
  ///
  /// Runs that are not tests form one group, or one for each program.
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
    let hasPrograms = hasPrograms(red.filter { $0.summary.result != .interrupted }, green)
    func identity(_ entry: Entry) -> [String?] { [entry.summary.test?.caseIdentity, program(of: entry)] }
    func program(of entry: Entry) -> String? { entry.summary.test == nil && hasPrograms ? entry.summary.app : nil }
    var groups: [RunGroup] = []
    var seen: Set<[String?]> = []
    let interrupted = red.filter { $0.summary.result == .interrupted }
    let redByIdentity = Dictionary(grouping: red.filter { $0.summary.result != .interrupted }, by: identity)
    let greenByIdentity = Dictionary(grouping: green, by: identity)
    for entry in red where entry.summary.result != .interrupted && seen.insert(identity(entry)).inserted {
      let own = redByIdentity[identity(entry)] ?? []
      let titles = Set(own.compactMap { $0.summary.test?.title })
      groups.append(
        RunGroup(
          test: entry.summary.test, program: program(of: entry), red: own,
          green: greenByIdentity[identity(entry)] ?? [],
          interrupted: interrupted.filter { !titles.isDisjoint(with: $0.summary.interruptedBy) }))
    }
    return groups
  }

  /// Whether runs that are not from tests are of several programs, and each red one has green runs of its own.
  private static func hasPrograms(_ red: [Entry], _ green: [Entry]) -> Bool {
    func apps(_ entries: [Entry]) -> Set<String?> { Set(entries.filter { $0.summary.test == nil }.map(\.summary.app)) }
    return apps(red + green).count > 1 && apps(red).isSubset(of: apps(green))
  }
}
