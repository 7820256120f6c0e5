import FluxtapeLog

/// An order of the list of runs.
package enum RunOrder: String, CaseIterable, Hashable, Sendable {
  /// That of ``RunListing``.
  case verdict
  case name, time, duration, steps, problems

  static let names = allCases.map(\.rawValue).joined(separator: ", ")

  /// What the order begins with.
  var words: String {
    switch self {
    case .verdict: "red ones first"
    case .name: "from A to Z"
    case .time: "the newest first"
    case .duration: "the longest first"
    case .steps: "most steps first"
    case .problems: "most problems first"
    }
  }

  /// The order that the key takes next.
  var next: RunOrder {
    let all = Self.allCases
    return all[((all.firstIndex(of: self) ?? 0) + 1) % all.count]
  }
}

/// What runs are sorted by; nil where it is not known yet.
struct RunMeasures: Hashable, Sendable {
  var name: String
  var start: Timestamp?
  var duration: Int?
  var steps: Int?
  var problems: Int?
  var notes = 0

  /// What comes first if it is more. Without a value, a run comes last.
  fileprivate func amounts(for order: RunOrder) -> (Int, Int) {
    let amount: Int? =
      switch order {
      case .verdict, .name: 0
      case .time: start.map { Int(clamping: $0.microsecondsSince1970) }
      case .duration: duration
      case .steps: steps
      case .problems: problems
      }
    return (amount ?? .min, order == .problems ? notes : 0)
  }
}

extension RunOrder {
  /// Sorts runs that are in the order of the listing. Equal ones stay in it.
  func sorted<Run>(_ runs: [Run], by measures: (Run) -> RunMeasures) -> [Run] {
    let names = runs.map { self == .name ? measures($0).name.lowercased() : "" }
    let amounts = runs.map { measures($0).amounts(for: self) }
    return runs.indices.sorted { left, right in
      guard names[left] == names[right] else { return names[left] < names[right] }
      return (amounts[right].0, amounts[right].1, left) < (amounts[left].0, amounts[left].1, right)
    }.map { runs[$0] }
  }
}

extension InspectorState {
  /// Sorts the list of runs, which comes to the front. Without an order, takes the next one.
  mutating func sortRuns(by order: RunOrder?) {
    if !isListingRuns { showRuns() }
    runOrder = order ?? runOrder.next
    rebuildPanes()
    say("runs sorted by \(runOrder.rawValue): \(runOrder.words)")
  }
}
