/// An input from the keyboard or the mouse.
package enum Key: Hashable, Sendable {
  case character(Character)
  case enter, tab, backTab, escape, backspace, delete, insert
  case up, down, left, right
  case home, end, pageUp, pageDown
  /// Ctrl with a lower-case letter, a space or one of `[ \ ] ^ _`.
  case control(Character)
  /// Alt with a character. Terminals and multiplexers may keep these for themselves.
  case alt(Character)
  /// F1 is 1.
  case function(Int)
  /// Pasted text, with newlines.
  case paste(String)
  case mouse(Mouse)

  /// A click or a turn of the wheel, and its cell.
  package struct Mouse: Hashable, Sendable {
    package enum Action: String, CaseIterable, Hashable, Sendable { case press, release, wheelUp, wheelDown }

    package var action: Action
    package var position: Position

    package init(_ action: Action, at position: Position) {
      self.action = action
      self.position = position
    }
  }
}
