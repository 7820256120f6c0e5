/// What separates the red runs of a folder from its green ones, test by test.
public struct FolderCauses: Sendable {
  /// The runs of a test, and what separates its red ones.
  public struct Part: Sendable {
    public let group: RunGroup
    public let causes: FailureCauses
  }

  /// A part for each test with red runs, in the order of the listing.
  public let parts: [Part]

  /// - Parameters:
  ///   - groups: Red runs with the green ones that they are held against.
  ///   - ignoring: Paths whose values do not count, in every store or, if they name one, in that.
  ///   - report: Called now and then with how many runs of a test were read, and of how many; returning `false` ends the search.
  /// - Throws: ``HistoryError`` if a log cannot be read any more.
  public init(
    _ groups: [RunGroup], ignoring: [StatePath] = [], report: (Int, Int) -> Bool = { _, _ in true }
  ) throws(HistoryError) {
    var parts: [Part] = []
    for group in groups {
      parts.append(Part(group: group, causes: try FailureCauses(red: group.red, green: group.green, ignoring: ignoring, report: report)))
    }
    self.parts = parts
  }

  /// The groups of red runs with one signature that any of some runs is in, in the order of the parts.
  public func signatures(among entries: [RunListing.Entry]) -> [(part: Part, group: FailureCauses.Group)] {
    let places = Set(entries.map(\.place))
    return parts.flatMap { part in
      part.causes.groups.filter { $0.red.contains { places.contains($0.place) } }.map { (part, $0) }
    }
  }
}
