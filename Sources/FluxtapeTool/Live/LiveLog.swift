import FluxtapeDocuments
import FluxtapeHistory
import FluxtapeJSON
import FluxtapeLiveWire
import FluxtapeLog
import Foundation

/// The log of a live session, read on whenever a question needs more of it.
final class LiveLog: Sendable {
  let path: String
  private let logs: FollowedLogs

  /// Reads the log up to its end.
  init(_ path: String) throws {
    self.path = path
    let opening = try HistoryOpening(any: [path])
    try opening.wait()
    logs = FollowedLogs(opening, keeping: 0) { (_) throws(HistoryError) in try HistoryOpening(any: [path]) }
  }

  /// The session's run, which is the last one.
  var history: History {
    get throws {
      guard let history = logs.histories.last else { throw NotThere(message: "\(path) has no run") }
      return history.fixed()
    }
  }

  /// Returns the row of a step as soon as it is in the log, with its outcome if that comes before the deadline; nil if it is not there then.
  func row(of step: Int, until deadline: ContinuousClock.Instant) throws -> (row: Int, history: History)? {
    while true {
      let history = try history
      let row = history.row(of: StepNumber(step))
      if let row, !history.rows[row].isInFlight { return (row, history) }
      if try logs.check() == nil {
        guard ContinuousClock.now < deadline else { return row.map { ($0, history) } }
        usleep(500)
      }
    }
  }

  /// What the log has of stores whose states a session does not keep.
  ///
  /// - Throws: ``NotThere`` if the log does not have them either.
  func states(of stores: [String], after step: Int) throws -> LoggedStates {
    let address = StepAddress(log: path, row: .step(StepNumber(step)))
    let found = try row(of: step, until: .now + .milliseconds(200))
    let history = try found?.history ?? history
    let row = try found?.row ?? history.row(at: address)
    var logged: LoggedStates = [:]
    for store in stores {
      switch try history.state(of: store, after: row) {
      case .known(let node, .exact):
        let state = node.value
        // A part of a text could be read, too.
        if let secret = RedactionReason.all(in: state, at: store).first {
          throw NotThere(message: "\(address.text): \(secret.path) is redacted in the log, so the app is not set to it")
        }
        logged.states[store] = state
      case .absent: logged.absent.insert(store)
      case .known: throw NotThere(message: "\(address.text): the state of \(store) is not certain, so the app is not set to it")
      case let answer: throw NotThere(message: history.unknown(answer, of: store, at: address))
      }
    }
    return logged
  }
}

extension LiveClient {
  /// Carries out a command. Takes states that the session does not keep from the log.
  func perform(_ command: LiveCommand, with log: () throws -> LiveLog) throws -> LiveMessage {
    let reply = try perform(command)
    guard case .jump(let step, _) = command, case .refused(_, _, let missing) = reply, !missing.isEmpty else { return reply }
    return try perform(.jump(to: step, states: log().states(of: missing, after: step)))
  }
}
