import FluxtapeScreen
import Testing

@testable import FluxtapeInspector

/// Tests the key table: each row has its effect, for every way to type it.
struct KeyTableTests {
  /// A row of the table, named as in the help.
  struct Row: Sendable, CustomTestStringConvertible {
    let binding: KeyBinding
    var testDescription: String { "\(binding.keys.first ?? ":" + binding.name) (\(binding.scope)): \(binding.help)" }
  }

  // What-if rows need a host that replays, and rows about the running app a session: they have their own tests.
  @Test(arguments: Keymap.bindings.filter { ![.whatIf, .live].contains($0.section) }.map(Row.init))
  func `a key does what its row says`(_ row: Row) throws {
    let cases = KeyCases.all.filter { $0.isAbout(row.binding) }
    #expect(!cases.isEmpty, "a row without a case")
    for keyCase in cases {
      let start = try keyCase.start()
      let before = start.seen
      for expectation in keyCase.expected {
        let isMet = before.meets(expectation)
        #expect(!isMet, "\(expectation) holds before the key, so it tells nothing")
      }
      for way in row.binding.keys.isEmpty ? [":\(row.binding.name)".map { .character($0) } + [.enter]] : keyCase.ways(of: row.binding) {
        let behind = try keyCase.pressed(way, from: start)
        for expectation in keyCase.expected {
          let isMet = behind.meets(expectation)
          let typed = keyCase.before + " " + way.map(\.name).joined(separator: " ")
          #expect(isMet, "no \(expectation) after '\(typed)': \(behind.requests)\n\(behind.lines.joined(separator: "\n"))")
        }
      }
    }
  }

  @Test func `every case is about a row of the table`() {
    for keyCase in KeyCases.all {
      #expect(Keymap.bindings.contains { keyCase.isAbout($0) }, "\(keyCase.key) (\(keyCase.scope))")
    }
  }
}
