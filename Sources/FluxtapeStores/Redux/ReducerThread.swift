#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#endif

/// Whether the current thread is inside a reducer, of any store.
///
/// A dispatch made there would wait for a lock that its own thread holds, or that a thread waiting for this one holds.
/// A mark on the thread tells exactly this. A task-local value would not: a `Task` begun in a reducer inherits it and
/// keeps it after the reducer has returned.
enum ReducerThread {
  /// `nil` if the process has no thread-local key left (there are 1024 on Linux): then nothing can be told.
  private static let key: pthread_key_t? = {
    var key = pthread_key_t()
    return unsafe pthread_key_create(&key, nil) == 0 ? key : nil
  }()

  static var isReducing: Bool {
    guard let key else { return false }
    return unsafe pthread_getspecific(key) != nil
  }

  static func whileReducing<Result>(_ body: () -> Result) -> Result {
    guard let key else { return body() }
    // Safe: the pointers are never followed, only compared with nil.
    let outer = unsafe pthread_getspecific(key)
    unsafe pthread_setspecific(key, UnsafeRawPointer(bitPattern: 1))
    defer { unsafe pthread_setspecific(key, outer) }
    return body()
  }
}
