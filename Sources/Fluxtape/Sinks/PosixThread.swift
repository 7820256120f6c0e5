#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

// Threads of the system, and the unsafe code that hands them a closure.

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
    #if canImport(Darwin)
      var thread: pthread_t?
      guard unsafe pthread_create(&thread, nil, runThread, box) == 0 else { return false }
      if let thread = unsafe thread { unsafe _ = pthread_detach(thread) }
    #else
      var thread = pthread_t()
      guard unsafe pthread_create(&thread, nil, runThread, box) == 0 else { return false }
      _ = pthread_detach(thread)
    #endif
    return true
  }
}

private final class Box {
  let body: @Sendable () -> Void
  init(_ body: @escaping @Sendable () -> Void) { self.body = body }
}

// Apple's headers differ from the others in what may be nil.
#if canImport(Darwin)
  private func runThread(_ box: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    unsafe Unmanaged<Box>.fromOpaque(box).takeRetainedValue().body()
    return nil
  }
#else
  private func runThread(_ box: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    if let box = unsafe box { unsafe Unmanaged<Box>.fromOpaque(box).takeRetainedValue().body() }
    return nil
  }
#endif
