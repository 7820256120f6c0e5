import FluxtapeDocuments
import FluxtapeHistory
import FluxtapeJSON

/// One difference between the shown run and another one. Row numbers are those of the compared runs.
struct RunDifference: Sendable {
  enum Kind: Sendable {
    /// The same action, or the same change without an action, led to different states.
    case state(Values?)
    /// The same type of action has a different payload.
    case payload(Values?)
    /// The same action failed in only one of the runs, or failed differently.
    case failure
    /// The log of one run ends in this action.
    case inFlight
    /// The other run lacks the row here. `elsewhere` is its number in the other run if it comes there at another place.
    case onlyShown(elsewhere: Int?)
    /// The shown run lacks the row here. `elsewhere` is its number in the shown run if it comes there at another place.
    case onlyOther(elsewhere: Int?)
    /// The last states of a store differ.
    case lastState(Values?)
  }

  /// The first value that differs, and the number of those known to differ.
  struct Values: Sendable {
    /// With the store, for a value in a state.
    let path: String
    let other: JSONNode?
    let shown: JSONNode?
    let count: Int

    /// Returns nil if no values are known.
    init?(_ differences: [ValueDifference], store: String?) {
      guard let first = differences.first else { return nil }
      // Without the document, a token that can be an index is taken for one.
      let parts: [StatePath.Part] = first.pointer.tokens.map { token in
        JSONPointer.arrayIndex(token).map(StatePath.Part.element) ?? .member(token)
      }
      path = StatePath(store: store, parts: parts).description
      other = first.first.map { JSONNode($0) }
      shown = first.second.map { JSONNode($0) }
      count = differences.count
    }

    /// `3 more`; nil if only one value differs.
    var more: String? {
      guard count > 1 else { return nil }
      return count < RunComparison.mostValues ? "\(QuantityText.grouped(count - 1)) more" : "more"
    }
  }

  let kind: Kind
  /// The number of the row in the shown run; nil if the shown run lacks it.
  let shown: Int?
  /// The number of the row in the other run; nil if the other run lacks it.
  let other: Int?
  /// The row in the shown run, or the nearest one before it; the first row if there is none before it.
  let target: LinePlace?
}

extension RunDifference.Kind {
  /// Returns nil for a divergence that is not about a row of both runs.
  ///
  /// - Parameter store: The store of the row.
  init?(_ divergence: RunComparison.Divergence, store: String?) {
    switch divergence {
    case .states(_, _, let differences): self = .state(RunDifference.Values(differences, store: store))
    case .contents(_, _, let differences): self = .payload(RunDifference.Values(differences, store: nil))
    case .outcomes: self = .failure
    case .inFlight: self = .inFlight
    case .actions, .order, .missing, .additional: return nil
    }
  }
}

extension RunComparison.Divergence {
  /// The row of the second run; nil for a divergence that is not about a row of both runs.
  var rowOfPair: Int? {
    switch self {
    case .states(_, let row, _), .contents(_, let row, _), .outcomes(_, let row), .inFlight(_, let row): row
    case .actions, .order, .missing, .additional: nil
    }
  }
}
