import FluxtapeDocuments
import FluxtapeJSON
import FluxtapeLog
import FluxtapeLogReading
import FluxtapeRandomCases
import Testing

/// The facts that one pass finds on a line, compared with those of the record that is decoded.
struct LineReaderTests {
  /// Lines that must be read in one pass: they make up nearly all of a log.
  static let usual = [
    #"{"seq":1,"t":12,"store":"cart","type":"@@INIT","state":{"items":[],"total":0}}"#,
    #"{"t":13,"store":"catalog","type":"@@STATE","state":{"stock":{"p7":3}}}"#,
    #"{"seq":2,"t":-1042,"store":"größer","type":"x","v":2,"case":"a.b","cause":1,"site":"A/B.swift:4","thread":"main","payload":[{"a":[[]]},-0.5e+10,"\"\\\/\b\f\n\r\t\u00e9\ud83d",true,false,null,{}],"dur":31,"patch":[{"op":"add","path":"/items/0","value":{"sku":"p7"}},{"op":"replace","path":"","value":15}]}"#,
    #"{"seq":3,"t":1,"store":"a","type":"x","patch":[{"op":"remove","path":"/a~1b~0"},{"op":"move","from":"/a","path":"/b"},{"op":"copy","from":"/a","path":"/b"},{"op":"test","path":"/a","value":1},{"op":"splice","path":"/a","at":1,"del":0,"ins":"é𝄞"}],"state":1}"#,
    #"{"seq":3,"t":1,"store":"a","type":"x","patch":[],"omitted":"limit","reduced":false,"new":{"seq":[]}}"#,
    #"{"seq":3,"t":1,"store":"a","type":"x","trace":"4bf92f3577b34da6a3ce929d0e0e4736","span":"00f067aa0ba902b7","patch":[]}"#,
    #"{"seq":4,"t":1,"store":"a","type":"@@STATE","cause":3,"reduced":true,"settled":true,"state":null}"#,
    #"{"seq":1,"t":1,"store":"\u0061\"","type":"\u0040\/","patch":[{"p\u0061th":"\/a\u002f","op":"remov\u0065"}],"cause":null}"#,
    #"{"seq":5,"t":1,"store":"a","type":"x","effect":{"id":[1],"phase":"started"},"trace":{"a":"}"},"span":7}"#,
    #"{"seq":8,"t":1,"store":"a","type":"x","cause":[3,{"run":"r","seq":1},2],"patch":[]}"#,
    #"{"seq":6,"t":1,"store":"a","type":"x","error":{"type":"E","message":"m"},"patch":[{"value":[{}],"path":"/a","op":"test","new":[]}]}"#,
    #" { "completes" : 7 , "t" : 3 , "store" : "a" , "dur" : 2 , "patch" : [ ] , "state" : { "n" : 9007199254740993 } } "#,
  ]

  /// Lines that only `LogLine` reads, for various reasons.
  static let rare = [
    #"{"seq":8,"t":2,"mark":"m"}"#, #"{"seq":17,"t":2,"gap":{"lost":12,"reason":"r"}}"#, #"{"seq":18,"t":2,"end":"closed"}"#,
    #"{"seq":1,"seq":2,"t":1,"store":"a","type":"x"}"#, #"{"seq":1,"t":1,"store":"a","type":"x","patch":[],"patch":null}"#,
    #"{"seq":1,"t":1,"store":"a","type":"x","effect":{"id":1,"phase":"paused"}}"#, #"{"seq":1,"t":1,"store":"a","type":"x","effect":1}"#,
    #"{"seq":1,"t":1,"store":"a","type":"x","error":{"type":"E"}}"#, #"{"seq":1,"t":1,"store":"a","type":"x","error":1}"#,
    #"{"t":1,"store":"a","type":"@@STATE","effect":{"id":1,"phase":"started"}}"#, #"{"seq":1,"t":1,"store":"a","type":null}"#,
    #"{"seq":1,"t":1,"store":"a","type":"x","cause":"1"}"#, #"{"s\u0065q":1,"t":1,"store":"a","type":"x"}"#,
    #"{"t":1,"store":"a","type":"@@STATE","settled":5}"#,
    #"{"completes":1,"t":1,"store":"a","cause":1}"#, #"{"fluxtape":1}"#, "", "{}", "[]", "null",
    #"{"seq":1,"t":1,"store":"a","type":"x","patch":[{"op":"paint","path":""}]}"#,
    #"{"seq":1,"t":1,"store":"a","type":"x","patch":[{"op":"add","path":"a","value":1}]}"#,
    #"{"seq":1,"t":1,"store":"a","type":"x","patch":[{"op":"add","path":"/~2","value":1}]}"#,
    #"{"seq":1,"t":1,"store":"a","type":"x","patch":[{"op":"add","path":"/a"}]}"#,
    #"{"seq":1,"t":1,"store":"a","type":"x","patch":[{"op":"splice","path":"/a","at":-1,"del":0,"ins":""}]}"#,
    #"{"seq":1,"t":1,"store":"a","type":"x","patch":{}}"#, #"{"seq":1,"completes":1,"t":1,"store":"a","type":"x"}"#,
    #"{"completes":1,"t":1,"store":"a","type":"x"}"#, #"{"seq":1,"t":1,"store":"a"}"#, #"{"t":1,"store":"a","type":"x"}"#,
    #"{"seq":0,"t":1,"store":"a","type":"x"}"#, #"{"seq":1,"t":1.0,"store":"a","type":"x"}"#,
    #"{"seq":9999999999999999999,"t":1,"store":"a","type":"x"}"#,
  ]

