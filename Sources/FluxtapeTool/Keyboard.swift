import Foundation

/// The keyboard while the inspector's screen is not shown.
enum Keyboard {
  /// Whether standard input is a terminal.
  static var isStandardInput: Bool { isatty(STDIN_FILENO) == 1 }

  /// Waits until Enter is pressed.
  static func waitForLine() {
    // Sound: `open` reads the terminated copy of the path that Swift makes for the call.
    let descriptor = unsafe open("/dev/tty", O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    var byte: UInt8 = 0
    // Sound: one byte is read into one byte.
    while unsafe read(descriptor, &byte, 1) == 1, byte != 0x0A, byte != 0x0D {}
  }
}
