import FluxtapeHistory
import FluxtapeJSON
import FluxtapeLog
import Testing

/// The way that large logs are read, against the one that looks at every byte.
@Suite struct QuickScannerTests {
  /// All that rows say.
  private func facts(_ history: History) throws -> [String] {
    try history.rows.indices.map { place in
      let row = history.rows[place]
      let flags = [
        row.hasPatch, row.hasState, row.isOmitted, row.isUnreduced, row.hasError, row.isUnchanged, row.isInFlight, row.isPending,
        row.isOutcomeLost, row.isDuplicate, row.isTorn, row.hasEffect,
      ]
      let numbers: [Int?] = [
        row.step?.rawValue, row.time, row.store, row.cause?.rawValue, row.duration, row.lineNumber, try history.line(at: place).byteOffset,
      ]
      return "\(row.kind) \(row.type) \(numbers) \(flags) \(row.changes)"
    }
  }

  private func compare(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let fixture = try LogFixture(text)
    let quick = try fixture.histories(.quick)
    let thorough = try fixture.histories(.thorough)
    #expect(try quick.map(facts) == thorough.map(facts), sourceLocation: sourceLocation)
    #expect(quick.map(\.stores) == thorough.map(\.stores), sourceLocation: sourceLocation)
    for (quick, thorough) in zip(quick, thorough) {
      for (row, store) in quick.rows.indices.flatMap({ row in quick.stores.map { (row, $0) } }) {
        #expect(try quick.state(of: store, after: row).outline == thorough.state(of: store, after: row).outline)
      }
    }
  }

  @Test(arguments: HistoryRowsTests.cases)
  func `lines become the same rows, however they are read`(example: HistoryRowsTests.Case) throws {
    try compare(example.log)
  }

  static let payloads = [
    #"1"#, #"-0.5e10"#, #""""#, #""}""#, #""\"}""#, #""x},\"dur\":5""#, #"null"#, #"{}"#, #"[]"#, #"{"a":1}"#, #"{"a":{"b":2}}"#,
    #"{"a":[1,2]}"#,
    #"[{"a":1},{"b":[]}]"#, #"[[1],[2]]"#, #"{"a":"}","b":"{"}"#, #"{"a":"]"}"#, #"{"patch":[]}"#,
    #"{"x":1,"patch":[{"op":"remove","path":"/a"}]}"#,
    #"{"a":"},"}"#, #"{"a":"\\"}"#, #"{"a":"\\\"},\"dur\":9"}"#, #"{"dur":7}"#, #"{"a":{"dur":7},"state":1}"#, #"["]",{"]":"]"}]"#,
  ]

  static let patches = [
    nil, #"[]"#, #"[{"op":"remove","path":"/a"}]"#, #"[{"op":"add","path":"/a","value":[]}]"#, #"[{"op":"add","path":"/a","value":"]"}]"#,
    #"[{"op":"add","path":"/a","value":"],\"state\":1"},{"op":"remove","path":"/[a]"}]"#,
    #"[{"op":"add","path":"/a","value":{"patch":[],"state":[{"a":1}]}}]"#, #"[{"op":"add","path":"/a","value":[[1],{"b":[2]}]}]"#,
  ]

  static let states = [nil, "1", "null", #"[]"#, #"{"a":[{"b":1}]}"#, #""x""#, #"[{"patch":[]}]"#]

  @Test func `whatever stands inside values, the members around them are found`() throws {
    for payload in Self.payloads {
      var log = ""
      var step = 0
      for patch in Self.patches {
        for state in Self.states {
          for more in ["", #","dur":3"#, #","dur":3,"error":{"type":"E","message":"}"}"#, #","reduced":false"#, #","omitted":"limit""#] {
            step += 1
            log += #"{"seq":\#(step),"t":\#(step),"store":"a","type":"x","case":"c","cause":1,"payload":\#(payload)\#(more)"#
            log += patch.map { #","patch":\#($0)"# } ?? ""
            log += state.map { #","state":\#($0)"# } ?? ""
            log += "}\n"
          }
        }
      }
      try compareFacts(log)
    }
  }

  private func compareFacts(_ text: String) throws {
    let fixture = try LogFixture(text)
    #expect(try fixture.histories(.quick).map(facts) == fixture.histories(.thorough).map(facts))
  }

  /// Members in an order that no recorder writes, with names that look like others.
  @Test(arguments: [
    #"{"seq":1,"t":1,"store":"a","type":"x","patch":[],"dur":5}"#,
    #"{"seq":1,"t":1,"store":"a","type":"x","state":{"a":1},"dur":5,"patch":[]}"#,
    #"{"seq":1,"t":1,"store":"a","type":"x","dur":5,"payload":{"a":1}}"#,
    #"{"seq":1,"t":1,"store":"a","type":"x","dur":5,"dur":6,"patch":[]}"#,
    #"{"seq":1,"t":1,"store":"a","type":"x","patch":[],"patch":[{"op":"remove","path":""}]}"#,
    #"{"seq":1,"t":1,"store":"a","type":"x","pat\u0063h":[]}"#,
    #"{"seq":1,"t":1,"store":"a","type":"x","durable":1,"patch":[]}"#,
    #"{"seq":1,"t":1,"store":"größer","type":"größer"}"#,
    #"{"seq":1,"t":1,"store":"a\"b","type":"\\"}"#,
    #"{"seq":1,"t":-5,"store":"a","type":"x","cause":-1}"#,
    #"{"t":1,"store":"a","type":"@@STATE","state":1}"#,
    #"{"t":1,"store":"a","type":"@@STATES","state":1}"#,
    #"{"seq":1,"t":1,"store":"a","type":"x","payload":1,"payload":2}"#,
    #"{"seq":01,"t":1,"store":"a","type":"x"}"#,
    #"{"seq":1,"t":1.0,"store":"a","type":"x"}"#,
    #"{ "seq" : 1 , "t" : 1 , "store" : "a" , "type" : "x" , "patch" : [ ] }"#,
  ])
  func `odd lines are read as by the thorough way`(line: String) throws {
    try compare(#"{"seq":7,"t":0,"mark":"m"}"# + "\n" + line + "\n")
  }

  @Test func `parts that are scanned side by side come to the same`() throws {
    // Several parts of the file, with long lines across their ends, blank lines, bad ones and a second run.
    var log = #"{"fluxtape":1,"run":"r"}"# + "\n"
    for step in 1...6000 {
      let size = step % 97 == 0 ? 30_000 : step % 7 * 40
      log +=
        #"{"seq":\#(step),"t":\#(step),"store":"s\#(step % 3)","type":"t\#(step % 11)","payload":"\#(String(repeating: "x", count: size))"}"#
        + "\n"
      if step % 500 == 0 { log += "\n \nbad\n" }
      if step % 2 == 0 { log += #"{"completes":\#(step),"t":\#(step),"store":"s\#(step % 3)","dur":\#(step),"patch":[]}"# + "\n" }
      if step == 4000 { log += #"{"fluxtape":1,"run":"q"}"# + "\n" }
    }
    try compareFacts(log)
  }
}
