import FluxtapeHistory
import FluxtapeScreen
import Foundation

/// Standard output for answers, buffered. The program exits quietly if its reader stops (`| head`).
struct StandardOutput: ~Copyable {
  /// The buffer sizes: one screen at first, which appears at once, then more for fewer system calls.
  private static let (firstPiece, largestPiece) = (4 << 10, 32 << 10)

  private var bytes: [UInt8] = []
  private var pieceSize = firstPiece

  mutating func line(_ text: String) {
    bytes.append(contentsOf: text.utf8)
    bytes.append(UInt8(ascii: "\n"))
    if bytes.count >= pieceSize { flush() }
  }

  /// Prints the lines that `texts` makes of `rows`.
  mutating func lines(of rows: [Int], threads: Int, _ texts: @Sendable (ArraySlice<Int>) -> any Sequence<String>) {
    // The first screen appears at once.
    SharedWork.mapPieces(of: rows, threads: threads, first: 64, most: 4096) { piece in
      var (lines, byteCount) = ([String](), 0)
      for text in texts(piece) {
        lines.append(text)
        byteCount += text.utf8.count
        if byteCount >= SharedWork.mostBytes { break }
      }
      return (lines, lines.count)
    } consume: { lines in
      for text in lines { line(text) }
    }
  }

  mutating func flush() {
    Self.write(bytes[...], to: STDOUT_FILENO)
    bytes.removeAll(keepingCapacity: true)
    pieceSize = min(pieceSize * 2, Self.largestPiece)
  }

  deinit { Self.write(bytes[...], to: STDOUT_FILENO) }
}

extension StandardOutput {
  static var isTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

  /// Makes writes to a closed pipe fail with EPIPE, instead of a signal that a shell would report.
  static func ignoreBrokenPipes() { _ = signal(SIGPIPE, SIG_IGN) }

  static func write(_ bytes: [UInt8]) { write(bytes[...], to: STDOUT_FILENO) }

  static func write(_ text: String) { write(Array(text.utf8)[...], to: STDOUT_FILENO) }

  /// Prints a line on standard error. Escapes it, as names in it may come from a log or a file name.
  static func warn(_ message: String) { write(Array((message.displayed() + "\n").utf8)[...], to: STDERR_FILENO) }

  /// Replaces the progress line on standard error.
  static func showProgress(_ message: String) { write(Array("\r\u{1B}[K\(message.displayed())".utf8)[...], to: STDERR_FILENO) }

  private static func write(_ bytes: ArraySlice<UInt8>, to descriptor: Int32) {
    guard let code = SystemOutput.write(bytes, to: descriptor) else { return }
    // An error of standard error cannot be reported.
    if descriptor == STDERR_FILENO { return }
    if code == EPIPE { ExitStatus.fine.exit() }
    warn("fluxtape: cannot write the answer: \(unsafe String(cString: strerror(code)))")
    ExitStatus.unreadable.exit()
  }
}
