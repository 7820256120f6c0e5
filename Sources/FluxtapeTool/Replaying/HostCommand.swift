/// A host as it is named on the command line: a program and what it is told, with what it may take for one answer.
struct HostCommand: Sendable {
  let text: String
  /// What messages call it.
  let name: String
  private let program: String
  private let arguments: [String]
  private let patience: Duration

  /// - Parameters:
  ///   - text: A program, with arguments after blanks. What has a blank in it stands in quotes.
  ///   - seconds: What it may take for one answer.
  /// - Throws: ``UsageError`` if it names no program, a quote is open, or nobody can wait so long.
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
  ///   - isQuiet: Whether nobody hears what it says on standard error.
  ///   - isStopped: Asked while an answer is waited for.
  /// - Throws: `HostError` if it cannot be started.
  func start(isQuiet: Bool = false, isStopped: (@Sendable () -> Bool)? = nil) throws -> HostProcess {
    try HostProcess(
      program, named: name, arguments: arguments, patience: patience, isQuiet: isQuiet, isStopped: isStopped)
  }
}
