import Foundation

/// The exit statuses that the help documents.
struct ExitStatus: Error, Equatable {
  let code: Int32

  static let fine = ExitStatus(code: 0)
  /// A difference was found, or nothing was found.
  static let found = ExitStatus(code: 1)
  static let usage = ExitStatus(code: 2)
  /// A log could not be opened, or has no record.
  static let unreadable = ExitStatus(code: 3)

  /// Ends an answer about several logs: with ``found`` if something was found in the readable ones, else with ``unreadable`` if one is
  /// unreadable.
  static func end(found isFound: Bool, unreadable isUnreadable: Bool) throws(ExitStatus) {
    if isFound { throw found }
    if isUnreadable { throw unreadable }
  }

  func exit() -> Never { systemExit(code) }
}

// In the type, `exit` would be its own.
private func systemExit(_ code: Int32) -> Never { exit(code) }

/// The requested item is not in the log.
struct NotThere: Error {
  let message: String
}

/// An invalid command line, detected after parsing.
struct UsageError: Error {
  /// The lines of the message. A line feed inside a line is part of a name, and is printed escaped.
  let lines: [String]

  init(lines: [String]) { self.lines = lines }

  init(message: String) { lines = [message] }

  var message: String { lines.joined(separator: "\n") }
}
