import FluxtapeCoding
import FluxtapeDocuments
import FluxtapeJSON
import FluxtapeLogReading
import Testing

@testable import Fluxtape

/// States with few members, one of which has padding at its end. The states folded from the log are the real ones, and no action has a
/// change that it did not make.
struct FewMembersTests {
  struct Filter: Codable { var text = "", limit: Int? }
  enum Route: Codable { case home, detail, settings }
  struct App: Codable { var visits = 0, filter = Filter(), route = Route.home }

  struct Sheet: Codable { var isOpen = false, title = "", page: Int? }
  struct Window: Codable { var sheet = Sheet(), isActive = false, visits: UInt8 = 0 }

  /// The patches of a recorded store after each change, checked against the encoding of each state.
  private func patches<State: Encodable>(_ first: State, _ changes: [(inout State) -> Void]) throws -> [String] {
    let (recorder, sink) = Recorder.inMemory()
    var state = first
    let tap = recorder.store("app")
    var expected = [JSONValue.whole(state)]
    for (number, change) in changes.enumerated() {
      tap.reduce("change\(number)", into: &state) { state, _ in change(&state) }
      expected.append(JSONValue.whole(state))
    }
    recorder.close()
    let log = try RecordedLog(sink)
    #expect(try log.states(of: "app").map(\.state) == expected)
    return log.actions.map { $0.outcome.patch?.json.text ?? "-" }
  }

  @Test func `a letter that is typed changes no route`() throws {
    let patches = try patches(
      App(),
      [
        { $0.visits += 1 }, { $0.route = .settings }, { $0.filter.text = "a" }, { $0.filter.text = "ab" }, { $0.filter.limit = 3 },
        { $0.visits += 1 },
      ])
    #expect(
      patches == [
        #"[{"op":"replace","path":"/visits","value":1}]"#,
        #"[{"op":"remove","path":"/route/home"},{"op":"add","path":"/route/settings","value":{}}]"#,
        #"[{"op":"replace","path":"/filter/text","value":"a"}]"#,
        #"[{"op":"replace","path":"/filter/text","value":"ab"}]"#,
        #"[{"op":"add","path":"/filter/limit","value":3}]"#,
        #"[{"op":"replace","path":"/visits","value":2}]"#,
      ])
  }

  @Test func `a page that is turned opens no sheet`() throws {
    let patches = try patches(
      Window(),
      [
        { $0.visits = 1 }, { $0.sheet.isOpen = true }, { $0.sheet.page = 1 }, { $0.isActive = true }, { $0.sheet.page = 2 },
        { $0.sheet.title = "a" },
        { $0.visits = 2 },
      ])
    #expect(
      patches == [
        #"[{"op":"replace","path":"/visits","value":1}]"#,
        #"[{"op":"replace","path":"/sheet/isOpen","value":true}]"#,
        #"[{"op":"add","path":"/sheet/page","value":1}]"#,
        #"[{"op":"replace","path":"/isActive","value":true}]"#,
        #"[{"op":"replace","path":"/sheet/page","value":2}]"#,
        #"[{"op":"replace","path":"/sheet/title","value":"a"}]"#,
        #"[{"op":"replace","path":"/visits","value":2}]"#,
      ])
  }
}
