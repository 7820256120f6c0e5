import CNcurses

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

  /// Sends text that has no control characters at once.
  static func sendNow(_ text: String, _ attributes: attr_t, _ pair: Int16) { unsafe cncurses_send_now(text, attributes, pair) }

  /// Prepares what the signal handlers send: the modes that may be on are switched off, the terminal's own end follows. Where it has no
  /// second screen to leave, what we drew is wiped away.
  static func prepareRescue() {
    unsafe cncurses_rescue_append(Terminal.modesOff)
    for name in ["rmkx", "sgr0", has("rmcup") ? "rmcup" : "clear", "cnorm"] { unsafe cncurses_rescue_append(tigetstr(name)) }
  }

  /// Sends a control sequence of our own at once, past curses.
  static func sendSequence(_ sequence: String, to output: Int32) {
    var rest = Array(sequence.utf8)
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes { unsafe write(output, $0.baseAddress, $0.count) }
      guard count > 0 else { return }
      rest.removeFirst(count)
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
