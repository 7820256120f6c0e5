/// What a person did at the keyboard or with the mouse.
package enum Key: Hashable, Sendable {
  case character(Character)
  case enter, tab, backTab, escape, backspace, delete, insert
  case up, down, left, right
  case home, end, pageUp, pageDown
  /// With the Ctrl key: a lower case letter, a space or one of `[ \ ] ^ _`.
  case control(Character)
  /// With the Alt key. Terminals and their wrappers may keep these for themselves.
  case alt(Character)
  /// F1 is 1.
  case function(Int)
  /// Text that was pasted at once, newlines and all.
  case paste(String)
  case mouse(Mouse)

  /// A click or a turn of the wheel, and the cell that it met.
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
