#if !RECORDING_COMPILED_OUT
#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

enum PosixThread {
  /// Runs `body` on a new thread. `false` if the system gives none.
  ///
  /// The thread takes no signals: the app's handlers run on the app's threads.
  static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
    var all = sigset_t()
    var before = sigset_t()
    unsafe sigfillset(&all)
    unsafe pthread_sigmask(SIG_SETMASK, &all, &before)
    defer { unsafe _ = pthread_sigmask(SIG_SETMASK, &before, nil) }
    // Sound: the box is kept until the thread has taken it out, which it does exactly once.
    let box = unsafe Unmanaged.passRetained(Box(body))
    let result = unsafe create(box.toOpaque())
    if !result { unsafe box.release() }
    return result
  }

  static func pause(microseconds: UInt32) { usleep(microseconds) }

  /// Runs `body` when the process ends in an orderly way.
  static func atExit(_ body: @escaping @convention(c) () -> Void) { atexit(body) }

  private static func create(_ box: UnsafeMutableRawPointer) -> Bool {
    // Apple's headers and those of musl say what may be nil otherwise than the rest.
    #if canImport(Darwin) || canImport(Musl)
    var thread: pthread_t?
    #else
    var thread = pthread_t()
    #endif
    let result = unsafe pthread_create(
      &thread, nil,
      { box in
        let box: UnsafeMutableRawPointer? = unsafe box
        if let box = unsafe box { unsafe Unmanaged<Box>.fromOpaque(box).takeRetainedValue().body() }
        return nil
      }, box)
    guard result == 0 else { return false }
    #if canImport(Darwin) || canImport(Musl)
    if let thread = unsafe thread { unsafe _ = pthread_detach(thread) }
    #else
    _ = pthread_detach(thread)
    #endif
    return true
  }
}

private final class Box {
  let body: @Sendable () -> Void
  init(_ body: @escaping @Sendable () -> Void) { self.body = body }
}
#endif
