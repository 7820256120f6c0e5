/// Whether a condition holds, as far as the log was read.
enum Truth: Sendable {
  case no
  case yes
  /// The log does not show it; neither the condition nor its negation holds.
  case unknown
  /// The answer needs more of the log.
  case pending

  init(_ holds: Bool) { self = holds ? .yes : .no }

  var negated: Truth {
    switch self {
    case .no: .yes
    case .yes: .no
    case .unknown, .pending: self
    }
  }
}

/// A query's structure over numbered leaves.
indirect enum Formula: Sendable {
  case leaf(Int)
  case all([Formula])
  case any([Formula])
  case not(Formula)
}

extension Formula {
  /// The truth of the formula from the truth of its leaves. Stops as soon as the result is known.
  func truth(_ leaf: (Int) throws(HistoryError) -> Truth) throws(HistoryError) -> Truth {
    switch self {
    case .leaf(let number): return try leaf(number)
    case .not(let formula): return try formula.truth(leaf).negated
    case .all(let formulas): return try Self.combined(formulas, deciding: .no, leaf)
    case .any(let formulas): return try Self.combined(formulas, deciding: .yes, leaf)
    }
  }

  private static func combined(
    _ formulas: [Formula], deciding: Truth, _ leaf: (Int) throws(HistoryError) -> Truth
  ) throws(HistoryError) -> Truth {
    var result = deciding.negated
    for formula in formulas {
      let truth = try formula.truth(leaf)
      if truth == deciding { return truth }
      if truth == .pending || (truth == .unknown && result != .pending) { result = truth }
    }
    return result
  }
}
