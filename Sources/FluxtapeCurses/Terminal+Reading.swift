import CNcurses
import FluxtapeScreen

extension Terminal {
  /// How long a pasted text may pause before it counts as complete: long enough for any network, short enough not to look stuck.
  private static let pastePatience = Duration.seconds(2)

  /// Waits for what happens next, without using the processor.
  ///
  /// Returns nil when `deadline` has passed with nothing to tell; one that has passed already makes this a look at what is there.
  package func next(deadline: ContinuousClock.Instant? = nil) -> Event? {
    while true {
      if let event = events.popFirst() { return event }
      guard isOpen, !isHungUp else { return .hangup }
      let patience = assembler.isPasting ? ContinuousClock.now + Self.pastePatience : nil
      let limit = [deadline, patience].compactMap(\.self).min()
      let ready = cncurses_wait(input, waker.pipe.reader, Self.milliseconds(until: limit))
      if ready & Int32(CNCURSES_WAKE) != 0 { readWakes() }
      if ready & Int32(CNCURSES_INPUT) != 0 { readCodes() }
      if ready & Int32(CNCURSES_HANGUP) != 0 { isHungUp = true }
      guard ready == 0, events.isEmpty else { continue }
      if let patience, patience <= .now { events += assembler.endPaste().map(Event.key) }
      if events.isEmpty, let deadline, deadline <= .now { return nil }
    }
  }

  /// Rounded up, so that a deadline has passed when the wait is over.
  private static func milliseconds(until instant: ContinuousClock.Instant?) -> Int32 {
    guard let instant else { return -1 }
    let parts = (instant - .now).components
    guard parts.seconds >= 0, parts.attoseconds >= 0 else { return 0 }
    return Int32(min(parts.seconds, 1_000_000) * 1_000 + (parts.attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
  }

  private func readWakes() {
    let reasons = waker.pipe.drain()
    if reasons.contains(WakePipe.continued) {
      // Stopped from outside: curses does not know that others have used the terminal since.
      endwin()
      resume()
    }
    if reasons.contains(WakePipe.resized) { readCodes() }
    if reasons.contains(WakePipe.woken) { events.append(.wake) }
  }

  /// Reads all that is there. However many times the size has changed, it is told once.
  private func readCodes() {
    var isResized = false
    while true {
      let code = cncurses_read()
      guard code.kind != ERR else { break }
      if code.kind != KEY_CODE_YES {
        if let scalar = Unicode.Scalar(code.code) { take(.scalar(scalar)) }
      } else if code.code == UInt32(KEY_RESIZE) {
        isResized = true
      } else if code.code == UInt32(KEY_MOUSE) {
        if let mouse = readMouse() { take(.key(.mouse(mouse))) }
      } else if let key = Key(cursesCode: Int32(truncatingIfNeeded: code.code)) {
        take(.key(key))
      }
    }
    take(.pause)
    if isResized { noteSize() }
  }

  private func take(_ input: KeyAssembler.Input) {
    events += assembler.take(input).map(Event.key)
  }

  /// Takes over the size that curses has found.
  func noteSize() {
    size = Size(rows: Int(cncurses_rows()), columns: Int(cncurses_columns()))
    shown = nil
    events.append(.resize(size))
  }

  private func readMouse() -> Key.Mouse? {
    let mouse = cncurses_read_mouse()
    let action: Key.Mouse.Action? =
      switch Int(mouse.action) {
      case CNCURSES_PRESS: .press
      case CNCURSES_RELEASE: .release
      case CNCURSES_WHEEL_UP: .wheelUp
      case CNCURSES_WHEEL_DOWN: .wheelDown
      default: nil
      }
    return action.map { Key.Mouse($0, at: Position(row: Int(mouse.row), column: Int(mouse.column))) }
  }
}
