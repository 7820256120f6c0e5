import FluxtapeJSON
import FluxtapeLog
import FluxtapeLogReading
import Testing

struct TornLineTests {
  private static let whole = #"{"seq":2,"t":1042,"store":"cart","type":"cart.itemAdded","payload":{"sku":"p,\"7"},"dur":31,"patch":[]}"#

  private func readAction(tornAfter count: Int) -> ActionRecord? {
    guard case .record(.action(let action))? = LogLine(torn: Array(Self.whole.utf8.prefix(count))) else { return nil }
    return action
  }

  @Test func `an action begun and never completed is read with its payload`() throws {
    let open = #"{"seq":2,"t":1042,"store":"cart","type":"cart.itemAdded","payload":{"sku":"p,\"7"}"#
    #expect(Self.whole.hasPrefix(open))
    let action = try #require(readAction(tornAfter: open.utf8.count))
    #expect(action.payload == ["sku": "p,\"7"])
    #expect(!action.outcome.isKnown)
  }

  @Test func `at every place the whole members are read and no others`() throws {
    let full = try #require(readAction(tornAfter: Self.whole.utf8.count))
    var seen: [String?] = []
    for count in 0..<Self.whole.utf8.count {
      guard let torn = readAction(tornAfter: count) else {
        #expect(seen.isEmpty, "an action was read from fewer bytes than \(count)")
        continue
      }
      #expect(torn.step == full.step && torn.time == full.time && torn.store == full.store && torn.type == full.type)
      #expect(torn.payload == nil || torn.payload == full.payload)
      seen.append(torn.type)
    }
    #expect(seen.count > 40)
  }
}
