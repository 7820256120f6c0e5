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
    var input = BytesOfLines()
    // Collect the lines of a private key, which its first and last lines mark.
    var (bytes, lines): ([UInt8], [String]) = ([], [])
    while let line = try input.next() {
      bytes += line
      lines.append(String(decoding: line.dropLast(Self.lineEnd(of: line).count), as: UTF8.self))
      let isWithinKey = lines[0].contains("-----BEGIN ") && !lines[lines.count - 1].contains("-----END ") && lines.count < Self.longestKey
      guard !isWithinKey else { continue }
      // Write each line at once, so that people can watch tests.
      Self.write(bytes, lines.joined(separator: "\n"), redaction)
      (bytes, lines) = ([], [])
    }
    if !bytes.isEmpty { Self.write(bytes, lines.joined(separator: "\n"), redaction) }
  }

  /// Writes the bytes as they came, unless something in them is redacted.
  private static func write(_ bytes: [UInt8], _ text: String, _ redaction: LogRedaction) {
    let redacted = redaction.redacted(text)
    guard !redacted.utf8.elementsEqual(text.utf8) else { return StandardOutput.write(bytes) }
    StandardOutput.write(Array(redacted.utf8) + lineEnd(of: bytes))
  }

  private static func lineEnd(of line: [UInt8]) -> ArraySlice<UInt8> {
    guard line.last == UInt8(ascii: "\n") else { return [] }
    return line.suffix(line.dropLast().last == UInt8(ascii: "\r") ? 2 : 1)
  }
}

/// The lines of standard input with their line feeds, as soon as they arrive.
private struct BytesOfLines {
  private var read: [UInt8] = []
  private var place = 0

  mutating func next() throws(UsageError) -> [UInt8]? {
    var searched = place
    while true {
      if let end = read[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        defer { place = end + 1 }
        return Array(read[place...end])
      }
      searched = read.count - place
      if place > 0 { read.removeFirst(place) }
      place = 0
      guard let more = TextFile.piece(ofDescriptor: 0) else {
        throw UsageError(message: "standard input cannot be read; redact copies text that is piped into it")
      }
      guard !more.isEmpty else {
        defer { read = [] }
        return read.isEmpty ? nil : read
      }
      read += more
    }
  }
}
