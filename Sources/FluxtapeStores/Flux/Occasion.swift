internal import Fluxtape

/// What a dispatcher is handing over while stores change: enough to record it once more, for stores that are a sum of others.
struct Occasion: Sendable {
  typealias States = [String: any Sendable]

  let line: DispatchLine
  /// Records what the reducer makes of the states, as a step that is called as the dispatch is.
  let record: @Sendable (_ tap: StoreTap, _ site: CallSite, inout States, (inout States) -> Void) -> Void

  init<Value>(_ value: Value, of channel: Channel<Value>) {
    line = channel.line
    record = { [naming = channel.naming] tap, site, states, change in
      naming.reduce(value, into: &states, recordedBy: tap, from: site) { states, _ in change(&states) }
    }
  }
}
