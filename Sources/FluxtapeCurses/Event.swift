package import FluxtapeScreen

/// An event of the terminal.
package enum Event: Hashable, Sendable {
  case key(Key)
  /// The window's size changed. Show a new frame.
  case resize(Size)
  /// ``Waker/wake()`` was called at least once.
  case wake
  /// The terminal is gone. No more events follow.
  case hangup
}
