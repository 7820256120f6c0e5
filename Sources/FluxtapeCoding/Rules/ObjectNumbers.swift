import FluxtapeLocking

/// Tells the objects of one run apart whose contents are not recorded: the first of a type is 1, the next one 2.
///
/// An address would be another one in each run, and a new object may get that of one that is gone. So numbers go by the order in which objects come
/// up, and each object is known by a weak reference: it lives no longer for it.
package final class ObjectNumbers: Sendable {
  private let state = Locked(renewable: { State() })

  private struct State {
    var known: [ObjectIdentifier: Entry] = [:]
    /// By the name that the log has, which two private types may share.
    var latest: [String: Int] = [:]
    var entryCount = 0
    /// How many objects there may be until those that are gone are looked for.
    var crowd = ObjectNumbers.fewObjects
  }

  /// Sendable without the compiler's proof: it is touched under the lock alone, and weak references are made for several threads.
  private struct Entry: @unchecked Sendable {
    weak var object: AnyObject?
    let number: Int
    /// That of no other entry, also of one with the same address later.
    let serial: Int
  }

  private static let fewObjects = 1 << 10

  package init() {}

  /// The number of a living object. `nil` if it has none yet and gets none now.
  package func number(of object: AnyObject, named name: String, mayBeNew: Bool) -> Int? {
    state.withLock { state in
      let identity = ObjectIdentifier(object)
      if let entry = state.known[identity], entry.object != nil { return entry.number }
      guard mayBeNew else { return nil }
      let number = state.latest[name, default: 0] + 1
      state.latest[name] = number
      state.entryCount += 1
      state.known[identity] = Entry(object: object, number: number, serial: state.entryCount)
      return number
    }
  }

  /// Forgets objects that are gone, if there are many. Not to be called under a lock: it may let go of the last reference to one that is just
  /// going.
  package func forgetGone() {
    let entries = state.withLock { state in state.known.count < state.crowd ? [:] : state.known }
    guard !entries.isEmpty else { return }
    let gone = entries.filter { $0.value.object == nil }
    state.withLock { state in
      for (identity, entry) in gone where state.known[identity]?.serial == entry.serial { state.known[identity] = nil }
      state.crowd = max(Self.fewObjects, 2 * state.known.count)
    }
  }

  /// Objects that are remembered.
  package var count: Int { state.withLock { $0.known.count } }
}
