public import Fluxtape
internal import FluxtapeLocking

/// Stores that are looked at together: one subscription, and one recording.
///
/// ```swift
/// let screen = StoreGroup(recording: recorder.store("todoScreen")) { members in
///   members.add("todos", todos)
///   members.add("filter", filter)
/// }
/// let token = screen.subscribe { render(todos.state, filter.state) }
/// ```
///
/// For each dispatch that changed any of its stores, subscribers are called once, when all stores have handled it. In the log the group is one
/// store, whose state has a member for each of them; stores that should stand there on their own have taps of their own.
/// The group keeps its stores alive.
public final class StoreGroup: Sendable {
  private let members: [Member]
  private let signal = StateBroadcast<Void>(())
  private let tap: StoreTap?
  private let site: CallSite
  private let registrations = Locked<[Registration]>([])
  /// What the log was told last.
  private let told: Locked<Occasion.States>

  /// Collects the stores of a group.
  public struct Members {
    fileprivate var list: [Member] = []

    /// Adds a store under the name that its state has in the log.
    public mutating func add<State>(_ name: String, _ store: ReduceStore<State>) {
      list.append(Member(name: name, state: { store.state }, listen: { store.onChange(from: $0, $1) }))
    }
  }

  fileprivate struct Member: Sendable {
    let name: String
    let state: @Sendable () -> any Sendable
    let listen: @Sendable (_ site: CallSite, _ handler: @escaping @Sendable (Occasion) -> Void) -> Registration
  }

  /// - Parameters:
  ///   - recording: Where the group is recorded, `recorder.store("screen")`.
  ///   - fileID: The site of its steps in the log.
  ///   - line: The site of its steps in the log.
  ///   - describe: Called once, to say which stores belong to it.
  public init(
    recording: StoreTap? = nil, fileID: StaticString = #fileID, line: UInt = #line, _ describe: (inout Members) -> Void
  ) {
    var members = Members()
    describe(&members)
    self.members = members.list
    tap = recording.flatMap { $0.isRecording ? $0 : nil }
    site = CallSite(fileID: fileID, line: line)
    told = Locked(Self.states(of: members.list))
    let made = members.list.map { member in
      member.listen(site) { [weak self] occasion in self?.note(occasion) }
    }
    registrations.withLock { $0 = made }
  }

  deinit { signal.finish() }

  /// Calls `handler` now, then once for each dispatch that changed any of the stores, until the subscription ends.
  public func subscribe(_ handler: @escaping @Sendable () -> Void) -> Subscription {
    signal.subscribe { _ in handler() }
  }

  private static func states(of members: [Member]) -> Occasion.States {
    Dictionary(members.map { ($0.name, $0.state()) }) { $1 }
  }

  /// A member has changed. Others may have, too: it is told once, after all of them.
  private func note(_ occasion: Occasion) {
    occasion.line.afterRound(onceFor: ObjectIdentifier(self)) { [weak self] in
      guard let self else { return }
      let cause = record(occasion)
      signal.post(Change(state: (), cause: cause)).deliver()
    }
  }

  private func record(_ occasion: Occasion) -> Cause? {
    guard let tap else { return Cause.current }
    var (state, cause) = (told.withLock { $0 }, Cause.current)
    occasion.record(tap, site, &state) { state in
      cause = Cause.current
      state = Self.states(of: members)
    }
    told.withLock { [state] in $0 = state }
    return cause
  }
}
