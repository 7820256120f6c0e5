#if canImport(Glibc)
package import Glibc
#elseif canImport(Musl)
package import Musl
#else
package import Darwin
#endif

/// A program in a pseudo-terminal, as if a person ran it.
package final class PseudoTerminal {
  package struct Failure: Error, CustomStringConvertible {
    package let description: String
  }

  package let process: pid_t
  private let controller: Int32
  private let device: Int32
  private let modesBefore: termios
  /// The output of the program since the last match.
  package private(set) var sent: [UInt8] = []
  /// The whole output of the program.
  package private(set) var everything: [UInt8] = []
  /// The number of 100 ms intervals without output.
  private var silentTurns = 0
  private var isReaped = false

  /// Starts `path` in a new session whose terminal has this size.
  ///
  /// - Parameter keysMakeSignals: Whether keys such as Ctrl-C send signals while the program has not disabled that. If not, a key that
  ///   arrives after the program has restored the terminal does not end it.
  package init(
    _ path: String, _ arguments: [String], environment: [String], rows: UInt16, columns: UInt16, keysMakeSignals: Bool = true
  ) throws {
    controller = Self.openController()
    guard controller >= 0, let devicePath = Self.devicePath(of: controller) else {
      throw Failure(description: "no pseudo-terminal: errno \(errno)")
    }
    device = unsafe open(devicePath, O_RDWR | O_NOCTTY)
    guard device >= 0 else { throw Failure(description: "\(devicePath): errno \(errno)") }
    if !keysMakeSignals { Self.disableSignals(of: device) }
    modesBefore = Self.modes(of: device)
    process = try Self.spawn(path, arguments, environment, on: devicePath, size: (rows, columns), through: controller)
  }

  /// Reaps the child. Otherwise a wait for any child, as exit tests use it, would report this one again and again.
  deinit {
    if !isReaped {
      kill(process, SIGKILL)
      _ = reap()
    }
    close(device)
    close(controller)
  }

  #if os(Linux)
  // Swift does not import posix_openpt(3) and related functions; they are made of these requests.
  private static let unlock = UInt(0x4004_5431)  // TIOCSPTLCK
  private static let number = UInt(0x8004_5430)  // TIOCGPTN
  private static let newSession = Int16(0x80)  // POSIX_SPAWN_SETSID
  private static let disabledKey = UInt8(0)  // _POSIX_VDISABLE

  private static func openController() -> Int32 { unsafe open("/dev/ptmx", O_RDWR | O_NOCTTY) }

  private static func devicePath(of controller: Int32) -> String? {
    var (isLocked, device) = (Int32(0), UInt32(0))
    guard unsafe ioctl(controller, unlock, &isLocked) == 0, unsafe ioctl(controller, number, &device) == 0 else { return nil }
    return "/dev/pts/\(device)"
  }
  #else
  private static let newSession = Int16(POSIX_SPAWN_SETSID)
  private static let disabledKey = UInt8(0xFF)  // _POSIX_VDISABLE

  private static func openController() -> Int32 { posix_openpt(O_RDWR | O_NOCTTY) }

  private static func devicePath(of controller: Int32) -> String? {
    guard grantpt(controller) == 0, unlockpt(controller) == 0, let name = unsafe ptsname(controller) else { return nil }
    return unsafe String(cString: name)
  }
  #endif

  private static func modes(of descriptor: Int32) -> termios {
    var modes = termios()
    unsafe tcgetattr(descriptor, &modes)
    return modes
  }

  private static func disableSignals(of descriptor: Int32) {
    var modes = modes(of: descriptor)
    unsafe withUnsafeMutableBytes(of: &modes.c_cc) { keys in
      for key in [VINTR, VQUIT, VSUSP] { unsafe keys[Int(key)] = disabledKey }
    }
    unsafe tcsetattr(descriptor, TCSANOW, &modes)
  }

  private static func spawn(
    _ path: String, _ arguments: [String], _ environment: [String], on device: String, size: (UInt16, UInt16), through controller: Int32
  ) throws -> pid_t {
    resize(controller, rows: size.0, columns: size.1)
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    // The first terminal that the leader of a new session opens becomes the session's terminal.
    for descriptor in Int32(0)...2 { unsafe posix_spawn_file_actions_addopen(&actions, descriptor, device, O_RDWR, 0) }
    var attributes = posix_spawnattr_t()
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    // Threads of a test runner block signals, tests ignore some, and a child inherits both.
    var (noSignals, allSignals) = (sigset_t(), sigset_t())
    unsafe sigemptyset(&noSignals)
    unsafe sigfillset(&allSignals)
    unsafe posix_spawnattr_setsigmask(&attributes, &noSignals)
    unsafe posix_spawnattr_setsigdefault(&attributes, &allSignals)
    unsafe posix_spawnattr_setflags(&attributes, newSession | Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    var argumentPointers = unsafe ([path] + arguments).map { unsafe strdup($0) } + [nil]
    var environmentPointers = unsafe environment.map { unsafe strdup($0) } + [nil]
    defer { unsafe (argumentPointers + environmentPointers).forEach { unsafe free($0) } }
    var process: pid_t = 0
    let result = unsafe posix_spawn(&process, path, &actions, &attributes, &argumentPointers, &environmentPointers)
    guard result == 0 else { throw Failure(description: "\(path): errno \(result)") }
    return process
  }

  private static func resize(_ descriptor: Int32, rows: UInt16, columns: UInt16) {
    var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    _ = unsafe ioctl(descriptor, UInt(TIOCSWINSZ), &size)
  }
}

// MARK: - Actions of the user

extension PseudoTerminal {
  /// Changes the window size; the kernel notifies the program.
  package func resize(rows: UInt16, columns: UInt16) { Self.resize(controller, rows: rows, columns: columns) }

  /// Sends the program a signal: 15 asks it to end, 11 and 6 simulate a crash.
  package func send(signal number: Int32) { kill(process, number) }

  package func type(_ text: String) {
    let bytes = Array(text.utf8)
    _ = unsafe bytes.withUnsafeBytes { unsafe write(controller, $0.baseAddress, $0.count) }
  }

  /// Reads output until it contains `text` after the last match.
  ///
  /// - Throws: ``Failure`` with the whole output if the program ends or is silent for a minute.
  package func wait(for text: String) throws {
    let wanted = Array(text.utf8)
    var checked = 0
    while true {
      if let range = sent[checked...].firstRange(of: wanted) {
        sent.removeSubrange(..<range.upperBound)
        return
      }
      checked = max(0, sent.count - wanted.count)
      guard try readMore() else { throw Failure(description: "'\(text)' was never sent, but: \(String(decoding: sent, as: UTF8.self))") }
    }
  }

  /// Returns the next output; empty if there was none for a tenth of a second, or the program has ended.
  ///
  /// - Throws: ``Failure`` if the program is silent for a minute.
  package func next() throws -> [UInt8] {
    let known = sent.count
    _ = try readMore()
    return Array(sent[known...])
  }

  /// Reads the available output without waiting.
  package func takeWhatCame() throws { while isReadable { guard try readMore() else { return } } }

  private var isReadable: Bool {
    var waiting = pollfd(fd: controller, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&waiting, 1, 0) > 0 && waiting.revents & Int16(POLLIN) != 0
  }

  package var isRunning: Bool { !hasExited }

  /// - Throws: ``Failure`` if the program has ended.
  package func requireRunning() throws {
    guard !hasExited else { throw Failure(description: "the program has ended after: \(String(decoding: sent, as: UTF8.self))") }
  }

  /// Reads to the end and returns the status: the exit status, or 128 plus the signal's number.
  package func waitUntilExit() throws -> Int32 {
    while try readMore() {}
    let status = reap()
    return status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + (status & 0x7F)
  }

  private func reap() -> Int32 {
    var status: Int32 = 0
    while unsafe waitpid(process, &status, 0) < 0, errno == EINTR {}
    isReaped = true
    return status
  }

  /// Whether the terminal's modes are the same as before the program started.
  package var hasItsModesBack: Bool {
    let modes = Self.modes(of: device)
    return modes.c_lflag == modesBefore.c_lflag && modes.c_iflag == modesBefore.c_iflag && modes.c_oflag == modesBefore.c_oflag
  }

  /// - Returns: `false` at the end of the output.
  private func readMore() throws -> Bool {
    var waiting = pollfd(fd: controller, events: Int16(POLLIN), revents: 0)
    let ready = unsafe poll(&waiting, 1, hasExited ? 0 : 100)
    if ready == 0 {
      silentTurns += 1
      if hasExited { return false }
      guard silentTurns < 600 else { throw Failure(description: "silent for 60 s after: \(String(decoding: sent, as: UTF8.self))") }
      return true
    }
    silentTurns = 0
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = unsafe buffer.withUnsafeMutableBytes { unsafe read(controller, $0.baseAddress, $0.count) }
    guard count > 0 else { return false }
    sent += buffer.prefix(count)
    everything += buffer.prefix(count)
    return true
  }

  /// Whether the program has ended. Does not reap it.
  private var hasExited: Bool {
    var information = unsafe siginfo_t()
    guard unsafe waitid(P_PID, id_t(process), &information, WEXITED | WNOHANG | WNOWAIT) == 0 else { return true }
    return unsafe information.si_signo != 0
  }
}
