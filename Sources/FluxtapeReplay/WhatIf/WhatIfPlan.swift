package import FluxtapeJSON

/// What a list of edits does to each step.
package struct WhatIfPlan: Hashable, Sendable {
  /// An action that comes at another place than its own.
  package enum Arrival: Hashable, Sendable {
    case moved(Int)
    case copy(Int, contents: JSONValue?)

    /// The action's recorded number.
    package var step: Int {
      switch self {
      case .moved(let step), .copy(let step, _): step
      }
    }
  }

  package private(set) var skipped: Set<Int> = []
  /// The edited payloads. Skipped actions have none.
  package private(set) var contents: [Int: JSONValue] = [:]
  /// The steps before which moved actions come. Skipped actions are not moved.
  package private(set) var moved: [Int: Int] = [:]
  /// The actions that come before each step, in their order.
  package private(set) var arrivals: [Int: [Arrival]] = [:]

  package init(_ edits: [WhatIf.Edit]) {
    for edit in edits {
      switch edit {
      case .skip(let step): skipped.insert(step)
      case .contents(let step, let payload): contents[step] = payload
      case .move(let step, let place): moved[step] = place
      case .copy: break
      }
    }
    for step in skipped { (moved[step], contents[step]) = (nil, nil) }
    var waiting = moved
    for case .move(let step, let place) in edits where waiting[step] == place {
      waiting[step] = nil
      arrivals[place, default: []].append(.moved(step))
    }
    for case .copy(let step, let place, let contents) in edits {
      arrivals[place, default: []].append(.copy(step, contents: contents))
    }
  }
}
