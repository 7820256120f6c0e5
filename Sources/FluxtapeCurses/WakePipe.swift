#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Wakes the thread that waits in ``Terminal/next(deadline:)``, from any thread.
package struct Waker: Sendable {
  let pipe: WakePipe

  /// Adds an ``Event/wake``. Several calls before it is read add only one.
  package func wake() { pipe.write(WakePipe.woken) }
}

/// A pipe whose bytes say why to wake up. Other threads and signal handlers write to it.
final class WakePipe: Sendable {
  let reader: Int32
  let writer: Int32

  static let woken = UInt8(ascii: "!")
  static let resized = UInt8(ascii: "w")
  static let continued = UInt8(ascii: "c")

  init() throws(TerminalError) {
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else { throw TerminalError(.system(errno)) }
    (reader, writer) = (ends[0], ends[1])
    for end in ends {
      // A full pipe must not block a signal handler, and no child process needs the ends.
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
    }
  }

  deinit {
    close(reader)
    close(writer)
  }

  func write(_ byte: UInt8) {
    var byte = byte
    _ = unsafe withUnsafeBytes(of: &byte) { unsafe systemWrite(writer, $0.baseAddress, 1) }
  }

  /// Returns the bytes written since the last call.
  func drain() -> Set<UInt8> {
    var reasons: Set<UInt8> = []
    var bytes = [UInt8](repeating: 0, count: 64)
    while true {
      let count = unsafe bytes.withUnsafeMutableBytes { unsafe read(reader, $0.baseAddress, $0.count) }
      guard count > 0 else { return reasons }
      reasons.formUnion(bytes.prefix(count))
    }
  }
}

/// `write(2)`, whose name a method of the class hides.
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  unsafe write(descriptor, bytes, count)
}
