package import FluxtapeScreen

/// What a terminal has to tell.
package enum Event: Hashable, Sendable {
  case key(Key)
  /// The window has another size now; what was shown has to be shown anew.
  case resize(Size)
  /// ``Waker/wake()`` was called, once or more often.
  case wake
  /// The terminal is gone: nothing more will come.
  case hangup
}
