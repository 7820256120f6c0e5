import FluxtapeHistory
import FluxtapeJSON
import FluxtapeLog
import FluxtapeRandomCases
import Testing

/// Logs whose lines are read in one pass, compared with the same logs in a form in which every line is decoded.
struct LinesOfLogsTests {
  /// Members that repeat: a line that begins with them is decoded.
  static let repeated = #"{"v":1,"v":1,"#

  /// All facts of the rows.
  private func facts(_ history: History) throws -> [String] {
    try history.rows.indices.map { place in
      let row = history.rows[place]
      let flags = [
        row.hasPatch, row.hasState, row.isOmitted, row.isUnreduced, row.hasError, row.isUnchanged, row.isInFlight, row.isPending,
        row.isOutcomeLost, row.isDuplicate, row.isTorn, row.hasEffect,
      ]
      let numbers: [Int?] = [
        row.step?.rawValue, row.time, row.store, row.cause?.rawValue, row.duration, row.lineNumber,
      ]
      // The bytes at the row's place, without the added members.
      let line = try history.line(at: place).bytes
      let bytes = line.starts(with: Self.repeated.utf8) ? [0x7B] + line.dropFirst(Self.repeated.utf8.count) : line
      // What is wrong with a bad line is told with its place in the line.
      let type = row.kind == .badLine ? "" : row.type
      return "\(row.kind) \(type) \(numbers) \(flags) \(row.changes) \(String(decoding: bytes, as: UTF8.self))"
    }
  }

