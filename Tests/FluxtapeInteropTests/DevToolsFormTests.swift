import FluxtapeHistory
import FluxtapeInterop
import FluxtapeJSON
import FluxtapeLog
import FluxtapeLogReading
import Testing

/// Each format that the tool writes, or that one of its importers accepts.
struct DevToolsFormTests {
  static let lifted = """
    {"actionsById":{"0":{"type":"PERFORM_ACTION","action":{"type":"@@INIT"},"timestamp":1700000000000},\
    "1":{"type":"PERFORM_ACTION","action":{"type":"INC","by":5},"timestamp":1700000000123,"stack":"Error\\n    at add (src/app.js:12:3)"},\
    "2":{"type":"PERFORM_ACTION","action":{"type":"SET","payload":{"n":7},"meta":{"from":"test"}},"timestamp":1700000000500}},\
    "computedStates":[{"state":{"n":0}},{"state":{"n":5}},{"state":{"n":7}}],"stagedActionIds":[0,1,2],"skippedActionIds":[],\
    "currentStateIndex":2,"nextActionId":3,"committedState":{"n":0}}
    """

  struct Form: CustomTestStringConvertible {
    let name: String
    let text: String
    let types: [String]
    let states: [String?]
    var testDescription: String { name }
  }

  static func quoted(_ text: String) -> String { JSONValue.string(text).text }

  static let actions = #"[{"type":"INC"},{"type":"INC","by":5}]"#

