#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// A flag of the running thread while it does something.
///
/// Not a task-local value: a `Task` started meanwhile would inherit it and keep it after the end.
package struct ThreadFlag: Sendable {
  /// `nil` if the process has no thread-local key left (Linux has 1024); then the flag is never set.
  private let key: pthread_key_t?
  /// The bits of this flag among the flags that share a key.
  private let bits: UInt

  /// A flag with a separate key.
  package init() { self.init(1, of: Self.makeKey()) }

  private init(_ bits: UInt, of key: pthread_key_t?) { (self.bits, self.key) = (bits, key) }

  private static func makeKey() -> pthread_key_t? {
    var key = pthread_key_t()
    return unsafe pthread_key_create(&key, nil) == 0 ? key : nil
  }

  /// Whether the flag is set on the running thread.
  package var isSet: Bool {
    guard let key else { return false }
    return unsafe UInt(bitPattern: pthread_getspecific(key)) & bits != 0
  }

  package func withFlagSet<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    guard let key else { return try body() }
    // Sound: the pointers hold numbers and are never dereferenced.
    let outer = unsafe pthread_getspecific(key)
    unsafe pthread_setspecific(key, UnsafeRawPointer(bitPattern: UInt(bitPattern: outer) | bits))
    defer { unsafe pthread_setspecific(key, outer) }
    return try body()
  }

  /// Returns the key to the process. The flag must not be set on any thread then or later.
  func end() {
    if let key { pthread_key_delete(key) }
  }

  /// The key shared by the flags below.
  private static let shared = makeKey()

  /// The thread runs `encode(to:)` or other app code for an encoding.
  ///
  /// Recording there would wait for a lock that this thread holds, or that a thread waiting for this one holds.
  static let encoding = ThreadFlag(1, of: shared)

  /// The thread is inside a reducer or an effect handler of any store, or encodes a state.
  ///
  /// A dispatch there would wait for a lock that this thread holds, or that a thread waiting for this one holds.
  package static let reducing = ThreadFlag(2, of: shared)

  /// Both flags: the thread encodes a state under the lock of its recorded store. A thread inside that store's reducer may be waiting for
  /// the lock.
  static let encodingState = ThreadFlag(1 | 2, of: shared)

  /// The thread asks the app for a state. Records made there do not ask again, which would recurse without end.
  static let asking = ThreadFlag(4, of: shared)
}
