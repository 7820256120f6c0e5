import ArgumentParser
import FluxtapeHistory

struct Redact: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Copy text from standard input without the secrets in it.",
    usage: "swift test 2>&1 | fluxtape redact [--key KEY]… >tests.txt",
    discussion: """
      Replaces secrets in texts by [redacted]: values behind names such as password, card numbers, tokens, private keys, one-time codes. It \
      finds more than a recorder does. Everything else stays as it is. For files beside logs, which recorders have redacted already.
      """
  )

  @Option(help: ArgumentHelp("Also redact what stands behind this name; repeatable.", valueName: "key")) var key: [String] = []

  /// The maximum number of lines of a private key.
  private static let longestKey = 1000

  func run() throws {
    var redaction = LogRedaction()
    for key in key {
      guard !key.isEmpty, key.allSatisfy({ $0.isLetter || $0.isNumber || "_-".contains($0) }) else {
        throw UsageError(message: "--key \(key): write a name such as nickname")
      }
      do { try redaction.add(key) } catch { throw UsageError(message: "--key \(key): write a name such as nickname") }
    }
    var output = StandardOutput()
    // Collect the lines of a private key, which its first and last lines mark.
    var lines: [String] = []
    while let line = readLine() {
      lines.append(line)
      let isWithinKey = lines[0].contains("-----BEGIN ") && !line.contains("-----END ") && lines.count < Self.longestKey
      guard !isWithinKey else { continue }
      output.line(redaction.redacted(lines.joined(separator: "\n")))
      // Flush after each line, so that people can watch tests.
      output.flush()
      lines = []
    }
    if !lines.isEmpty { output.line(redaction.redacted(lines.joined(separator: "\n"))) }
  }
}
