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
  private let bits: UInt

  /// The flags of a thread are bits of one number. `nil` if the process has no thread-local key left (Linux has 1024); then no flag is ever
  /// set.
  private static let key: pthread_key_t? = {
    var key = pthread_key_t()
    return unsafe pthread_key_create(&key, nil) == 0 ? key : nil
  }()

  /// Whether the flag is set on the running thread.
  package var isSet: Bool {
    guard let key = Self.key else { return false }
    return unsafe UInt(bitPattern: pthread_getspecific(key)) & bits != 0
  }

  package func withFlagSet<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    guard let key = Self.key else { return try body() }
    // Sound: the pointers hold numbers and are never dereferenced.
    let outer = unsafe pthread_getspecific(key)
    unsafe pthread_setspecific(key, UnsafeRawPointer(bitPattern: UInt(bitPattern: outer) | bits))
    defer { unsafe pthread_setspecific(key, outer) }
    return try body()
  }

  /// The thread runs `encode(to:)` or other app code for an encoding.
  ///
  /// Recording there would wait for a lock that this thread holds, or that a thread waiting for this one holds.
  static let encoding = ThreadFlag(bits: 1)

  /// The thread is inside a reducer or an effect handler of any store, or encodes a state.
  ///
  /// A dispatch there would wait for a lock that this thread holds, or that a thread waiting for this one holds.
  package static let reducing = ThreadFlag(bits: 2)

  /// Both flags: the thread encodes a state under the lock of its recorded store. A thread inside that store's reducer may be waiting for
  /// the lock.
  static let encodingState = ThreadFlag(bits: 1 | 2)

  /// The thread asks the app for a state. Records made there do not ask again, which would recurse without end.
  static let asking = ThreadFlag(bits: 4)

  /// The thread is inside a sink, and therefore inside the lock of its log.
  static let inSink = ThreadFlag(bits: 8)

  /// The thread runs handlers of a dispatcher.
  package static let handling = ThreadFlag(bits: 16)
}
