import FluxtapeDocuments
import FluxtapeHistory
import FluxtapeReplay
import Testing

struct SwiftTestFileTests {
  static func text(_ recording: Recording, rows: Set<Int>? = nil, _ change: (inout SwiftTestFile) -> Void = { _ in }) throws -> String {
    var file = SwiftTestFile(name: "2 bugs-of.cart")
    change(&file)
    return try #require(try file.text(of: recording, rows: rows))
  }

  /// The log in a generated test.
  static func log(in text: String) throws -> Recording {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let start = try #require(lines.firstIndex { $0.hasSuffix("\"\"\"") })
    let end = try #require(lines.lastIndex { $0.contains("\"\"\"") })
    return try Recording(log: lines[(start + 1)..<end].map { $0.drop { $0 == " " } }.joined(separator: "\n"))
  }

  @Test func `a test holds the log that it replays`() throws {
    let text = try Self.text(Recorded.cart())
    #expect(text.contains("struct Recorded2BugsOfCartTests {"))
    #expect(text.contains("try recording.replay(\"cart\") { (state: inout CartState, action: CartAction) in cartReducer(&state, action) }"))
    #expect(try Self.log(in: text).replay("cart", through: cartReducer).replayed == Recorded.actions.count)
  }

  @Test func `where steps are left out, the next starts from the state before it`() throws {
    let recording = try Recorded.cart()
    let rows = Set(recording.history.rows.indices.filter { recording.history.rows[$0].type == "CartAction.itemAdded" })
    let log = try Self.log(in: Self.text(recording, rows: rows))
    let result = try log.replay("cart", through: cartReducer)
    #expect(result.replayed == 3 && result.compared == 3)
  }

  @Test func `a suite is named after its file, once, and sees what a module keeps to itself`() throws {
    let text = try Self.text(Recorded.cart()) {
      $0.name = "NegativeTotalTests"
      $0.imports = ["Shop"]
      $0.testableImports = ["Shop"]
    }
    #expect(text.contains("import Testing\n@testable import Shop\n"))
    #expect(!text.contains("\nimport Shop\n"))
    #expect(text.contains("struct NegativeTotalTests {"))
  }

  @Test func `a rule takes the place of the states`() throws {
    let text = try Self.text(Recorded.cart()) {
      $0.never = "cart.note == \"\\ü\""
      $0.imports = ["Shop"]
      $0.reducers["cart"] = .init(state: "Shop.Cart", action: "Event", reducer: "reduce")
    }
    #expect(text.contains("import FluxtapeHistory\nimport FluxtapeReplay\nimport Shop\nimport Testing\n"))
    #expect(text.contains(#"host.add("cart") { (state: inout Shop.Cart, action: Event) in reduce(&state, action) }"#))
    #expect(text.contains(#"steps(where: Query(parsing: "cart.note == \"\\ü\""), by: &host) == []"#))
  }

  /// The contents of a log affect neither the compiler nor the reader.
  @Test func `contents never end the literal and are all to be seen`() throws {
    let actions: [CartAction] = [.noteChanged("\"\"\"##\\##(1)\u{202E}\u{7F}\n"), .noteChanged("\"\"\"#")]
    let text = try Self.text(Recorded.cart(actions))
    #expect(text.contains("log: ###\"\"\""))
    #expect(!text.contains("\u{202E}") && !text.contains("\u{7F}"))
    #expect(try Self.log(in: text).state(of: "cart", at: 1, as: Cart.self).note == "\"\"\"##\\##(1)\u{202E}\u{7F}\n")
  }

  @Test func `secrets replay as their digests`() throws {
    let text = try Self.text(Recorded.cart([.loggedIn(token: "s3cret"), .emptied]))
    #expect(text.contains("options: .replayingDigests"))
    #expect(!text.contains("s3cret"))
  }

  @Test func `a part without actions is no test`() throws {
    #expect(try SwiftTestFile(name: "x").text(of: Recorded.cart(), rows: []) == nil)
  }

  // MARK: Repros

  @Test func `few actions that break a rule are found`() throws {
    let recording = try Recorded.cart()
    var host = WhatIfTests.host()
    let repro = try #require(try recording.repro(of: Query(parsing: "cart.total > 250"), by: &host))
    #expect(repro.steps.count == 1 && repro.candidates >= 2)
    #expect(try recording.repro(of: Query(parsing: "cart.total > 9999"), by: &host) == nil)
  }
}
