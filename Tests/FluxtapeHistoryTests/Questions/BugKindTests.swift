import FluxtapeHistory
import FluxtapeSimulatedRuns
import Testing

/// The logs of ``BugKind``: what the benchmark of causes says is worth nothing if a line is broken or the answer is not there.
struct BugKindTests {
  private static let kinds =
    BugKind.known + BugKind.fresh + BugKind.variants + BugKind.strangers + BugKind.newcomers + BugKind.visitors + BugKind.guests
    + BugKind.travellers

  @Test(arguments: [true, false]) func `every line is a record, and only red runs fail`(isRed: Bool) throws {
    for kind in Self.kinds {
      let history = try History.of(kind.log(isRed: isRed, seed: 7, noise: true))
      #expect(history.rows.allSatisfy { $0.kind != .badLine && $0.kind != .unknown }, "\(kind.name)")
      #expect(history.rows.contains { $0.kind == .mark } == isRed, "\(kind.name)")
      for store in history.stores {
        #expect(throws: Never.self, "\(kind.name)") { try history.state(of: store, after: history.rows.count - 1) }
      }
    }
  }

  @Test(arguments: kinds.map(\.name)) func `is red and green with any seed`(_ name: String) throws {
    let kind = try #require(Self.kinds.first { $0.name == name })
    for seed in 1...3 {
      for isRed in [true, false] {
        let text = try kind.log(isRed: isRed, seed: seed, noise: seed == 2)
        #expect(text.contains("\"level\":\"error\"") == isRed, "seed \(seed)")
        #expect(text.hasSuffix(isRed ? "\"end\":\"failed\"}\n" : "\"end\":\"passed\"}\n"), "seed \(seed)")
      }
    }
  }

  @Test func `each cause is in the log of a red run, or of a green one where it is missing`() throws {
    for kind in Self.kinds {
      let text = try kind.log(isRed: true, seed: 7, noise: false) + kind.log(isRed: false, seed: 7, noise: false)
      for type in kind.causes.joined() {
        let words = type.split(separator: " ")
        let store = words.count > 1 ? "\"store\":\"\(words[0])\"," : ""
        #expect(text.contains("\(store)\"type\":\"\(words.last ?? "")\""), "\(kind.name): \(type)")
      }
    }
  }
}
