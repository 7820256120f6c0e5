#if Inspector
import FluxtapeCurses
import FluxtapeHistory
import FluxtapeScreen

/// What is shown while there is nothing to look at yet.
struct WaitingScreen {
  let title: String
  /// What is waited for.
  let words: String
  let terminal: Terminal
  let isASCII: Bool

  /// Between two looks.
  private static let pause = Duration.milliseconds(50)
  /// Looks before anything is shown: what comes at once needs no screen that says so.
  private static let unseenLooks = 2

  /// Looks again and again until `open` has something.
  ///
  /// - Returns: nil where the user leaves before that, or the terminal is gone.
  /// - Throws: what `open` throws.
  func wait(for open: () throws(HistoryError) -> HistoryOpening?) throws(HistoryError) -> HistoryOpening? {
    var looks = 0
    do throws(HistoryError) {
      while true {
        if let opening = try open() { return opening }
        looks += 1
        if looks > Self.unseenLooks { terminal.show(frame) }
        guard let event = terminal.next(deadline: .now + Self.pause) else { continue }
        guard isToGoOn(event) else { break }
      }
    } catch {
      terminal.close()
      throw error
    }
    terminal.close()
    return nil
  }

  private func isToGoOn(_ event: Event) -> Bool {
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

extension HistoryError {
  /// Whether the program that writes the log has not begun to.
  var isBeforeFirstLine: Bool { reason == .empty || reason == .notFound }
}

extension HistoryOpening {
  /// Opens logs, if there is anything in them yet.
  static func ofWritten(_ paths: [String]) throws(HistoryError) -> HistoryOpening? {
    do { return try HistoryOpening(toLookAt: paths) } catch {
      guard error.isBeforeFirstLine else { throw error }
      return nil
    }
  }
}
#endif
