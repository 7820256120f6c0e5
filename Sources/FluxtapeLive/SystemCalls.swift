#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

// All unsafe code of the session is in this file, for system calls. It is sound since each buffer outlives its call, and a thread takes over
// the one reference to its job.

/// A thread that is not one of the pool's: app code may block it.
enum SystemThread {
  private final class Job {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  /// Room for the app's reducers and decoders; new threads have less on some systems.
  private static let stackBytes = 4 << 20

  /// Runs `body` on a new thread. `false` if the system has none.
  static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
    let job = unsafe Unmanaged.passRetained(Job(body))
    var attributes = pthread_attr_t()
    unsafe pthread_attr_init(&attributes)
    defer { unsafe pthread_attr_destroy(&attributes) }
    unsafe pthread_attr_setstacksize(&attributes, stackBytes)
    unsafe pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    #if canImport(Darwin) || canImport(Musl)
    var thread: pthread_t?
    #else
    var thread = pthread_t()
    #endif
    let isStarted = unsafe pthread_create(&thread, &attributes, { unsafe SystemThread.run($0) }, job.toOpaque()) == 0
    if !isStarted { unsafe job.release() }
    return isStarted
  }

  private static func run(_ job: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    if let job = unsafe job { unsafe Unmanaged<Job>.fromOpaque(job).takeRetainedValue().body() }
    return nil
  }
}

/// Wakes the thread that serves the sockets.
final class Wakeup: Sendable {
  let reading: Int32
  private let writing: Int32

  init?() {
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else { return nil }
    (reading, writing) = (ends[0], ends[1])
    for end in ends {
      _ = fcntl(end, F_SETFL, fcntl(end, F_GETFL) | O_NONBLOCK)
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
    }
  }

  deinit {
    close(reading)
    close(writing)
  }

  /// A full pipe wakes as well.
  func wake() {
    var byte: UInt8 = 1
    _ = unsafe write(writing, &byte, 1)
  }

  func clear() {
    var bytes = [UInt8](repeating: 0, count: 256)
    while unsafe read(reading, &bytes, bytes.count) > 0 {}
  }
}

/// Waits until one of the descriptors is ready, and returns those that are. Descriptors in `writing` may also be written to.
func readyDescriptors(among reading: [Int32], writing: Set<Int32>, milliseconds: Int) -> Set<Int32> {
  var questions = reading.map { pollfd(fd: $0, events: Int16(writing.contains($0) ? POLLIN | POLLOUT : POLLIN), revents: 0) }
  guard unsafe poll(&questions, nfds_t(questions.count), Int32(clamping: milliseconds)) > 0 else { return [] }
  return Set(questions.lazy.filter { $0.revents != 0 }.map(\.fd))
}

/// Asks `body` at growing intervals until it answers; `nil` if it does not in time.
///
/// Not a condition variable: some systems cannot wait for one for a limited time by a clock that nobody sets.
func wait<Answer>(atMost limit: Duration?, for body: () -> Answer?) -> Answer? {
  let start = ContinuousClock.now
  var pause: UInt32 = 20
  while true {
    if let answer = body() { return answer }
    if let limit, start.duration(to: .now) >= limit { return nil }
    usleep(pause)
    pause = min(2 * pause, 2000)
  }
}
