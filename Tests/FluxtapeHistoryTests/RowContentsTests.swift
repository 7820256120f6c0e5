import FluxtapeDocuments
import FluxtapeHistory
import FluxtapeLog
import Testing

/// The contents of rows, read piece by piece, compared with those of lines that are parsed.
struct RowContentsTests {
  /// Members behind the type: in the form that recorders write, and in others.
  static let members: [String] =
    LinesOfLogsTests.payloads.map {
      #","case":"c","cause":1,"site":"A.swift:1","thread":"main","trace":"4b","span":"00","payload":\#($0),"dur":1,"patch":[]"#
    } + [
      "", #","reduced":false"#, #","payload":{"a":1},"state":{"site":"no"}"#,
      #","case":"\"\u00e9\/","site":"","payload":{"a":"\/\u001F","a b":[ 1 ]},"patch":[{"op":"add","path":"/site","value":"no"}]"#,
      #", "site" : "B.swift:1", "payload" : { "a" : 1, "a" : 2 } "#, #","more":{"site":1},"payload":[],"trace":5"#,
      #","effect":{"id":"e#1","phase":"started"},"payload":1"#, #","more":1,"effect":{"id":2,"phase":"finished"}"#,
    ]

  private static func line(_ step: Int, _ members: String) -> String {
    #"{"seq":\#(step),"t":\#(step - 1),"store":"a","type":"x"\#(members)}"#
  }

  /// Some lines of the log make the reader parse all of it; without them it copies bytes.
  private static func log(inWrittenForm: Bool) -> String {
    var members = Self.members
    if inWrittenForm { members.removeAll { (try? JSONNode(parsing: Self.line(1, $0)))?.text != Self.line(1, $0) } }
    var lines = members.enumerated().map { place, members in Self.line(place + 1, members) }
    lines += [#"{"seq":\#(lines.count + 1),"t":90,"mark":"m","site":"C.swift:1"}"#, "no record"]
    // The last line broke off.
    return lines.map { $0 + "\n" }.joined() + #"{"seq":\#(lines.count),"t":91,"store":"a","type":"x","site":"D.swift:1","payload":{"a":1}"#
  }

  @Test(arguments: [1, 2, 5], [true, false])
  func `contents are those of the line, whatever was read before`(distance: Int, inWrittenForm: Bool) throws {
    let history = try History.of(Self.log(inWrittenForm: inWrittenForm))
    var reader = RowContentsReader(history)
    var payloads = 0
    for row in stride(from: 0, to: history.rows.count, by: distance) {
      let contents = try reader.contents(of: row)
      let bytes = try history.line(at: row).bytes
      let line = try? JSONNode(parsing: bytes)
      let texts = [contents.enumCase, contents.site, contents.thread, contents.trace, contents.span]
      let expected = ["case", "site", "thread", "trace", "span"].map { line?.member(named: $0) }
      #expect(texts.map { $0?.text } == expected.map { $0?.kind == .string ? $0?.text : nil })
      #expect(contents.payload?.text == line?.member(named: "payload")?.text)
      #expect(contents.effect == history.rows[row].effect)
      if contents.payload != nil { payloads += 1 }
    }
    #expect(payloads >= LinesOfLogsTests.payloads.count / distance)
    // Backwards, each row is read alone.
    for row in history.rows.indices.reversed() {
      let (payload, expected) = (try reader.contents(of: row).payload?.text, try Self.payload(of: row, in: history))
      #expect(payload == expected)
    }
  }

  @Test func `a copy of a dispatch that was just read has its contents`() throws {
    let lines = [
      #"{"seq":1,"t":1,"store":"d","type":"x","case":"c","payload":{"a":1},"reduced":false}"#,
      #"{"seq":2,"t":2,"store":"a","type":"x","cause":1,"patch":[]}"#,
      #"{"seq":3,"t":3,"store":"b","type":"x","case":"own","cause":1,"patch":[]}"#,
      #"{"seq":4,"t":4,"store":"d","type":"y","cause":1,"payload":2,"reduced":false}"#,
      #"{"seq":5,"t":5,"store":"a","type":"y","cause":4,"patch":[]}"#,
      // Behind another dispatch, and in another form.
      #"{"seq":6,"t":6,"store":"c","type":"x","cause":1,"patch":[]}"#,
      #"{"seq":7,"t":7,"store":"e","type":"y","cause":[4],"patch":[]}"#,
      #"{"seq":8,"t":8,"store":"a","type":"z","cause":4,"patch":[]}"#,
    ]
    let history = try History.of(lines.map { $0 + "\n" }.joined())
    var reader = RowContentsReader(history)
    var all: [RowContents] = []
    for row in history.rows.indices { all.append(try reader.contents(of: row)) }
    #expect(all.map { $0.payload?.text } == [#"{"a":1}"#, #"{"a":1}"#, #"{"a":1}"#, "2", "2", nil, nil, nil])
    #expect(all.map { $0.enumCase?.text } == [#""c""#, #""c""#, #""own""#, nil, nil, nil, nil, nil])
    #expect(all.map(\.mayBeCopy) == [false, false, false, false, false, true, true, false])
  }

  private static func payload(of row: Int, in history: History) throws -> String? {
    let bytes = try history.line(at: row).bytes
    return (try? JSONNode(parsing: bytes))?.member(named: "payload")?.text
  }
}

extension ArraySlice<UInt8> {
  fileprivate var text: String { String(decoding: self, as: UTF8.self) }
}
