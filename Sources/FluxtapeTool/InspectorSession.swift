#if Inspector
  import FluxtapeCurses
  import FluxtapeHistory
  import FluxtapeInspector
  import FluxtapeScreen

  /// The inspector on the terminal that the program runs in: events in, frames out.
  struct InspectorSession {
    private let terminal: Terminal
    private var inspector: Inspector

    init(_ runs: [History], theme name: String, isASCII: Bool) throws {
      guard let theme = Theme.all.first(where: { $0.name == name }) else {
        throw UsageError(message: "there is no theme '\(name)'; themes are \(Theme.all.map(\.name).joined(separator: ", "))")
      }
      do { terminal = try Terminal(theme: theme) } catch { throw UsageError(message: "\(error)") }
      let typesetting = terminal.supportsUnicode && !isASCII ? Typesetting.unicode : .ascii
      guard let inspector = Inspector(runs: runs, typesetting: typesetting) else {
        throw UsageError(message: "no log to inspect")
      }
      self.inspector = inspector
      // Shown when the terminal is given back: the screen is not to be written to meanwhile.
      if let notice = terminal.notice { StandardOutput.tell("fluxtape: \(notice)") }
    }

    /// Returns when the user leaves or the terminal is gone; the terminal is as it was then.
    mutating func run() {
      defer { terminal.close() }
      terminal.show(inspector.frame(size: terminal.size))
      while let event = nextEvent() {
        guard handle(event) else { return }
        // Keys that came meanwhile are taken before anything is drawn, so that a held key never runs on after its release.
        while let waiting = terminal.next(deadline: .now) {
          guard handle(waiting) else { return }
        }
        terminal.show(inspector.frame(size: terminal.size))
      }
    }

    /// Works in the background while nothing happens, and shows how far that is.
    private mutating func nextEvent() -> Event? {
      while inspector.isBusy {
        if let event = terminal.next(deadline: .now) { return event }
        inspector.work()
        terminal.show(inspector.frame(size: terminal.size))
      }
      return terminal.next()
    }

    /// - Returns: whether to go on.
    private mutating func handle(_ event: Event) -> Bool {
      switch event {
      case .hangup: return false
      case .resize, .wake: return true
      case .key(let key):
        for request in inspector.handle(key) {
          switch request {
          case .quit: return false
          case .suspend: terminal.suspend()
          case .redraw: terminal.redraw()
          }
        }
        return true
      }
    }
  }
#endif
