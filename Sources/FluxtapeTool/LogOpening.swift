import FluxtapeHistory
import FluxtapeJSON
import FluxtapeReports

extension History {
  /// Opens the one run that the logs at `paths` are of.
  ///
  /// - Throws: ``HistoryError`` if a log cannot be read, ``UsageError`` if the logs are of several runs.
  static func ofOneRun(_ paths: [String]) throws -> History {
    let runs = try History.open(paths)
    guard let first = runs.first, runs.count == 1 else {
      let names = runs.compactMap { $0.files.first?.path }.joined(separator: ", ")
      throw UsageError(message: "these logs are of \(runs.count) runs (\(names)): name the logs of one run")
    }
    return first
  }

  /// The row of a step that somebody named.
  ///
  /// - Throws: ``ExitStatus/found`` after saying so if there is no such step.
  func row(at address: StepAddress) throws -> Int {
    guard let step = address.step, let row = row(of: step) else {
      let last = rows.last { $0.step != nil }?.step
      StandardOutput.tell("fluxtape: \(address.text) is not in the log" + (last.map { ", its last step is \($0)" } ?? ""))
      throw ExitStatus.found
    }
    return row
  }

  /// The state of `store` after a row. Doubts about it are told beside the answer.
  ///
  /// - Throws: ``ExitStatus/found`` after saying why if the state is not known there.
  func knownState(of store: String, after row: Int, at address: StepAddress) throws -> JSONValue {
    guard stores.contains(store) else {
      throw UsageError(message: "there is no store '\(store)' in \(address.log); its stores are \(stores.joined(separator: ", "))")
    }
    let answer = try state(of: store, after: row)
    guard case .known(let value, let certainty) = answer else {
      StandardOutput.tell("fluxtape: \(address.text): the state of \(store) is not known: \(answer.whyUnknown(in: self) ?? "unknown")")
      throw ExitStatus.found
    }
    if let doubt = certainty.doubt(in: self) { StandardOutput.tell("fluxtape: \(address.text): \(doubt)") }
    return value
  }
}
