#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// How the program ends, as its help promises.
struct ExitStatus: Error, Equatable {
  let code: Int32

  static let fine = ExitStatus(code: 0)
  /// A difference, or nothing found.
  static let found = ExitStatus(code: 1)
  static let usage = ExitStatus(code: 2)
  /// A log could not be opened, or held not one record.
  static let unreadable = ExitStatus(code: 3)

  /// Ends an answer about several logs: with ``found`` where something was found in those that can be read, else with ``unreadable``
  /// where one cannot.
  static func end(found isFound: Bool, unreadable isUnreadable: Bool) throws(ExitStatus) {
    if isFound { throw found }
    if isUnreadable { throw unreadable }
  }

  func exit() -> Never {
    #if canImport(Glibc)
    Glibc.exit(code)
    #elseif canImport(Musl)
    Musl.exit(code)
    #else
    Darwin.exit(code)
    #endif
  }
}

/// What was asked for is not in the log.
struct NotThere: Error {
  let message: String
}

/// A command line that cannot mean anything, found after it was parsed.
struct UsageError: Error {
  /// Lines of text. A line feed in one of them stands in a name and is shown as a sign.
  let lines: [String]

  init(lines: [String]) { self.lines = lines }

  init(message: String) { lines = [message] }

  var message: String { lines.joined(separator: "\n") }
}
