import FluxtapeDocuments
import FluxtapeJSON
import Testing

@testable import FluxtapeHistory

/// A log with so many events that a second thread reads ahead.
struct ManyEventsTests {
  private static let count = 6000

  /// The states of two stores, which count up in turn. Every 500th line has a snapshot, too.
  private static var text: String {
    var lines = ["a", "b"].map { #"{"t":0,"store":"\#($0)","type":"@@STATE","state":{"n":0}}"# }
    for step in 1...count {
      let store = step.isMultiple(of: 2) ? "b" : "a"
      let snapshot = step.isMultiple(of: 500) ? #","state":{"n":\#(step)}"# : ""
      lines.append(
        #"{"seq":\#(step),"t":\#(step),"store":"\#(store)","type":"x","patch":[{"op":"replace","path":"/n","value":\#(step)}]\#(snapshot)}"#
      )
    }
    return lines.map { $0 + "\n" }.joined()
  }

  @Test func `each state is that of its step`() throws {
    let history = try History.of(Self.text)
    var trace = StateTrace(history)
    var found: [Int] = []
    while let event = try trace.next() {
      guard history.rows[event.row].kind == .action else { continue }
      found.append(trace.value(of: event.store)?["n"]?.number?.int ?? -1)
    }
    #expect(found == Array(1...Self.count))
  }
}
