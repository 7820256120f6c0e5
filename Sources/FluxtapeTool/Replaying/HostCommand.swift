/// A host's command line: a program and its arguments, with the time limit for an answer.
struct HostCommand: Sendable {
  let text: String
  /// The name in messages.
  let name: String
  private let program: String
  private let arguments: [String]
  private let patience: Duration

  /// - Parameters:
  ///   - text: A program and its arguments, separated by blanks. Quote a word with blanks.
  ///   - seconds: The time limit for an answer.
  /// - Throws: ``UsageError`` if there is no program, a quote is not closed, or the time limit is invalid.
  init(_ text: String, seconds: Double) throws(UsageError) {
    let parts = try CommandWords.split(text)
    guard let program = parts.first else { throw UsageError(message: "--host needs a program") }
    guard seconds > 0, seconds < 1e6 else { throw UsageError(message: "--host-timeout needs seconds, more than 0") }
    self.text = text
    self.program = program
    name = program.split(separator: "/").last.map(String.init) ?? program
    arguments = Array(parts.dropFirst())
    patience = .seconds(seconds)
  }

  /// - Parameters:
  ///   - isQuiet: Whether to discard its standard error.
  ///   - isStopped: Called regularly while waiting for an answer.
  /// - Throws: `HostError` if it cannot be started.
  func start(isQuiet: Bool = false, isStopped: (@Sendable () -> Bool)? = nil) throws -> HostProcess {
    try HostProcess(
      program, named: name, arguments: arguments, patience: patience, isQuiet: isQuiet, isStopped: isStopped)
  }
}
