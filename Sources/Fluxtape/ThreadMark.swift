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
package struct ThreadMark: Sendable {
  /// `nil` if the process has no thread-local key left (Linux gives 1024): then no thread is ever marked.
  private let key: pthread_key_t?

  package init() {
    var key = pthread_key_t()
    self.key = unsafe pthread_key_create(&key, nil) == 0 ? key : nil
  }

  /// Whether the running thread carries the mark.
  package var isSet: Bool {
    guard let key else { return false }
    return unsafe pthread_getspecific(key) != nil
  }

  package func whileSet<Result>(_ body: () -> Result) -> Result {
    guard let key else { return body() }
    // Sound: the pointers are compared with nil and never followed.
    let outer = unsafe pthread_getspecific(key)
    unsafe pthread_setspecific(key, UnsafeRawPointer(bitPattern: 1))
    defer { unsafe pthread_setspecific(key, outer) }
    return body()
  }

  /// The thread runs `encode(to:)` or another piece of the app's code for an encoding.
  ///
  /// What is recorded then would wait for locks that its own thread holds, or that one waiting for it holds.
  static let encoding = ThreadMark()
}
