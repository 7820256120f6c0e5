import CNcurses
import CTerminalRescue

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The calls of C that take pointers. All are strings, alive for the length of the call: C keeps none of them.
enum Curses {
  static func open(type: String, output: Int32, input: Int32) -> Bool {
    unsafe cncurses_open(type, output, input) != 0
  }

  /// Whether the terminal's description has the string `name`.
  static func has(_ name: String) -> Bool { unsafe cncurses_has(name) != 0 }

  /// Makes the terminal's string `name` arrive as the key `code`.
  static func bind(_ name: String, to code: Int32) { unsafe cncurses_bind(name, code) }

  /// The terminal's string `name`; empty where it has none. Padding, which is for terminals of glass and wire, is left out.
  static func string(_ name: String) -> [UInt8] {
    guard has(name), let text = unsafe tigetstr(name) else { return [] }
    let bytes = unsafe Array(String(cString: text).utf8)
    guard let padding = bytes.firstRange(of: Array("$<".utf8)) else { return bytes }
    return Array(bytes[..<padding.lowerBound])
  }

  /// Prepares what the signal handlers send: the modes that may be on are switched off, the terminal's own end follows. Where it has no
  /// second screen to leave, what we drew is wiped away.
  static func prepareRescue() {
    unsafe terminal_rescue_append(Terminal.modesOff)
    for name in ["rmkx", "sgr0", has("rmcup") ? "rmcup" : "clear", "cnorm"] { unsafe terminal_rescue_append(tigetstr(name)) }
  }

  /// Sends a control sequence of our own.
  static func sendSequence(_ sequence: String, to output: Int32) { send(Array(sequence.utf8), to: output) }

  /// Sends bytes, at once if the terminal takes them.
  static func send(_ bytes: [UInt8], to output: Int32) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes { unsafe write(output, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }

  /// A variable of the environment; an empty one counts as none.
  static func environment(_ name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    let text = unsafe String(cString: value)
    return text.isEmpty ? nil : text
  }

  /// Opens the terminal that the process belongs to, for reading keys.
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
