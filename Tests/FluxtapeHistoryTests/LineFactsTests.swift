import FluxtapeDocuments
import FluxtapeHistory
import FluxtapeJSON
import FluxtapeLog
import FluxtapeLogReading
import FluxtapeRandomCases
import Testing

/// The facts that the index reads from a parsed line, compared with the facts of the whole record.
struct LineFactsTests {
  /// The lines that make up nearly all of a log: they must have facts.
  static let usual = [
    #"{"seq":1,"t":12,"store":"cart","type":"@@INIT","state":{"items":[],"total":0}}"#,
    #"{"t":13,"store":"catalog","type":"@@STATE","state":{"stock":{"p7":3}}}"#,
    #"{"seq":2,"t":-1042,"store":"größer","type":"x","v":2,"case":"a.b","cause":1,"site":"A/B.swift:4","thread":"main","payload":[{"a":[[]]},-0.5e+10,"\"\\\/\b\f\n\r\t\u00e9\ud83d",true,false,null,{}],"dur":31,"patch":[{"op":"add","path":"/items/0","value":{"sku":"p7"}},{"op":"replace","path":"","value":15}]}"#,
    #"{"seq":3,"t":1,"store":"a","type":"x","patch":[{"op":"remove","path":"/a~1b~0"},{"op":"move","from":"/a","path":"/b"},{"op":"copy","from":"/a","path":"/b"},{"op":"test","path":"/a","value":1},{"op":"splice","path":"/a","at":1,"del":0,"ins":"é𝄞"}],"state":1}"#,
    #"{"seq":3,"t":1,"store":"a","type":"x","patch":[],"omitted":"limit","reduced":false,"new":{"seq":[]}}"#,
    #"{"seq":3,"t":1,"store":"a","type":"x","trace":"4bf92f3577b34da6a3ce929d0e0e4736","span":"00f067aa0ba902b7","patch":[]}"#,
    #"{"seq":4,"t":1,"store":"a","type":"@@STATE","cause":3,"reduced":true,"settled":true,"state":null}"#,
    #"{"seq":1,"seq":2,"t":1,"store":"\u0061","type":"x","patch":1,"patch":[]}"#,
    #" { "completes" : 7 , "t" : 3 , "store" : "a" , "dur" : 2 , "patch" : [ ] , "state" : { "n" : 9007199254740993 } } "#,
  ]

  /// Lines that only `LogLine` reads, for various reasons.
  static let rare = [
    #"{"seq":8,"t":2,"mark":"m"}"#, #"{"seq":17,"t":2,"gap":{"lost":12,"reason":"r"}}"#, #"{"seq":18,"t":2,"end":"closed"}"#,
    #"{"seq":1,"t":1,"store":"a","type":"x","effect":{"id":1,"phase":"started"}}"#,
    #"{"seq":1,"t":1,"store":"a","type":"x","error":{"type":"E","message":"m"}}"#,
    #"{"seq":1,"t":1,"store":"a","type":"x","cause":[1]}"#, #"{"s\u0065q":1,"t":1,"store":"a","type":"x"}"#,
    #"{"seq":1,"t":1,"store":"a","type":"x","cause":null}"#, #"{"t":1,"store":"a","type":"@@STATE","settled":5}"#,
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

  /// The facts of the whole record; `nil` if the line is none of the three kinds.
  private func recordFacts(_ bytes: [UInt8]) -> LineFacts? {
    guard case .record(let record) = try? LogLine(decoding: bytes) else { return nil }
    switch record {
    case .action(let action):
      return LineFacts(
        subject: .action(step: action.step.rawValue), time: action.time, store: action.store, type: action.type,
        cause: action.cause?.steps.first?.rawValue, outcome: OutcomeSummary(action.outcome))
    case .completion(let completion):
      return LineFacts(
        subject: .completion(step: completion.step.rawValue), time: completion.time, store: completion.store, type: nil, cause: nil,
        outcome: OutcomeSummary(completion.outcome))
    case .state(let state):
      return LineFacts(
        subject: .state(step: state.step?.rawValue), time: state.time, store: state.store, type: StateRecord.type,
        cause: state.cause?.steps.first?.rawValue, outcome: OutcomeSummary(state.outcome))
    default: return nil
    }
  }

  private func facts(_ bytes: [UInt8]) -> LineFacts? { (try? JSONNode(parsing: bytes)).flatMap(LineFacts.init) }

  /// A line with facts is a record with the same facts.
  private func compare(_ bytes: [UInt8]) {
    guard let facts = facts(bytes) else { return }
    #expect(facts == recordFacts(bytes), "\(String(decoding: bytes, as: UTF8.self))")
  }

  @Test(arguments: usual)
  func `usual lines have facts`(text: String) {
    #expect(facts(Array(text.utf8)) != nil)
    compare(Array(text.utf8))
  }

  @Test(arguments: rare)
  func `rare lines have no facts`(text: String) {
    #expect(facts(Array(text.utf8)) == nil)
  }

  /// Bytes that may turn a line into something else.
  static let intruders = Array("\"\\{}[],:-+.eE0179 tfnu/~\n\t\u{0}é".utf8) + [0x1F, 0x20, 0x7F, 0x80, 0xC0, 0xED, 0xF4, 0xF5, 0xFF]

  @Test(arguments: usual)
  func `no change of a byte makes facts of a line that is no such record`(text: String) {
    let bytes = Array(text.utf8)
    for place in places(bytes.indices, step: 3) {
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

  @Test func `a line takes no more memory than is promised`() {
    #expect(History.bytesPerLine <= 32)
  }
}
