public import Fluxtape
internal import FluxtapeLocking

/// Several stores with one subscription and one recording.
///
/// ```swift
/// let screen = StoreGroup(recording: recorder.store("todoScreen")) { members in
///   members.add("todos", todos)
///   members.add("filter", filter)
/// }
/// let token = screen.subscribe { render(todos.state, filter.state) }
/// ```
///
/// Subscribers are called once for each dispatch that changed any of the stores, after all stores have handled it. In the log, the group is
/// one store whose state has a member for each. To record a store separately too, give it a tap. The group keeps its stores alive.
public final class StoreGroup: Sendable {
  private let members: [Member]
  private let signal = StateBroadcast<Void>(())
  private let tap: StoreTap?
  private let site: CallSite
  private let registrations = Locked<[Registration]>([])
  /// The states that were recorded last.
  private let recorded: Locked<GroupDispatch.States>

  /// Collects the stores of a group.
  public struct Members {
    fileprivate var list: [Member] = []

    /// Adds a store with the name of its member in the log.
    public mutating func add<State>(_ name: String, _ store: ReduceStore<State>) {
      list.append(Member(name: name, state: { store.state }, listen: { store.onChange(from: $0, $1) }))
    }
  }

  fileprivate struct Member: Sendable {
    let name: String
    let state: @Sendable () -> any Sendable
    let listen: @Sendable (_ site: CallSite, _ handler: @escaping @Sendable (GroupDispatch) -> Void) -> Registration
  }

  /// - Parameters:
  ///   - recording: Records the group: `recorder.store("screen")`.
  ///   - fileID: The site of its steps in the log.
  ///   - line: The site of its steps in the log.
  ///   - describe: Called once to add the stores.
  public init(
    recording: StoreTap? = nil, fileID: StaticString = #fileID, line: UInt = #line, _ describe: (inout Members) -> Void
  ) {
    var members = Members()
    describe(&members)
    self.members = members.list
    tap = recording.flatMap { $0.isRecording ? $0 : nil }
    site = CallSite(fileID: fileID, line: line)
    recorded = Locked(Self.states(of: members.list))
    let made = members.list.map { member in
      member.listen(site) { [weak self] dispatch in self?.memberChanged(in: dispatch) }
    }
    registrations.withLock { $0 = made }
  }

  deinit { signal.finish() }

  /// Calls `handler` now, then once for each dispatch that changed any of the stores.
  public func subscribe(_ handler: @escaping @Sendable () -> Void) -> Subscription {
    signal.subscribe { _ in handler() }
  }

  private static func states(of members: [Member]) -> GroupDispatch.States {
    Dictionary(members.map { ($0.name, $0.state()) }) { $1 }
  }

  /// Notifies subscribers once after all members that the dispatch changes.
  private func memberChanged(in dispatch: GroupDispatch) {
    dispatch.line.afterRound(onceFor: ObjectIdentifier(self)) { [weak self] in
      guard let self else { return }
      let cause = record(dispatch)
      signal.post(Change(state: (), cause: cause)).deliver()
    }
  }

  private func record(_ dispatch: GroupDispatch) -> Cause? {
    guard let tap else { return Cause.current }
    var (state, cause) = (recorded.withLock { $0 }, Cause.current)
    dispatch.record(tap, site, &state) { state in
      cause = Cause.current
      state = Self.states(of: members)
    }
    recorded.withLock { [state] in $0 = state }
    return cause
  }
}
