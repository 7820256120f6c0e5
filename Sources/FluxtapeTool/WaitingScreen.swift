#if Inspector
import FluxtapeCurses
import FluxtapeHistory
import FluxtapeScreen

/// The screen while waiting for a log.
struct WaitingScreen {
  let title: String
  /// The words that tell what the screen is waiting for.
  let words: String
  let terminal: Terminal
  let isASCII: Bool

  /// The time between checks.
  private static let pause = Duration.milliseconds(50)
  /// The number of checks before drawing. A log that appears at once needs no screen.
  private static let checksBeforeDrawing = 2

  /// Calls `open` repeatedly until it returns an opening.
  ///
  /// - Returns: Nil if the user quits or the terminal is gone.
  /// - Throws: Rethrows errors of `open`.
  func wait(for open: () throws(HistoryError) -> HistoryOpening?) throws(HistoryError) -> HistoryOpening? {
    var checks = 0
    do throws(HistoryError) {
      while true {
        if let opening = try open() { return opening }
        checks += 1
        if checks > Self.checksBeforeDrawing { terminal.show(frame) }
        guard let event = terminal.next(deadline: .now + Self.pause) else { continue }
        guard handle(event) else { break }
      }
    } catch {
      terminal.close()
      throw error
    }
    terminal.close()
    return nil
  }

  /// Handles an event. Returns whether to continue.
  private func handle(_ event: Event) -> Bool {
    switch event {
    case .key(.character("q")), .key(.character("Q")), .key(.control("c")), .hangup: return false
    case .key(.control("z")): terminal.suspend()
    default: break
    }
    return true
  }

  private var frame: Frame {
    var frame = Frame(size: terminal.size, typesetting: terminal.supportsUnicode && !isASCII ? .unicode : .ascii)
    var rest = frame.bounds
    frame.write(StyledText(" " + title, .title), row: 0, in: rest.cutTop(1), elision: .middle)
    frame.write(StyledText(" \(words)   q leaves", .dim), row: 0, in: rest)
    return frame
  }
}

extension HistoryOpening {
  /// Opens logs. Returns nil while they are missing or empty.
  static func ofWritten(_ paths: [String]) throws(HistoryError) -> HistoryOpening? {
    do { return try HistoryOpening(inspecting: paths) } catch {
      guard error.isBeforeFirstLine else { throw error }
      return nil
    }
  }
}
#endif
