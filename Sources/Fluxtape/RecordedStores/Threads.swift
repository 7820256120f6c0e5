#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// A mark that a thread carries while it does something.
///
/// Why not a task-local value: a `Task` begun meanwhile inherits it and keeps it after the end.
package struct ThreadFlag: Sendable {
  /// `nil` if the process has no thread-local key left (Linux gives 1024): then no thread is ever marked.
  private let key: pthread_key_t?
  /// What the mark is among those of one key.
  private let bits: UInt

  /// A mark with a key of its own.
  package init() { self.init(1, of: Self.makeKey()) }

  private init(_ bits: UInt, of key: pthread_key_t?) { (self.bits, self.key) = (bits, key) }

  private static func makeKey() -> pthread_key_t? {
    var key = pthread_key_t()
    return unsafe pthread_key_create(&key, nil) == 0 ? key : nil
  }

  /// Whether the running thread carries the mark.
  package var isSet: Bool {
    guard let key else { return false }
    return unsafe UInt(bitPattern: pthread_getspecific(key)) & bits != 0
  }

  package func withFlagSet<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    guard let key else { return try body() }
    // Sound: the pointers are numbers, and never followed.
    let outer = unsafe pthread_getspecific(key)
    unsafe pthread_setspecific(key, UnsafeRawPointer(bitPattern: UInt(bitPattern: outer) | bits))
    defer { unsafe pthread_setspecific(key, outer) }
    return try body()
  }

  /// Gives the process its key back. No thread is marked any more, and none may be.
  func end() {
    if let key { pthread_key_delete(key) }
  }

  /// Of the marks below.
  private static let shared = makeKey()

  /// The thread runs `encode(to:)` or another piece of the app's code for an encoding.
  ///
  /// What is recorded then would wait for locks that its own thread holds, or that one waiting for it holds.
  static let encoding = ThreadFlag(1, of: shared)

  /// The thread is inside a reducer or an effect handler, of any store, or encodes a state.
  ///
  /// A dispatch made there would wait for a lock that its own thread holds, or that a thread waiting for this one holds.
  package static let reducing = ThreadFlag(2, of: shared)

  /// Both: the thread encodes a state under the lock of its recorded store. Whoever is inside of that store's reducer may wait for it.
  static let encodingState = ThreadFlag(1 | 2, of: shared)

  /// The thread asks the app for a state. Who records then is not asked in turn: that would go on without end.
  static let asking = ThreadFlag(4, of: shared)
}

#if !RECORDING_COMPILED_OUT
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
