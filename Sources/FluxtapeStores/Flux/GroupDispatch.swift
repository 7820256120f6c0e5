internal import Fluxtape

/// The current dispatch, for groups that record it again as a change of their combined state.
struct GroupDispatch: Sendable {
  typealias States = [String: any Sendable]

  let line: DispatchLine
  /// Records a change of the states as a step with the dispatch's name.
  let record: @Sendable (_ tap: StoreTap, _ site: CallSite, inout States, (inout States) -> Void) -> Void

  init<Value>(_ value: Value, of channel: Channel<Value>) {
    line = channel.line
    record = { [naming = channel.naming] tap, site, states, change in
      naming.reduce(value, into: &states, recordedBy: tap, from: site) { states, _ in change(&states) }
    }
  }
}
