import FluxtapeHistory

extension ReplayError: CustomStringConvertible {
  public var description: String {
    switch reason {
    case .unreadable(let error): "\(error)"
    case .severalRuns(let count): "the log holds \(count) runs; open it with History.open and create a Recording of one of them"
    case .noSuchStore(let store, let known):
      "there is no store '\(printable(store))' in the log; its stores are \(printable(QueryError.listed(known, nearestTo: store)))"
    case .noSuchStep(let step, let last): "no step \(step)" + (last.map { "; the last step is \($0)" } ?? "")
    case .noState(let store, let step): "the state of \(printable(store))\(Self.place(step)) is not known"
    case .stateHasUnknownValues(let store, let step, let values):
      "the state of \(printable(store))\(Self.place(step)) cannot be decoded, because the log lacks some values: "
        + values.map { printable($0.description) }.joined(separator: ", ")
    case .stateNotDecodable(let store, let step, let problem):
      "the state of \(printable(store))\(Self.place(step)) cannot be decoded: at '\(printable(problem.pointer))' \(printable(problem.what))"
    case .actionNotDecodable(let step, let type, _, _), .actionNotRegistered(let step, let type, _):
      "action \(step) (\(printable(type)))" + (complaintAboutAction.map { ": \($0)" } ?? "")
    }
  }

  /// The problem with an action, without naming the action; nil for other errors.
  package var complaintAboutAction: String? {
    switch reason {
    case .actionNotDecodable(_, let type, let version, let problem):
      "cannot be decoded\(version.map { " from version \($0)" } ?? ""): at '\(printable(problem.pointer))' \(printable(problem.what)). "
        + "Renamed or changed? Tell the replay how: "
        + "options.upcast(\"\(printable(type))\"\(version.map { ", from: \($0)" } ?? "")) { action in … }"
    case .actionNotRegistered(_, _, let known):
      "no type is registered for it; registered types are \(known.joined(separator: ", "))"
    default: nil
    }
  }

  private static func place(_ step: Int?) -> String { step.map { " at step \($0)" } ?? "" }
}
