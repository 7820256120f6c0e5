import CNcurses
import CTerminalRescue

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Calls of C functions that take pointers. All pointers are to strings, and C keeps none of them after the call.
enum Curses {
  static func open(type: String, output: Int32, input: Int32) -> Bool {
    unsafe cncurses_open(type, output, input) != 0
  }

  /// Whether the terminal's description has a string.
  static func has(_ name: String) -> Bool { unsafe cncurses_has(name) != 0 }

  /// Binds one of the terminal's strings to a key code.
  static func bind(_ name: String, to code: Int32) { unsafe cncurses_bind(name, code) }

  /// Returns one of the terminal's strings, without padding for hardware terminals; empty if there is none.
  static func string(_ name: String) -> [UInt8] {
    guard has(name), let text = unsafe tigetstr(name) else { return [] }
    let bytes = unsafe Array(String(cString: text).utf8)
    guard let padding = bytes.firstRange(of: Array("$<".utf8)) else { return bytes }
    return Array(bytes[..<padding.lowerBound])
  }

  /// Prepares the bytes that the signal handlers send: they reset modes and leave the alternate screen, or clear the screen if there is
  /// none.
  static func prepareRescue() {
    unsafe terminal_rescue_append(Terminal.modesOff)
    for name in ["rmkx", "sgr0", has("rmcup") ? "rmcup" : "clear", "cnorm"] { unsafe terminal_rescue_append(tigetstr(name)) }
  }

  /// Sends a control sequence.
  static func sendSequence(_ sequence: String, to output: Int32) { send(Array(sequence.utf8), to: output) }

  /// Sends bytes. Blocks until the terminal accepts them.
  static func send(_ bytes: [UInt8], to output: Int32) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes { unsafe write(output, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }

  /// Returns an environment variable; nil if it is empty.
  static func environment(_ name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    let text = unsafe String(cString: value)
    return text.isEmpty ? nil : text
  }

  /// Opens the controlling terminal, for reading keys.
  static func openKeyboard() -> Int32? {
    let descriptor = Self.openFile("/dev/tty", O_RDONLY | O_CLOEXEC)
    return descriptor < 0 ? nil : descriptor
  }

  private static func openFile(_ path: String, _ flags: Int32) -> Int32 {
    #if canImport(Glibc)
    unsafe Glibc.open(path, flags)
    #elseif canImport(Musl)
    unsafe Musl.open(path, flags)
    #else
    unsafe Darwin.open(path, flags)
    #endif
  }
}
