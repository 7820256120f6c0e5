import FluxtapeJSON
import FluxtapeLog
import Testing

@Suite struct TornLineTests {
  private static let whole = #"{"seq":2,"t":1042,"store":"cart","type":"cart.itemAdded","payload":{"sku":"p,\"7"},"dur":31,"patch":[]}"#

  private func action(tornAfter count: Int) -> ActionRecord? {
    guard case .record(.action(let action))? = LogLine(torn: Array(Self.whole.utf8.prefix(count))) else { return nil }
    return action
  }

  @Test func `an action begun and never completed is read with its payload`() throws {
    let open = try #require(Self.whole.range(of: #","dur""#))
    let action = try #require(action(tornAfter: Self.whole.utf8.distance(from: Self.whole.startIndex, to: open.lowerBound)))
    #expect(action.payload == ["sku": "p,\"7"])
    #expect(!action.outcome.isKnown)
  }

  @Test func `at every place the whole members are read and no others`() throws {
    let full = try #require(action(tornAfter: Self.whole.utf8.count))
    var seen: [String?] = []
    for count in 0..<Self.whole.utf8.count {
      guard let torn = action(tornAfter: count) else {
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
