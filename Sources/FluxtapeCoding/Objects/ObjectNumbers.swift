import FluxtapeLocking

/// Numbers the objects of one run whose contents are not recorded: the first one of a type is 1, the next one 2.
///
/// Addresses would differ between runs, and a new object may get the address of a released one. So numbers follow the order of first
/// occurrence, and weak references identify the objects without extending their life.
package final class ObjectNumbers: Sendable {
  private let state = Locked(renewable: { State() })

  private struct State {
    var known: [ObjectIdentifier: Entry] = [:]
    /// By the type's name in the log, which two private types may share.
    var latest: [String: Int] = [:]
    var entryCount = 0
    /// The number of objects at which released ones are removed.
    var crowd = ObjectNumbers.fewObjects
  }

  /// Sendable without the compiler's proof: it is accessed only under the lock, and weak references are thread-safe.
  private struct Entry: @unchecked Sendable {
    weak var object: AnyObject?
    let number: Int
    /// Unique among all entries, including later ones with the same address.
    let serial: Int
  }

  private static let fewObjects = 1 << 10

  package init() {}

  /// The number of a live object. A new one gets the next number.
  package func number(of object: AnyObject, named name: String) -> Int {
    state.withLock { state in
      let identity = ObjectIdentifier(object)
      if let entry = state.known[identity], entry.object != nil { return entry.number }
      let number = state.latest[name, default: 0] + 1
      state.latest[name] = number
      state.entryCount += 1
      state.known[identity] = Entry(object: object, number: number, serial: state.entryCount)
      return number
    }
  }

  /// Forgets released objects if there are many. Do not call it under a lock: it may release the last reference to an object.
  package func forgetGone() {
    let entries = state.withLock { state in state.known.count < state.crowd ? [:] : state.known }
    guard !entries.isEmpty else { return }
    let gone = entries.filter { $0.value.object == nil }
    state.withLock { state in
      for (identity, entry) in gone where state.known[identity]?.serial == entry.serial { state.known[identity] = nil }
      state.crowd = max(Self.fewObjects, 2 * state.known.count)
    }
  }

  /// The number of remembered objects.
  package var count: Int { state.withLock { $0.known.count } }
}
