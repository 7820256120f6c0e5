import FluxtapeLog
import FluxtapeLogReading

extension HistoryRow {
  /// What stands for the type of a row that has none.
  var words: String {
    switch kind {
    case .jump:
      guard let missing else { return "steps missing" }
      return missing.lowerBound == missing.upperBound
        ? "step \(missing.lowerBound) is missing" : "steps \(missing.lowerBound) to \(missing.upperBound) are missing"
    case .badLine where isTorn:
      guard let torn = tornLine, torn.byteCount == 0 else { return "incomplete last line" }
      return TornWords.nothingWritten(nulCount: torn.nulCount)
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

extension HistoryRow {
  /// Where the row's line broke off and what is lost with that, as a clause; `nil` if nothing that was begun is. Reads the line.
  public var brokenOff: String? {
    guard let torn = tornLine, torn.isCut else { return nil }
    return TornWords(torn).text
  }
}

/// What is told to a person of a line that broke off.
struct TornWords {
  private let torn: TornLine

  init(_ torn: TornLine) { self.torn = torn }

  var text: String {
    guard torn.byteCount > 0 else { return Self.nothingWritten(nulCount: torn.nulCount) }
    let following = torn.nulCount > 0 ? " (\(Self.nulBytes(torn.nulCount)) follow)" : ""
    return "the last line broke off after \(torn.byteCount.grouped) \(torn.byteCount == 1 ? "byte" : "bytes")\(loss)\(following)"
  }

  static func nothingWritten(nulCount: Int) -> String { "\(nulBytes(nulCount)): the end of the file was never written" }

  private static func nulBytes(_ count: Int) -> String { "\(count.grouped) NUL \(count == 1 ? "byte" : "bytes")" }

  private var loss: String {
    switch torn.line {
    case .record(.action(let action))?: return ": " + loss(of: action)
    case .record(.state)?: return ": its state is lost"
    case .record(.completion(let completion))?: return ", which was to complete step \(completion.step)"
    case .record, .header, nil: return ", before it told what it is"
    }
  }

  private func loss(of action: ActionRecord) -> String {
    if let effect = action.effect, effect.phase != .started {
      return action.payload == nil ? "its result and state were not written" : "its outcome is unknown"
    }
    switch torn.loss {
    case .nothing, .outcome: return "its outcome is unknown"
    case .member(""): return "the rest of it is lost"
    case .member(let key): return "its \(key) is lost"
    }
  }
}
