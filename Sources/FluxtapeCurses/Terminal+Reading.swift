import CNcurses
import FluxtapeScreen

extension Terminal {
  /// A pasted text counts as complete after this pause: long enough for any network, short enough not to seem stuck.
  private static let pastePatience = Duration.seconds(2)

  /// Waits for the next event.
  ///
  /// Returns nil if there is none before `deadline`. Does not wait if the deadline has passed.
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

  /// Returns the time until `instant`, rounded up so that it has passed after the wait.
  private static func milliseconds(until instant: ContinuousClock.Instant?) -> Int32 {
    guard let instant else { return -1 }
    let parts = (instant - .now).components
    guard parts.seconds >= 0, parts.attoseconds >= 0 else { return 0 }
    return Int32(min(parts.seconds, 1_000_000) * 1_000 + (parts.attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
  }

  private func readWakes() {
    let reasons = waker.pipe.drain()
    if reasons.contains(WakePipe.continued) {
      // Another process stopped this one. Tell curses that others may have used the terminal.
      endwin()
      resume()
    }
    if reasons.contains(WakePipe.resized) { readCodes() }
    if reasons.contains(WakePipe.woken) { events.append(.wake) }
  }

  /// Reads all waiting input. Reports several changes of size as one.
  private func readCodes() {
    var isResized = false
    while true {
      let code = cncurses_read()
      guard code.kind != ERR else { break }
      if code.kind != KEY_CODE_YES {
        if let scalar = Unicode.Scalar(code.code) { consume(.scalar(scalar)) }
      } else if code.code == UInt32(KEY_RESIZE) {
        isResized = true
      } else if let key = Key(cursesCode: Int32(truncatingIfNeeded: code.code)) {
        consume(.key(key))
      }
    }
    consume(.pause)
    if awaitsBackground, let reported = assembler.background { (background, awaitsBackground) = (reported, false) }
    if isResized { updateSize() }
  }

  private func consume(_ input: KeyAssembler.Input) {
    events += assembler.consume(input).map(Event.key)
  }

  /// Updates the size from curses.
  func updateSize() {
    size = Size(rows: Int(cncurses_rows()), columns: Int(cncurses_columns()))
    shown = nil
    events.append(.resize(size))
  }
}
