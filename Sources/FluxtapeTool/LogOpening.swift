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
    if !first.needs.isEmpty {
      StandardOutput.tell("fluxtape: no states: the log needs a reader that knows \(first.needs.joined(separator: ", "))")
    }
    return first
  }

  /// The row of a step that somebody named.
  ///
  /// - Throws: ``ExitStatus/found`` after saying so if there is no such step.
  func row(at address: StepAddress) throws -> Int {
    guard let step = address.step, let row = row(of: step) else {
      StandardOutput.tell("fluxtape: \(address.text) is not in the log" + (lastStep.map { ", its last step is \($0)" } ?? ""))
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
    guard let value = try toldState(of: store, after: row, at: address) else { throw ExitStatus.found }
    return value
  }

  /// The states of all stores that have one after a row. What is not known of them is told beside the answer.
  ///
  /// - Throws: ``ExitStatus/found`` after saying why if none is known, though there are some.
  func knownStates(after row: Int, at address: StepAddress) throws -> JSONObject {
    var states: JSONObject = [:]
    var isAnyUnknown = false
    for store in stores {
      if case .absent = try state(of: store, after: row) { continue }
      let value = try toldState(of: store, after: row, at: address)
      isAnyUnknown = isAnyUnknown || value == nil
      states[store] = value
    }
    if states.isEmpty, isAnyUnknown { throw ExitStatus.found }
    return states
  }

  /// The state, and doubts about it on standard error; nil after saying why it is not known.
  private func toldState(of store: String, after row: Int, at address: StepAddress) throws -> JSONValue? {
    let answer = try state(of: store, after: row)
    guard case .known(let value, let certainty) = answer else {
      StandardOutput.tell("fluxtape: \(address.text): the state of \(store) is not known: \(answer.whyUnknown(in: self) ?? "unknown")")
      return nil
    }
    if let doubt = certainty.doubt(in: self) { StandardOutput.tell("fluxtape: \(address.text): \(store): \(doubt)") }
    return value
  }
}
