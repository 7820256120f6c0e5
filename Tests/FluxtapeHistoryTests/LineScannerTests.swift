import FluxtapeHistory
import FluxtapeJSON
import FluxtapeLog
import FluxtapeLogReading
import Testing

/// The quick way to read a line, against the thorough one.
@Suite struct LineScannerTests {
  /// What nearly all of a log consists of: these must go the quick way.
  static let usual = [
    #"{"seq":1,"t":12,"store":"cart","type":"@@INIT","state":{"items":[],"total":0}}"#,
    #"{"t":13,"store":"catalog","type":"@@STATE","state":{"stock":{"p7":3}}}"#,
    #"{"seq":2,"t":-1042,"store":"größer","type":"x","v":2,"case":"a.b","cause":1,"site":"A/B.swift:4","thread":"main","payload":[{"a":[[]]},-0.5e+10,"\"\\\/\b\f\n\r\t\u00e9\ud83d",true,false,null,{}],"dur":31,"patch":[{"op":"add","path":"/items/0","value":{"sku":"p7"}},{"op":"replace","path":"","value":15}]}"#,
    #"{"seq":3,"t":1,"store":"a","type":"x","patch":[{"op":"remove","path":"/a~1b~0"},{"op":"move","from":"/a","path":"/b"},{"op":"copy","from":"/a","path":"/b"},{"op":"test","path":"/a","value":1},{"op":"splice","path":"/a","at":1,"del":0,"ins":"é𝄞"}],"state":1}"#,
    #"{"seq":3,"t":1,"store":"a","type":"x","patch":[],"omitted":"limit","reduced":false,"new":{"seq":[]}}"#,
    #" { "completes" : 7 , "t" : 3 , "store" : "a" , "dur" : 2 , "patch" : [ ] , "state" : { "n" : 9007199254740993 } } "#,
  ]

  /// What is left to the thorough way, for one reason or another.
  static let rare = [
    #"{"seq":8,"t":2,"mark":"m"}"#, #"{"seq":17,"t":2,"gap":{"lost":12,"reason":"r"}}"#, #"{"seq":18,"t":2,"end":"closed"}"#,
    #"{"seq":1,"t":1,"store":"a","type":"x","effect":{"id":1,"phase":"started"}}"#,
    #"{"seq":1,"t":1,"store":"a","type":"x","error":{"type":"E","message":"m"}}"#,
    #"{"seq":1,"t":1,"store":"a","type":"x","cause":[1]}"#, #"{"seq":1,"seq":2,"t":1,"store":"a","type":"x"}"#,
    #"{"s\u0065q":1,"t":1,"store":"a","type":"x"}"#, #"{"seq":1,"t":1,"store":"\u0061","type":"x"}"#,
    #"{"seq":1,"t":1,"store":"a","type":"x","reduced":true}"#, #"{"fluxtape":1}"#, "", "{}", "[]", "null",
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

  /// The facts as a full reading finds them; `nil` if the line is none of the three.
  private func thoroughFacts(_ bytes: [UInt8]) -> LineFacts? {
    guard case .record(let record) = try? LogLine(decoding: bytes) else { return nil }
    switch record {
    case .action(let action):
      return LineFacts(
        subject: .action(step: action.step.rawValue), time: action.time, store: 0..<0, type: 0..<0,
        cause: action.cause?.steps.first?.rawValue,
        outcome: OutcomeFacts(action.outcome))
    case .completion(let completion):
      return LineFacts(
        subject: .completion(step: completion.step.rawValue), time: completion.time, store: 0..<0, type: nil,
        cause: completion.other["cause"]?.int, outcome: OutcomeFacts(completion.outcome))
    case .state(let state):
      return LineFacts(
        subject: .state, time: state.time, store: 0..<0, type: 0..<0, cause: state.other["cause"]?.int,
        outcome: OutcomeFacts(state.outcome))
    default: return nil
    }
  }

  private func quickFacts(_ bytes: [UInt8]) -> LineFacts? {
    var scanner = LineScanner()
    return scanner.facts(of: bytes.span)
  }

  /// Whatever the quick way accepts, the thorough way accepts, with the same facts.
  private func compare(_ bytes: [UInt8]) {
    guard let quick = quickFacts(bytes) else { return }
    let text = String(decoding: bytes, as: UTF8.self)
    guard var thorough = thoroughFacts(bytes), let members = (try? JSONValue(parsing: bytes))?.object else {
      Issue.record("accepted: \(text)")
      return
    }
    thorough.store = quick.store
    thorough.type = thorough.type == nil ? nil : quick.type
    (thorough.patch, thorough.state) = (quick.patch, quick.state)
    #expect(quick == thorough, "\(text)")
    #expect(String(decoding: bytes[quick.store], as: UTF8.self) == members["store"]?.string, "\(text)")
    #expect(quick.type.map { String(decoding: bytes[$0], as: UTF8.self) } == members["type"]?.string, "\(text)")
    #expect(quick.patch.flatMap { try? JSONValue(parsing: Array(bytes[$0])) } == members["patch"], "\(text)")
    #expect(quick.state.flatMap { try? JSONValue(parsing: Array(bytes[$0])) } == members["state"], "\(text)")
  }

  @Test(arguments: usual)
  func `the usual lines are read the quick way`(text: String) {
    #expect(quickFacts(Array(text.utf8)) != nil)
    compare(Array(text.utf8))
  }

  @Test(arguments: rare)
  func `anything rare is left to the thorough way`(text: String) {
    #expect(quickFacts(Array(text.utf8)) == nil)
  }

  /// Bytes that may turn a line into something else.
  static let intruders = Array("\"\\{}[],:-+.eE0179 tfnu/~\n\t\u{0}é".utf8) + [0x1F, 0x20, 0x7F, 0x80, 0xC0, 0xED, 0xF4, 0xF5, 0xFF]

  @Test(arguments: usual)
  func `no change of a byte lets the quick way accept what the thorough way does not`(text: String) {
    let bytes = Array(text.utf8)
    for place in bytes.indices {
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

  @Test func `deep values are left to the thorough way`() {
    for depth in [200, 300, 600] {
      let text = #"{"seq":1,"t":1,"store":"a","type":"x","payload":"# + String(repeating: "[", count: depth)
      let bytes = Array((text + String(repeating: "]", count: depth) + "}").utf8)
      #expect((quickFacts(bytes) != nil) == (depth == 200))
      compare(bytes)
    }
  }

  @Test func `a line takes no more memory than is promised`() {
    #expect(History.bytesPerLine <= 32)
  }
}