  /// The log, and the same with more members in each line.
  private func bothWays(_ text: String) throws -> (usual: [History], other: [History]) {
    // By bytes, as a return and a line feed are one character.
    let lines = text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false)
    let longer = lines.map { $0.starts(with: #"{""#.utf8) ? Array(Self.repeated.utf8) + $0.dropFirst() : Array($0) }
    let other = try LogFixture()
    try other.add(Array(longer.joined(separator: [0x0A])))
    return (try LogFixture(text).histories(), try other.histories())
  }

  private func compare(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let (usual, other) = try bothWays(text)
    #expect(try usual.map(facts) == other.map(facts), sourceLocation: sourceLocation)
    #expect(usual.map(\.stores) == other.map(\.stores), sourceLocation: sourceLocation)
    for (usual, other) in zip(usual, other) {
      for (row, store) in usual.rows.indices.flatMap({ row in usual.stores.map { (row, $0) } }) {
        #expect(try usual.state(of: store, after: row).outline == other.state(of: store, after: row).outline)
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

  static let members = ["", #","dur":3"#, #","dur":3,"error":{"type":"E","message":"}"}"#, #","reduced":false"#, #","omitted":"limit""#]

  /// Each payload with each patch and each state; the other members take turns, and all come with as many seeds.
  @Test(arguments: seeds(1).prefix(members.count))
  func `whatever stands inside values, the members around them are found`(turn: Int) throws {
    var log = ""
    var step = 0
    for (place, payload) in Self.payloads.enumerated() {
      for patch in Self.patches {
        for state in Self.states {
          step += 1
          log += #"{"seq":\#(step),"t":\#(step),"store":"a","type":"x","case":"c","cause":1,"payload":\#(payload)"#
          log += Self.members[(step + place + turn) % Self.members.count]
          log += patch.map { #","patch":\#($0)"# } ?? ""
          log += state.map { #","state":\#($0)"# } ?? ""
          log += "}\n"
        }
      }
    }
    try compareFacts(log)
  }

  private func compareFacts(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let (usual, other) = try bothWays(text)
    #expect(try usual.map(facts) == other.map(facts), sourceLocation: sourceLocation)
  }

  private static func usual(numbered step: Int) -> String {
    #"{"seq":\#(step),"t":10,"store":"cart","type":"cart.itemAdded","case":"itemAdded","cause":1,"site":"Shop/CartView.swift:42","#
      + #""payload":{"sku":"p7"},"dur":31,"patch":[{"op":"replace","path":"/total","value":15}]}"#
  }

  /// What is inserted, and how far its places are apart; there are more of them with more seeds.
  @Test(arguments: [
    ("\n", 1), ("\r", 7), ("\r\n", 3), ("\n\n", 6), (#"""#, 6), ("\\", 6), ("}", 6), ("]", 6), ("{", 7), ("|", 7), ("ü", 8), (",", 7),
    ("0", 7),
  ])
  func `a line ends at its line feed, wherever that stands`(inserted: String, distance: Int) throws {
    for shift in seeds(1).prefix(distance) {
      var log = ""
      for place in stride(from: shift, to: Self.usual(numbered: 100).utf8.count, by: distance) {
        // Each has a unique step: of two rows with one step, the first one depends on whether the other is a bad line.
        let line = Array(Self.usual(numbered: 100 + place).utf8)
        log += #"{"seq":\#(500 + place),"t":10,"store":"cart","type":"x","patch":[]}"# + "\n"
        log += String(decoding: line[..<place] + Array(inserted.utf8) + line[place...], as: UTF8.self) + "\n"
      }
      try compareFacts(log)
    }
  }

  @Test func `the trace of an action is skipped`() throws {
    let ids = #""trace":"4bf92f3577b34da6a3ce929d0e0e4736","span":"00f067aa0ba902b7""#
    let members = [
      ids, #""site":"A/B.swift:4","thread":"main",\#(ids)"#, #""trace":"a\"}","span":"\\""#, #""trace":{"a":"}"},"span":7"#,
      #""trace":"a","trace":"b""#, #""span":null"#,
    ]
    var log = ""
    for (place, members) in members.enumerated() {
      log += #"{"seq":\#(place + 1),"t":1,"store":"a","type":"x",\#(members),"payload":{"a":1},"dur":3,"patch":[]}"# + "\n"
    }
    try compareFacts(log)
  }

  @Test func `a line is read alike wherever the bytes end`() throws {
    let name = String(repeating: "l", count: 700)
    let line = #"{"seq":1,"t":1,"store":"a","type":"\#(name)","case":"c","payload":{"a":1},"patch":[{"op":"remove","path":"/a"}]}"# + "\n"
    for count in places(1..<1000, step: 61) {
      let mark = #"{"seq":3,"t":1,"mark":"\#(String(repeating: "m", count: count))"}"# + "\n"
      try compareFacts(Self.usual(numbered: 2) + "\n" + line + mark)
      try compareFacts(line + Self.usual(numbered: 2) + "\n" + mark)
    }
  }

  @Test func `numbers of any length follow one another`() throws {
    let numbers = (0...17).flatMap { digits in
      let power = (0..<digits).reduce(1) { power, _ in power * 10 }
      return [power, power, power + 1, power * 9 + 8, power * 9 + 9, power * 10 - 1, 5]
    }
    var log = ""
    for (step, number) in numbers.enumerated() {
      for (seq, time, duration, cause) in [
        (number, step, 1, 1), (step + 1, number, 2, 1), (number + 5, 0, number, 3), (number + 9, 7, 0, number),
      ] {
        log += #"{"seq":\#(seq),"t":\#(time),"store":"a","type":"x","cause":\#(cause),"dur":\#(duration),"patch":[]}"# + "\n"
      }
    }
    try compareFacts(log)
    let odd = ["01", "00", "0", "-1", "1.5", "1e3", "", " 1", "1 ", "12345678901234567890", #""1""#]
    for time in odd {
      for before in ["12", "12345678", "123456789"] {
        log = ""
        for place in 0..<4 {
          for isOdd in [false, true] {
            let values = ["7", before, "1", "1"].enumerated().map { isOdd && $0.offset == place ? time : $0.element }
            log += #"{"seq":\#(values[0]),"t":\#(values[1]),"store":"a","type":"x","cause":\#(values[2]),"dur":\#(values[3]),"patch":[]}"#
            log += "\n"
          }
        }
        try compareFacts(log)
      }
    }
  }

  @Test func `names of any length are told apart`() throws {
    let counts = seeds(1).count > 1 ? Array(0...40) : [0, 1, 2, 6, 7, 8, 9, 15, 16, 17, 23, 24, 25, 31, 32, 33, 34]
    var names = counts.flatMap { count in
      let name = String(repeating: "n", count: count)
      return [name, name + "a", "a" + name, name + "é", name + #"\""#, name + #"\\"#, name + #"\n"#, name + "x" + name]
    }
    names += [600, 700, 800, 1600].map { String(repeating: "l", count: $0) }
    names += names.reversed()
    var log = ""
    for (step, name) in names.enumerated() {
      log += #"{"seq":\#(step * 2 + 1),"t":1,"store":"a","type":"\#(name)","case":"\#(name)","site":"\#(name)","patch":[]}"# + "\n"
      log += #"{"seq":\#(step * 2 + 2),"t":1,"store":"\#(name)","type":"a","payload":{"\#(name)":"\#(name)"},"patch":[]}"# + "\n"
    }
    try compareFacts(log)
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
  func `odd lines are read as parsed ones are`(line: String) throws {
    try compare(#"{"seq":7,"t":0,"mark":"m"}"# + "\n" + line + "\n")
  }

  @Test func `parts that are scanned side by side come to the same`() throws {
    // Several parts of the file, with long lines across their ends, blank lines, bad lines and a second run.
    var log = #"{"fluxtape":1,"run":"r"}"# + "\n"
    for step in 1...2400 {
      let size = step % 97 == 0 ? 30_000 : step % 7 * 40
      log +=
        #"{"seq":\#(step),"t":\#(step),"store":"s\#(step % 3)","type":"t\#(step % 11)","payload":"\#(String(repeating: "x", count: size))"}"#
        + "\n"
      if step % 500 == 0 { log += "\n \nbad\n" }
      if step % 2 == 0 { log += #"{"completes":\#(step),"t":\#(step),"store":"s\#(step % 3)","dur":\#(step),"patch":[]}"# + "\n" }
      if step == 1600 { log += #"{"fluxtape":1,"run":"q"}"# + "\n" }
    }
    try compareFacts(log)
  }

  @Test func `usual lines between others, in two runs, come to the same`() throws {
    var log = ""
    for step in 1...1500 {
      let store = "store\(step % 13)"
      if step == 700 { log += #"{"fluxtape":1,"run":"other"}"# + "\n" }
      if step % 50 == 0 { log += #"{"seq":\#(step + 5000),"t":1,"mark":"m"}"# + "\n" }
      if step % 31 == 0 { log += #"{"t":1,"store":"\#(store)","type":"@@STATE","state":{"n":\#(step)}}"# + "\n" }
      let type = step % 400 == 7 ? "@@INIT" : step % 400 == 9 ? "@@DEINIT" : "type\(step % 70)"
      let outcome = step % 17 == 0 ? "" : #","dur":\#(step),"patch":[\#(step % 5 == 0 ? "" : #"{"op":"remove","path":"/a"}"#)]"#
      let state = step % 90 == 0 ? #","state":{"n":[1]}"# : ""
      // Some steps are missing, and some are repeated.
      log +=
        #"{"seq":\#(step + step / 100 - step / 333 * 2),"t":\#(step * 77),"store":"\#(store)","type":"\#(type)","payload":{"a":1}\#(outcome)\#(state)}"#
      log += step % 41 == 0 ? "\r\n" : "\n"
    }
    try compareFacts(log)
  }

  @Test func `many usual lines on end come to the same, as stores join in`() throws {
    let log = (1...1200).map { step in
      let store = "s\(step % (1 + step / 100))"
      let type = step % 300 == 299 ? "@@DEINIT" : "t\(step % 37)"
      return
        #"{"seq":\#(step),"t":\#(step * 3),"store":"\#(store)","type":"\#(type)","dur":\#(step % 1000),"patch":[{"op":"replace","path":"","value":\#(step)}]}"#
        + "\n"
    }.joined()
    let (usual, other) = try bothWays(log)
    #expect(try usual.map(facts) == other.map(facts))
    for row in stride(from: 0, to: usual[0].rows.count, by: 101) {
      for store in usual[0].stores {
        #expect(try usual[0].state(of: store, after: row).outline == other[0].state(of: store, after: row).outline, "\(store) \(row)")
      }
    }
  }
}
