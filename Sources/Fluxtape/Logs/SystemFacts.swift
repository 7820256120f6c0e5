#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

// Facts from the system. The C functions fill buffers or return pointers into static memory; all of that unsafe code is in this file. It is
// sound since each buffer outlives its call and each text is copied at once.

/// Facts about the running process.
package enum SystemFacts {
  static var microsecondsSince1970: Int64 {
    var time = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
  }

  /// Microseconds from a monotonic clock that counts the time asleep. Gives the same as `ContinuousClock` at a third of the cost.
  static var microsecondsAwakeAndAsleep: Int64 {
    #if canImport(Darwin)
    Int64(clamping: clock_gettime_nsec_np(CLOCK_MONOTONIC_RAW) / 1000)
    #else
    var time = timespec()
    unsafe clock_gettime(CLOCK_BOOTTIME, &time)
    return Int64(time.tv_sec) &* 1_000_000 &+ Int64(time.tv_nsec) / 1000
    #endif
  }

  static var processIdentifier: Int { Int(getpid()) }

  static var hostName: String? {
    var buffer = [CChar](repeating: 0, count: 256)
    guard unsafe gethostname(&buffer, buffer.count - 1) == 0 else { return nil }
    return text(of: buffer)
  }

  /// The name of the kernel: `Linux`, `Darwin`.
  static var operatingSystem: String? {
    var names = utsname()
    guard unsafe uname(&names) == 0 else { return nil }
    return unsafe withUnsafeBytes(of: &names.sysname) { bytes in
      unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
  }

  /// The last component of the path by which the program was started.
  static var programName: String? {
    guard let path = CommandLine.arguments.first, !path.isEmpty else { return nil }
    return String(path[(path.utf8.lastIndex(of: UInt8(ascii: "/")).map(path.utf8.index(after:)) ?? path.startIndex)...])
  }

  package static func environment(_ name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    return unsafe String(cString: value)
  }

  package static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// The system's text for an error number: `No space left on device`.
  static func message(for code: Int32) -> String {
    guard let message = unsafe strerror(code) else { return "error \(code)" }
    return unsafe String(cString: message)
  }

  /// Prints a line to standard error.
  package static func tell(_ line: String) {
    let bytes = Array("fluxtape: \(line)\n".utf8)
    _ = unsafe bytes.withUnsafeBytes { unsafe write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }

  /// The number of the running thread. The system may reuse the number of a thread that has ended.
  package static var currentThread: UInt {
    #if canImport(Darwin)
    UInt(bitPattern: unsafe pthread_self())
    #elseif canImport(Glibc)
    UInt(pthread_self())
    #else
    UInt(bitPattern: pthread_self())
    #endif
  }

  /// A number that identifies the running task.
  static var currentTask: Int? { unsafe withUnsafeCurrentTask { task in unsafe task?.hashValue } }

  /// `false` where there is no cheap way to know: then what runs there is told by its task and thread.
  static var isMainThread: Bool {
    #if canImport(Darwin)
    pthread_main_np() != 0
    #else
    false
    #endif
  }

  /// Bits that belong to the running thread, at first zero. See ``ThreadFlag``.
  package static var threadFlags: UInt {
    get { flagsKey.map { unsafe UInt(bitPattern: pthread_getspecific($0)) } ?? 0 }
    set {
      // Sound: the pointers hold numbers and are never dereferenced.
      if let flagsKey { unsafe pthread_setspecific(flagsKey, UnsafeRawPointer(bitPattern: newValue)) }
    }
  }

  /// `nil` if the process has no thread-local key left (Linux has 1024); then no flag is ever set.
  private static let flagsKey: pthread_key_t? = {
    var key = pthread_key_t()
    return unsafe pthread_key_create(&key, nil) == 0 ? key : nil
  }()

  private static func text(of buffer: [CChar]) -> String {
    String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
