import FluxtapeDocuments
import FluxtapeJSON
import FluxtapeLog
import FluxtapeLogReading
import FluxtapeReplay
import Testing

struct HostTests {
  @Test func `a host answers line by line`() {
    let host = WhatIfTests.host()
    #expect(host.answer(to: #"{"host":1}"#) == #"{"host":1,"stores":["cart"]}"#)
    #expect(
      host.answer(to: #"{"store":"cart","begin":{"items":[],"total":0,"note":"","token":""}}"#)
        == #"{"state":{"items":[],"total":0,"note":"","token":""}}"#)
    #expect(
      host.answer(to: #"{"store":"cart","action":{"seq":2,"type":"CartAction.noteChanged","case":"noteChanged","payload":{"_0":"x"}}}"#)
        == #"{"patch":[{"op":"replace","path":"/note","value":"x"}]}"#)
  }

  @Test(arguments: [
    ("nonsense", "not a known request"), ("{}", "not a known request"), (#"{"store":"nowhere","begin":1}"#, "no store 'nowhere'"),
    (#"{"store":"cart","begin":1}"#, "cannot be decoded"),
    (#"{"store":"cart","action":{"seq":2,"type":"x"}}"#, "the state of cart at step 2 is not known"),
  ])
  func `what a host cannot answer is an error with words`(line: String, says: String) {
    let answer = WhatIfTests.host().answer(to: line)
    #expect(answer.hasPrefix(#"{"error":{"type":"#) && answer.contains(says), "\(answer)")
  }

  @Test(arguments: [
    HostRequest.hello, .begin(store: "cart", state: ["n": 1]),
    .action(RecordedAction(ActionRecord(step: 3, time: 0, store: "s", type: "a", version: 2, enumCase: "b.c", payload: [1]))),
    .action(RecordedAction(ActionRecord(step: 3, time: 0, store: "s", type: "a"))),
  ])
  func `a request is read as it was written`(request: HostRequest) { #expect(HostRequest(request.json) == request) }

  @Test(arguments: [
    HostAnswer.stores(["a", "b"]), .state(.null), .patch(JSONPatch()), .failure(RecordedError(type: "E", message: "m")),
  ])
  func `an answer is read as it was written`(answer: HostAnswer) { #expect(HostAnswer(answer.json) == answer) }

  @Test func `a log is held against a host`() throws {
    var host = WhatIfTests.host()
    let result = try Recorded.cart().replay(by: &host)
    #expect(result.replayed == Recorded.actions.count && result.divergences.isEmpty)
    var flawed = ReplayHost()
    flawed.add("cart", reduce: ReplayTests.flawed)
    let divergences = try Recorded.cart().replay(by: &flawed).divergences
    #expect(divergences.map(\.type) == ["CartAction.itemAdded", "CartAction.noteChanged", "CartAction.noteChanged"])
    #expect(divergences.first?.differences == [.init(pointer: "/total", recorded: 400, replayed: 399)])
  }

  @Test func `a host without a store of the log says which there are`() throws {
    var host = ReplayHost()
    host.add("other", reduce: cartReducer)
    let error = try #require(throws: ReplayError.self) { try Recorded.cart().replay(by: &host) }
    #expect("\(error)" == "there is no store 'other' in the log; its stores are cart")
  }
}