  static let forms = [
    Form(name: "lifted state", text: lifted, types: ["@@INIT", "INC", "SET"], states: [#"{"n":0}"#, #"{"n":5}"#, #"{"n":7}"#]),
    Form(
      name: "lifted state in an envelope", text: #"{"payload":\#(quoted(lifted))}"#, types: ["@@INIT", "INC", "SET"],
      states: [#"{"n":0}"#, #"{"n":5}"#, #"{"n":7}"#]),
    Form(
      name: "row of a report server",
      text: #"{"id":"x","type":"STATE","title":"t","payload":\#(quoted(lifted)),"preloadedState":null,"instanceId":"1"}"#,
      types: ["@@INIT", "INC", "SET"], states: [#"{"n":0}"#, #"{"n":5}"#, #"{"n":7}"#]),
    Form(
      name: "actions and a preloaded state", text: "{\n\t\"payload\": \(quoted(actions)),\n\t\"preloadedState\": \"{\\\"n\\\":3}\"\n}",
      types: ["@@INIT", "INC", "INC"], states: [#"{"n":3}"#, nil, nil]),
    Form(
      name: "actions in an envelope", text: "{\n\t\"payload\": \(quoted(actions))\n}", types: ["@@INIT", "INC", "INC"],
      states: [nil, nil, nil]),
    Form(name: "bare actions", text: actions, types: ["@@INIT", "INC", "INC"], states: [nil, nil, nil]),
    Form(
      name: "payload that is no text", text: #"{"preloadedState":{"n":3},"payload":\#(actions)}"#, types: ["@@INIT", "INC", "INC"],
      states: [#"{"n":3}"#, nil, nil]),
    Form(
      name: "a state and no action", text: #"{"payload":"[]","preloadedState":"{\"n\":3}"}"#, types: ["@@INIT"], states: [#"{"n":3}"#]),
    Form(name: "lifted state without states", text: withoutStates, types: ["@@INIT", "INC"], states: [#"{"n":0}"#, nil]),
    Form(
      name: "an action without a type", text: #"[{"by":1},{"type":4}]"#, types: ["@@INIT", "<UNDEFINED>", "4"], states: [nil, nil, nil]),
  ]

  static let withoutStates = """
    {"actionsById":{"0":{"action":{"type":"@@INIT"}},"1":{"action":{"type":"INC"}}},"stagedActionIds":[0,1],"committedState":{"n":0}}
    """

  @Test(arguments: forms)
  func `a form is read as a log`(_ form: Form) throws {
    let log = try ForeignLog(form.text)
    #expect(log.form == .reduxDevTools)
    #expect(log.actions.map(\.type) == form.types)
    #expect(try log.states() == form.states)
    #expect(log.notices.isEmpty == !form.states.contains(nil))
  }

  @Test(arguments: forms)
  func `no action of an export is in flight`(_ form: Form) throws { #expect(try ForeignLog(form.text).history().inFlight.isEmpty) }

  @Test func `times, stacks and contents are kept`() throws {
    let log = try ForeignLog(Self.lifted)
    #expect(log.header?.time == "2023-11-14T22:13:20.000000Z")
    #expect(log.actions.map(\.time) == [0, 123_000, 500_000])
    #expect(log.actions[1].site == "src/app.js:12:3")
    #expect(log.actions[1].payload == ["by": 5])
    #expect(log.actions[2].payload == ["n": 7])
    #expect(log.actions[2].other["action"] == ["meta": ["from": "test"]])
    #expect(log.header?.meta?["currentStateIndex"] == 2)
  }

  @Test func `an export without times has no clock`() throws { #expect(try ForeignLog(Self.actions).header?.time == nil) }

  @Test func `a skipped action never reached a reducer`() throws {
    let text = Self.lifted.replacing(#""skippedActionIds":[]"#, with: #""skippedActionIds":[1]"#)
      .replacing(#"{"state":{"n":5}}"#, with: #"{"state":{"n":0}}"#)
    let log = try ForeignLog(text)
    #expect(log.actions.map(\.outcome.isUnreduced) == [false, true, false])
    #expect(log.actions[1].other["skipped"] == true)
    #expect(try log.states() == [#"{"n":0}"#, #"{"n":0}"#, #"{"n":7}"#])
  }

  @Test func `an error of the reducer is the action's`() throws {
    let text = Self.lifted.replacing(#"{"state":{"n":7}}"#, with: #"{"state":{"n":5},"error":"TypeError: x is undefined"}"#)
    let log = try ForeignLog(text)
    #expect(log.actions[2].outcome.error == RecordedError(type: "Error", message: "TypeError: x is undefined"))
    #expect(try log.states().last == #"{"n":5}"#)
  }

  @Test func `actions that the tool dropped are a gap before the first state`() throws {
    let text = """
      {"actionsById":{"0":{"action":{"type":"@@INIT"}},"17":{"action":{"type":"A"}},"18":{"action":{"type":"B"}}},\
      "computedStates":[{"state":1},{"state":2},{"state":3}],"stagedActionIds":[0,17,18],"committedState":1}
      """
    let log = try ForeignLog(text)
    guard case .gap(let gap)? = log.records.first else { Issue.record("no gap"); return }
    #expect(gap.lost == 16)
    #expect(try log.states() == ["1", "2", "3"])
    #expect(log.actions.map { $0.other["id"]?.int } == [0, 17, 18])
    #expect(log.notices == ["16 actions between the first state and action 17 are no longer in the export"])
  }

  @Test func `actions that were put in another order stay in it`() throws {
    let text = """
      {"actionsById":{"0":{"action":{"type":"@@INIT"}},"1":{"action":{"type":"A"}},"2":{"action":{"type":"B"}}},\
      "computedStates":[{"state":0},{"state":2},{"state":1}],"stagedActionIds":[0,2,1]}
      """
    let log = try ForeignLog(text)
    #expect(log.actions.map(\.type) == ["@@INIT", "B", "A"])
    #expect(log.actions.map(\.step.rawValue) == [1, 2, 3])
    #expect(log.actions.map { $0.other["id"]?.int } == [nil, 2, 1])
  }

  @Test func `a staged action that is not there is told`() throws {
    let text = #"{"actionsById":{"0":{"action":{"type":"@@INIT"}}},"computedStates":[{"state":0},{"state":1}],"stagedActionIds":[0,1]}"#
    #expect(try ForeignLog(text).notices == ["1 staged action is not in the export"])
  }

  struct Bad: CustomTestStringConvertible {
    let text: String
    let says: String
    var testDescription: String { text }
  }

  @Test(arguments: [
    Bad(text: #"[{"type":"A"}"#, says: "not JSON"),
    Bad(text: #"{"payload":"{nonsense","preloadedState":"1"}"#, says: "the text in 'payload'"),
    Bad(text: #"{"payload":"[]","preloadedState":"{nonsense"}"#, says: "the text in 'preloadedState'"),
    Bad(text: #"{"computedStates":[]}"#, says: "neither actions nor"), Bad(text: #"{"payload":"{}"}"#, says: "neither actions nor"),
  ])
  func `a broken export says what is wrong`(_ bad: Bad) throws {
    let error = try #require(throws: InteropError.self) { try ForeignLog(bad.text) }
    #expect("\(error)".contains(bad.says), "\(error)")
  }
}
