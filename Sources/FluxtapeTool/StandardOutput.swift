#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

import FluxtapeHistory
import FluxtapeScreen

/// Where answers go. Bytes are gathered and written in large pieces; whoever stops reading (`| head`) ends the program quietly.
struct StandardOutput: ~Copyable {
  /// Bytes gathered before they are written: a screen at first, which is out at once, then so many that there are few system calls.
  private static let (firstPiece, largestPiece) = (4 << 10, 32 << 10)

  private var bytes: [UInt8] = []
  private var pieceSize = firstPiece

  mutating func line(_ text: String) {
    bytes.append(contentsOf: text.utf8)
    bytes.append(UInt8(ascii: "\n"))
    if bytes.count >= pieceSize { flush() }
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

  /// Writes to a pipe that nobody reads then fail with EPIPE, in place of a signal that a shell would report.
  static func exitQuietlyWhenNobodyReads() { _ = signal(SIGPIPE, SIG_IGN) }

  static func write(_ bytes: [UInt8]) { write(bytes[...], to: STDOUT_FILENO) }

  static func write(_ text: String) { write(Array(text.utf8)[...], to: STDOUT_FILENO) }

  /// Says something beside the answer, in a line on standard error. Names in it may come from a log or from who named its file, so
  /// nothing is left that could drive the terminal.
  static func tell(_ message: some StringProtocol) { write(Array((message.displayed() + "\n").utf8)[...], to: STDERR_FILENO) }

  /// Replaces the line on standard error that tells of progress.
  static func tellProgress(_ message: String) { write(Array("\r\u{1B}[K\(message.displayed())".utf8)[...], to: STDERR_FILENO) }

  private static func write(_ bytes: ArraySlice<UInt8>, to descriptor: Int32) {
    guard let code = SystemOutput.write(bytes, to: descriptor) else { return }
    // Nobody hears of it on standard error, and the status says as much.
    if descriptor == STDERR_FILENO { return }
    if code == EPIPE { ExitStatus.fine.exit() }
    tell("fluxtape: cannot write the answer: \(unsafe String(cString: strerror(code)))")
    ExitStatus.unreadable.exit()
  }
}
