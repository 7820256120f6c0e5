import FluxtapeHistory
import FluxtapeDocuments
import FluxtapeJSON
import FluxtapeRandomCases
import Testing

/// Every log of a few actions over a few keys, with every spacing of snapshots, compared with a plain fold.
struct SmallWorldsTests {
  /// The effect of an action on its store's state, an object.
  enum Deed: CaseIterable {
    case setA, setB, removeA, removeB, nothing, fill

    func applied(to state: JSONObject, number: Int) -> JSONObject {
      var state = state
      switch self {
      case .setA: state["a"] = .number(JSONNumber(number))
      case .setB: state["b"] = ["n": .number(JSONNumber(number))]
      case .removeA: state["a"] = nil
      case .removeB: state["b"] = nil
      case .nothing: break
      case .fill: state = ["a": 0, "b": 0, "c": [1, 2]]
      }
      return state
    }
  }

  /// The place of an action's outcome in the log.
  enum Form: CaseIterable {
    /// On the action's own line.
    case whole
    /// In a completion on the next line.
    case completed
    /// All actions begin before the first one completes; the last one completes first.
    case nested
  }

  static func deeds(_ count: Int) -> [[Deed]] {
    count == 0 ? [[]] : deeds(count - 1).flatMap { before in Deed.allCases.map { before + [$0] } }
  }

  @Test(arguments: Form.allCases, triesAll ? [1, 2, 3, 4] : [1, 2, 4])
  func `states are those of a plain fold`(form: Form, spacing: Int) throws {
    let worlds = (0...3).flatMap(Self.deeds)
    // One file holds them all, each as a separate run.
    var text = ""
    var expected: [[JSONValue]] = []
    for (number, deeds) in worlds.enumerated() {
      var world = World(form: form, spacing: spacing)
      text += #"{"fluxtape":1,"run":"\#(number)"}"# + "\n"
      text += world.log(of: deeds)
      expected.append(world.states)
    }
    let histories = try LogFixture(text).histories()
    try #require(histories.count == worlds.count)
    for (history, states) in zip(histories, expected) {
      let found = try states.indices.map { try history.state(of: "s", after: $0) }
      #expect(found == states.map { .known(JSONNode($0), certainty: .exact) })
      // Queried backwards, and with a reader that has no checkpoints.
      let backwards = try states.indices.reversed().map { try history.state(of: "s", after: $0).value }
      #expect(backwards == states.reversed())
    }
  }

  /// A log of one store, and its expected states after each row.
  private struct World {
    let form: Form
    let spacing: Int
    private(set) var states: [JSONValue] = []

    init(form: Form, spacing: Int) {
      self.form = form
      self.spacing = spacing
    }

    mutating func log(of deeds: [Deed]) -> String {
      states = Array(repeating: .null, count: deeds.count + 1)
      states[0] = ["a": 0]
      var lines = [#"{"seq":1,"t":0,"store":"s","type":"@@INIT","state":{"a":0}}"#]
      var state: JSONObject = ["a": 0]
      let reduced = form == .nested ? Array(deeds.indices.reversed()) : Array(deeds.indices)
      if form == .nested { lines += deeds.indices.map { begun($0) + "}" } }
      for (count, place) in reduced.enumerated() {
        let next = deeds[place].applied(to: state, number: place)
        var outcome = #""patch":\#(patch(from: state, to: next))"#
        if (count + 1) % spacing == 0 { outcome += #","state":\#(JSONValue.object(next).text)"# }
        let completion = #"{"completes":\#(place + 2),"t":9,"store":"s","# + outcome + "}"
        switch form {
        case .whole: lines.append(begun(place) + "," + outcome + "}")
        case .completed: lines += [begun(place) + "}", completion]
        case .nested: lines.append(completion)
        }
        state = next
        states[place + 1] = .object(state)
      }
      return lines.joined(separator: "\n") + "\n"
    }

    private func begun(_ place: Int) -> String { #"{"seq":\#(place + 2),"t":\#(place),"store":"s","type":"x""# }

    /// Made by hand, since the library's own difference is not under test here.
    private func patch(from old: JSONObject, to new: JSONObject) -> String {
      var operations = old.keys.filter { new[$0] == nil }.map { #"{"op":"remove","path":"/\#($0)"}"# }
      for member in new where old[member.key] != member.value {
        let name = old[member.key] == nil ? "add" : "replace"
        operations.append(#"{"op":"\#(name)","path":"/\#(member.key)","value":\#(member.value.text)}"#)
      }
      return "[\(operations.joined(separator: ","))]"
    }
  }
}
