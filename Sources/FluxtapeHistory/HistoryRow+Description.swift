import FluxtapeLog

extension HistoryRow {
  /// What stands for the type of a row that has none.
  var words: String {
    switch kind {
    case .jump:
      guard let missing else { return "steps missing" }
      return missing.lowerBound == missing.upperBound
        ? "step \(missing.lowerBound) is missing" : "steps \(missing.lowerBound) to \(missing.upperBound) are missing"
    case .badLine where isTorn: return "incomplete last line"
    case .badLine: return error?.description ?? "no record"
    case .unknown: return "record of an unknown kind"
    case .gap: return "records lost"
    case .action, .mark, .end, .state: return ""
    }
  }

  /// The reason of the gap that stands for what a later segment no longer has.
  static func droppedReason(segments: Int) -> String {
    segments == 1 ? "1 earlier segment is no longer kept" : "\(segments) earlier segments are no longer kept"
  }
}