  private struct Facts: Equatable, CustomStringConvertible {
    var subject: LineFacts.Subject
    var time: Int
    var store: String
    var type: String?
    var cause: RecordedCause?
    var outcome: OutcomeSummary
    var effect: RecordedEffect?
    /// The case, the site, the thread, the trace, the span, the payload, the patch and the state.
    var values: [JSONValue?]

    var description: String {
      "\(subject) \(time) \(store) \(type ?? "-") \(cause.map { "\($0)" } ?? "-") \(outcome) \(values.map { $0?.text ?? "-" })"
    }
  }

  /// The facts of the whole record; `nil` if the line is none of the three kinds.
  private func recordFacts(_ bytes: [UInt8]) -> Facts? {
    guard case .record(let record) = try? LogLine(decoding: bytes) else { return nil }
    switch record {
    case .action(let action):
      let texts = [action.enumCase, action.site, action.thread, action.trace, action.span].map { $0.map(JSONValue.string) }
      return Facts(
        subject: .action(step: action.step.rawValue), time: action.time, store: action.store, type: action.type,
        cause: action.cause, outcome: OutcomeSummary(action.outcome), effect: action.effect,
        values: texts + [action.payload, action.outcome.patch?.json, action.outcome.state])
    case .completion(let completion):
      return Facts(
        subject: .completion(step: completion.step.rawValue), time: completion.time, store: completion.store,
        outcome: OutcomeSummary(completion.outcome), values: [completion.outcome.patch?.json, completion.outcome.state])
    case .state(let state):
      return Facts(
        subject: .state(step: state.step?.rawValue), time: state.time, store: state.store, type: StateRecord.type,
        cause: state.cause, outcome: OutcomeSummary(state.outcome),
        values: [state.outcome.patch?.json, state.outcome.state])
    case .mark, .gap, .end, .unknown: return nil
    }
  }

  /// The facts that one pass finds, wherever the line lies, and whatever follows it.
  private func facts(_ line: [UInt8]) -> Facts? {
    let found = [("", UInt8(ascii: "}")), ("{\"seq\":1", UInt8(ascii: "\"")), ("\"}", 0x80)].map { before, padding in
      facts(line, after: Array(before.utf8), before: padding)
    }
    #expect(found.allSatisfy { $0 == found[0] })
    return found[0]
  }

  private func facts(_ line: [UInt8], after before: [UInt8], before padding: UInt8) -> Facts? {
    let bytes = before + line + [UInt8](repeating: padding, count: JSONPass.padding)
    let span = bytes.span
    var reader = LineReader()
    guard reader.read(span, in: before.count..<before.count + line.count) else { return nil }
    let facts = reader.facts
    let patch = value(facts.patch, in: bytes).flatMap { try? JSONPatch(decoding: $0).json }
    let outcome = [patch, value(facts.state, in: bytes)]
    let isAction = if case .action = facts.subject { true } else { false }
    let texts = [facts.enumCase, facts.site, facts.thread, facts.trace, facts.span, facts.payload].map { value($0, in: bytes) }
    return Facts(
      subject: facts.subject, time: facts.time, store: facts.store.text(in: span), type: facts.type?.text(in: span), cause: facts.cause,
      outcome: facts.outcome, effect: facts.effect, values: isAction ? texts + outcome : outcome)
  }

  private func value(_ place: Range<Int>, in bytes: [UInt8]) -> JSONValue? {
    place.isEmpty ? nil : try? JSONValue(parsing: Array(bytes[place]))
  }

  /// A line that is read is a record with the same facts.
  private func compare(_ bytes: [UInt8]) {
    guard let facts = facts(bytes) else { return }
    #expect(facts == recordFacts(bytes), "\(String(decoding: bytes, as: UTF8.self))")
  }

  @Test(arguments: usual)
  func `usual lines are read in one pass`(text: String) {
    #expect(facts(Array(text.utf8)) != nil)
    compare(Array(text.utf8))
  }

  @Test(arguments: rare)
  func `rare lines are left to the decoder`(text: String) {
    #expect(facts(Array(text.utf8)) == nil)
  }

  /// Bytes that may turn a line into something else.
  static let intruders = Array("\"\\{}[],:-+.eE0179 tfnu/~\n\t\u{0}é".utf8) + [0x1F, 0x20, 0x7F, 0x80, 0xC0, 0xED, 0xF4, 0xF5, 0xFF]

  @Test(arguments: usual)
  func `no change of a byte makes facts of a line that is no such record`(text: String) {
    let bytes = Array(text.utf8)
    for place in places(bytes.indices, step: 17) {
      compare(Array(bytes[..<place]))
      compare(Array(bytes[..<place] + bytes[(place + 1)...]))
      for intruder in Self.intruders {
        var changed = bytes
        changed[place] = intruder
        compare(changed)
        compare(Array(bytes[..<place] + [intruder] + bytes[place...]))
      }
    }
  }

  /// Objects whose keys differ little, or not at all.
  @Test(arguments: [1, 2, 3, 8, 9, 20, 300], ["", "key", "a longer key with number "])
  func `a key that repeats is noticed, and none where all differ`(count: Int, name: String) {
    let keys = (0..<count).map { "\"\(name)\($0)\"" }
    func mayRepeat(_ keys: [String]) -> Bool {
      let line = Array(
        #"{"seq":1,"t":1,"store":"a","type":"x","payload":[{"a":{\#(keys.map { $0 + ":{}" }.joined(separator: ","))}}]}"#.utf8)
      var reader = LineReader()
      let isRead = reader.read((line + [UInt8](repeating: 0, count: JSONPass.padding)).span, in: line.indices)
      #expect(isRead)
      return reader.mayRepeatKeys
    }
    #expect(!mayRepeat(keys))
    for place in [0, count / 2, count - 1] { #expect(mayRepeat(keys + [keys[place]])) }
    #expect(mayRepeat(keys + [#""\u0061""#]))
  }
}
