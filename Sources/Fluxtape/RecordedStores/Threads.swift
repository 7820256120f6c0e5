/// A flag of the running thread while it does something.
///
/// Not a task-local value: a `Task` started meanwhile would inherit it and keep it after the end.
package struct ThreadFlag: Sendable {
  private let bits: UInt

  /// Whether the flag is set on the running thread.
  package var isSet: Bool { SystemFacts.threadFlags & bits != 0 }

  package func withFlagSet<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    let outer = SystemFacts.threadFlags
    SystemFacts.threadFlags = outer | bits
    defer { SystemFacts.threadFlags = outer }
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

  /// The thread does what a live session asks for. What that dispatches is not held.
  package static let passing = ThreadFlag(bits: 32)
}
