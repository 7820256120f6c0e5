#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Where answers go. Bytes are gathered and written in large pieces; whoever stops reading (`| head`) ends the program quietly.
struct StandardOutput: ~Copyable {
  /// Bytes gathered before they are written: few system calls, and the first screen of a long answer is out at once.
  private static let pieceSize = 32 << 10

  private var bytes: [UInt8] = []

  mutating func line(_ text: String) {
    bytes.append(contentsOf: text.utf8)
    bytes.append(UInt8(ascii: "\n"))
    if bytes.count >= Self.pieceSize { flush() }
  }

  mutating func flush() {
    Self.write(bytes[...], to: STDOUT_FILENO)
    bytes.removeAll(keepingCapacity: true)
  }

  deinit { Self.write(bytes[...], to: STDOUT_FILENO) }
}

extension StandardOutput {
  static var isTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

  /// Writes to a pipe that nobody reads then fail with EPIPE, in place of a signal that a shell would report.
  static func exitQuietlyWhenNobodyReads() { _ = signal(SIGPIPE, SIG_IGN) }

  static func write(_ text: String) { write(Array(text.utf8)[...], to: STDOUT_FILENO) }

  /// Says something beside the answer, on standard error.
  static func tell(_ message: String) { write(Array((message + "\n").utf8)[...], to: STDERR_FILENO) }

  private static func write(_ bytes: ArraySlice<UInt8>, to descriptor: Int32) {
    var rest = bytes
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes { unsafe systemWrite(descriptor, $0) }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno == EPIPE {
        ExitStatus.fine.exit()
      } else if errno != EINTR {
        if descriptor == STDOUT_FILENO { tell("fluxtape: the answer cannot be written: \(unsafe String(cString: strerror(errno)))") }
        ExitStatus.unreadable.exit()
      }
    }
  }

  private static func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    #if canImport(Glibc)
      unsafe Glibc.write(descriptor, bytes.baseAddress, bytes.count)
    #elseif canImport(Musl)
      unsafe Musl.write(descriptor, bytes.baseAddress, bytes.count)
    #else
      unsafe Darwin.write(descriptor, bytes.baseAddress, bytes.count)
    #endif
  }
}
