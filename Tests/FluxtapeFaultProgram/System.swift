#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

// System calls. Every buffer outlives its call.

/// Numbers in a file, which outlives the program.
struct Numbers: Sendable {
  private let descriptor: Int32

  init(_ path: String) {
    descriptor = unsafe open(path, O_RDWR | O_CREAT, 0o600)
    guard descriptor >= 0 else { stop("cannot make \(path)") }
  }

  func set(_ place: Int, to number: Int) {
    var number = number
    _ = unsafe pwrite(descriptor, &number, 8, off_t(place * 8))
  }
}

func stop(_ reason: String) -> Never {
  say(reason)
  exit(2)
}

/// Prints a line at once, as the program may end next.
func say(_ text: String) {
  let bytes = Array((text + "\n").utf8)
  _ = unsafe write(1, bytes, bytes.count)
}

/// Runs `body` on a new thread without waiting for it.
func onThread(_ body: @escaping @Sendable () -> Void) {
  let box = unsafe Unmanaged.passRetained(Body(body)).toOpaque()
  #if canImport(Darwin)
  var thread: pthread_t?
  #else
  var thread = pthread_t()
  #endif
  guard unsafe pthread_create(&thread, nil, runBody, box) == 0 else { stop("no thread") }
}

private final class Body {
  let body: @Sendable () -> Void
  init(_ body: @escaping @Sendable () -> Void) { self.body = body }
}

#if canImport(Darwin)
private func runBody(_ box: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
  unsafe Unmanaged<Body>.fromOpaque(box).takeRetainedValue().body()
  return nil
}
#else
private func runBody(_ box: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  if let box = unsafe box { unsafe Unmanaged<Body>.fromOpaque(box).takeRetainedValue().body() }
  return nil
}
#endif

/// Swift hides `fork`, since few things work after it. Recording should.
func forkProcess() -> Int32 {
  #if canImport(Darwin)
  let anywhere = unsafe UnsafeMutableRawPointer(bitPattern: -2)
  #else
  let anywhere = unsafe UnsafeMutableRawPointer(bitPattern: 0)
  #endif
  guard let symbol = unsafe dlsym(anywhere, "fork") else { stop("no fork") }
  return unsafe unsafeBitCast(symbol, to: (@convention(c) () -> Int32).self)()
}

/// The exit status of a child; `nil` if a signal ended it.
func waitForEnd(of child: Int32) -> Int? {
  var status: Int32 = 0
  guard unsafe waitpid(child, &status, 0) == child, status & 0x7F == 0 else { return nil }
  return Int(status >> 8 & 0xFF)
}

/// Kills the process if it is still running after this many seconds.
func limitLife(seconds: UInt32) {
  // A program inherits the blocked signals of the thread that starts it.
  var signals = sigset_t()
  unsafe sigemptyset(&signals)
  unsafe sigaddset(&signals, SIGALRM)
  unsafe pthread_sigmask(SIG_UNBLOCK, &signals, nil)
  alarm(seconds)
}

func endAtOnce(_ code: Int32) -> Never { _exit(code) }

func pause(microseconds: UInt32) { usleep(microseconds) }

/// Drops the rights of root, which may write everywhere.
func becomeNobody() {
  guard getuid() == 0 else { return }
  guard setgid(65_534) == 0, setuid(65_534) == 0 else { stop("cannot become nobody") }
}

func makeFolder(_ path: String) { guard unsafe mkdir(path, 0o700) == 0 else { stop("cannot make \(path)") } }

func allow(_ path: String, _ mode: Int) { guard unsafe chmod(path, mode_t(mode)) == 0 else { stop("cannot change \(path)") } }

func remove(_ path: String) { guard unsafe unlink(path) == 0 else { stop("cannot remove \(path)") } }

/// Creates a file with `bytes` bytes, or with as many as the disk has room for.
func fill(_ path: String, bytes: Int) {
  let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_APPEND, 0o600)
  guard descriptor >= 0 else { stop("cannot make \(path)") }
  defer { close(descriptor) }
  let zeros = [UInt8](repeating: 0, count: 4096)
  var left = bytes
  while left > 0 {
    let count = unsafe write(descriptor, zeros, min(left, zeros.count))
    guard count > 0 else { return }
    left -= count
  }
}
