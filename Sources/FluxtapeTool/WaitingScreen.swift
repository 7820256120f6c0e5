#if Inspector
  import FluxtapeCurses
  import FluxtapeHistory
  import FluxtapeScreen

  /// What is shown while nothing is written to the log yet.
  struct EmptyLogScreen {
    let paths: [String]
    let terminal: Terminal
    let isASCII: Bool

    /// Between two looks at the file.
    private static let pause = Duration.milliseconds(200)

    /// Waits until there is a step.
    ///
    /// - Returns: nil where the user leaves before that, or the terminal is gone.
    /// - Throws: ``HistoryError`` if the log cannot be read.
    func wait() throws -> HistoryOpening? {
      while true {
        terminal.show(frame)
        if let event = terminal.next(deadline: .now + Self.pause), !isToGoOn(event) {
          terminal.close()
          return nil
        }
        do { return try HistoryOpening(toLookAt: paths) } catch {
          guard error.reason == .empty else {
            terminal.close()
            throw error
          }
        }
      }
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
      let title = rest.cutTop(1)
      frame.write(StyledText(" " + (paths.last ?? ""), .title), row: 0, in: title, elision: .middle)
      frame.write(StyledText(" waiting for the first step   q leaves", .dim), row: 0, in: rest)
      return frame
    }
  }
#endif
