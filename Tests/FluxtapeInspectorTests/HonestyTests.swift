import FluxtapeHistory
import FluxtapeRandomCases
import FluxtapeScreen
import Testing

@testable import FluxtapeInspector

/// Unknown facts are shown as unknown, never guessed.
struct HonestyTests {
  private func screen(_ lines: [String], keys: String..., isWhole: Bool = true) throws -> String {
    var app = try InspectorDriver(runs: [.holding(lines, isWhole: isWhole)], columns: 150, rows: 40)
    for key in keys { app.press(key) }
    return app.lines.joined(separator: "\n")
  }

  private let first = #"{"seq":1,"t":0,"store":"a","type":"@@INIT","state":{"n":1}}"#

  @Test func `in flight: the state before, and that what came of it is not known`() throws {
    let text = try screen([first, #"{"seq":2,"t":1,"store":"a","type":"boom","payload":{"why":7}}"#])
    #expect(text.contains("▶~  2") && text.contains("in flight"))
    #expect(text.contains("In flight: this is the state before it."))
    #expect(!text.contains("As it was before"))
    #expect(text.contains("In flight: what it changed is not known."))
    #expect(text.contains("why "))
    #expect(text.contains("a before #2"))
  }

  @Test func `a what-if run that was saved says that it is hypothetical, and what it is from`() throws {
    let header = #"{"fluxtape":1,"run":"r","meta":{"hypothetical":{"log":"logs/shop.jsonl","step":17,"skipped":[17]}}}"#
    #expect(try screen([header, first]).contains("hypothetical: shop.jsonl from #17"))
    #expect(try screen([header, first], keys: "L").contains("(hypothetical)"))
    #expect(try !screen([first]).contains("hypothetical"))
  }

  @Test func `a torn last line that names no action says what it is`() throws {
    let text = try screen([first, #"{"seq":2,"t":1,"sto"#], keys: "G", "tab", isWhole: false)
    #expect(text.contains("▶~line 2: incomplete last line"))
    #expect(text.contains("The last line broke off after 19 bytes, before it told what it is."))
    #expect(text.contains("1 problem, 1 note"))
  }

  @Test func `an action whose contents broke off is in flight, and says what is lost`() throws {
    let text = try screen([first, #"{"seq":2,"t":1,"store":"a","type":"boom","payload":{"why"#], isWhole: false)
    #expect(text.contains("In flight: this is the state before it."))
    #expect(text.contains("The last line broke off after 56 bytes: its payload is lost."))
  }

  @Test func `an action whose outcome broke off is not in flight, and the cursor opens on it`() throws {
    let text = try screen([first, #"{"seq":2,"t":1,"store":"a","type":"x","payload":1,"dur":3,"pat"#], isWhole: false)
    #expect(text.contains("▶~  2") && text.contains(" lost"))
    #expect(text.contains("The last line broke off after 62 bytes: its outcome is unknown."))
    #expect(text.contains("Outcome lost: what it changed is not known."))
    #expect(text.contains("As it was before step 2, which recorded no state."))
    #expect(!text.contains("n flight") && !text.contains("no change"))
  }

  @Test func `what a whole state differs in behind a gap is told apart from what its step did`() throws {
    let lines = [
      first, #"{"seq":4,"t":1,"gap":{"lost":2,"first":2,"last":3,"reason":"full"}}"#,
      #"{"seq":5,"t":2,"store":"a","type":"late","patch":[],"state":{"n":7}}"#,
    ]
    let text = try screen(lines, keys: "G")
    #expect(text.contains("no change") && text.contains("Not certain: the log is not whole at step 4."))
    #expect(text.contains("Changed between step 4 and step 5, as not every state is recorded:"))
    #expect(!text.contains("1 change"))
  }

  @Test func `pending work is neither in flight nor done`() throws {
    let text = try screen([first, #"{"seq":2,"t":1,"store":"a","type":"fetch","effect":{"id":"f","phase":"started"}}"#], keys: "G")
    #expect(text.contains("pending"))
    #expect(text.contains("pending: begun and never completed"))
    #expect(!text.contains("n flight"))
  }

  @Test func `after lines that are lost a state is uncertain, until the next snapshot`() throws {
    let lines = [
      first, "what?", #"{"seq":3,"t":2,"store":"a","type":"x","patch":[{"op":"replace","path":"/n","value":2}]}"#,
      #"{"seq":4,"t":3,"store":"a","type":"y","patch":[],"state":{"n":2}}"#,
    ]
    #expect(try screen(lines, keys: "3g").contains("Not certain: the log is not whole at line 2."))
    #expect(try !screen(lines, keys: "4g").contains("Not certain"))
  }

  @Test func `what is shown of another step is not given this one's name while this one is read`() throws {
    let second = #"{"seq":2,"t":1,"store":"a","type":"x","patch":[{"op":"replace","path":"/n","value":2}]}"#
    var app = try InspectorDriver(runs: [.holding([first, second])], columns: 150, rows: 40)
    #expect(app.line(with: "a after #1") != nil)
    app.pressHastily(".")
    #expect(app.step == 2)
    #expect(app.line(with: "reading…") != nil && app.line(with: "after #") == nil && app.line(with: "#1 → ") == nil)
    while app.inspector.isBusy { app.inspector.work() }
    #expect(app.line(with: "reading…") == nil && app.line(with: "a after #2") != nil && app.line(with: "#1 → #2") != nil)
  }

  @Test func `a state that was not recorded is not taken for the one before`() throws {
    let lines = [first, #"{"seq":2,"t":1,"store":"a","type":"x","omitted":"limit"}"#]
    let text = try screen(lines, keys: "G")
    #expect(text.contains("As it was before step 2, which recorded no state."))
    #expect(text.contains("not recorded: limit"))
    #expect(text.contains("not kept"))
    #expect(text.contains("Not recorded: what it changed is not known."))
    #expect(!text.contains("no change"))
  }

  @Test func `an action whose completion is lost is neither in flight nor without a change`() throws {
    let lines = [
      first, #"{"seq":2,"t":1,"store":"a","type":"x"}"#,
      #"{"seq":3,"t":2,"gap":{"lost":1,"first":2,"last":2,"reason":"No space left on device"}}"#,
    ]
    let text = try screen(lines, keys: "2g")
    #expect(text.contains(" lost"))
    #expect(text.contains("Outcome lost with the missing records."))
    #expect(text.contains("Outcome lost: what it changed is not known."))
    #expect(text.contains("As it was before step 2, which recorded no state."))
    #expect(!text.contains("n flight") && !text.contains("no change"))
  }

  @Test func `a store that acts without a state says so`() throws {
    let text = try screen([#"{"seq":1,"t":0,"store":"a","type":"x","payload":1,"patch":[{"op":"replace","path":"/n","value":2}]}"#])
    #expect(text.contains("Not known: the log has a patch at step 1 and no state before it."))
  }

  @Test func `a store has no state before its first one, and at its end its last one`() throws {
    let lines = [
      #"{"seq":1,"t":0,"store":"a","type":"@@INIT","state":{"n":1}}"#, #"{"seq":2,"t":1,"store":"b","type":"@@INIT","state":{}}"#,
      #"{"seq":3,"t":2,"store":"a","type":"@@DEINIT","reduced":false}"#,
    ]
    let text = try screen(lines, keys: "G")
    #expect(text.contains("a ended at #3; this is its last state.") && text.contains("a before #3") && !text.contains("has no state here"))
    #expect(text.contains("a has no state after this step."))
    #expect(try screen(lines, keys: "g", "s").contains("(no state)"))
    let early = try screen([#"{"seq":1,"t":0,"store":"a","type":"x","reduced":false}"#])
    #expect(early.contains("a has no state here: this is before its first one, or after its end."))
  }

  @Test func `a log without a step waits for nothing`() throws {
    let text = try screen([#"{"fluxtape":1,"run":"r","start":"2025-01-01T00:00:00Z"}"#])
    #expect(text.contains("no step yet"))
    #expect(!text.contains("waiting"))
  }

  @Test func `a duplicate, a jump and an unknown record are rows with their reason`() throws {
    let lines = [first, #"{"seq":1,"t":1,"store":"a","type":"again","patch":[]}"#, #"{"seq":9,"t":2,"weather":"rain"}"#]
    let text = try screen(lines, keys: "G", "tab")
    #expect(text.contains("≠   1"))
    #expect(text.contains("≠ steps 2 to 8 are missing"))
    #expect(text.contains("record of an unknown kind"))
    #expect(text.contains("weather"))
  }

  @Test func `an unknown cause is no join, and a cause that is lost says so`() throws {
    let lines = [
      first, #"{"seq":2,"t":0,"store":"b","type":"@@INIT","state":{}}"#, #"{"seq":5,"t":1,"store":"b","type":"x","cause":4,"patch":[]}"#,
    ]
    let text = try screen(lines, keys: "G")
    #expect(text.contains("#4 (not in the log)"))
    #expect(!text.contains("├─●"))
  }
}

/// Values that a terminal would draw alike are shown to differ.
struct AlikeValueTests {
  @Test(arguments: [
    ("👍", "👍🏽", #""👍" → "👍🏽""#), ("👩‍👩‍👧", "👩‍👩‍👦", #""👩‍👩‍👧" → "👩‍👩‍👦""#), ("हिन्दी", "हिन्दि", #""हिन्दी" → "हिन्दि""#),
    ("\u{A0}", " ", #""\u{A0}" → " ""#), ("pаypal", "paypal", #""p\u{430}ypal" → "paypal""#),
    ("❤", "❤\u{FE0F}", #""❤" → "❤\u{FE0F}""#),
    ("\u{E9}", "e\u{301}", #""\u{E9}" → "e\u{301}""#), ("é", "è", #""é" → "è""#),
  ])
  func `the panes escape in what two texts differ`(old: String, new: String, change: String) throws {
    var app = try InspectorDriver(runs: [
      .holding([
        #"{"seq":1,"t":0,"store":"a","type":"@@INIT","state":{"text":"\#(old)"}}"#,
        #"{"seq":2,"t":1,"store":"a","type":"edited","patch":[{"op":"replace","path":"/text","value":"\#(new)"}]}"#,
      ])
    ])
    app.press("G")
    #expect(app.line(with: change) != nil, "\(app.lines)")
    app.press(":", "blame a.text", "enter")
    // As the command prints it.
    let json = [#""👩‍👩‍👧" → "👩‍👩‍👦""#: #"…\u200d👧" → …\u200d👦""#, #""❤" → "❤\u{FE0F}""#: #""❤" → "❤\ufe0f""#]
    #expect(app.line(with: json[change] ?? change) != nil && app.line(with: "Blame") != nil, "\(app.lines)")
  }

  @Test(arguments: [("\u{E9}", "e\u{301}", #"\u{E9}"#, #"e\u{301}"#), ("a\u{A0}b", "a b", #"a\u{A0}b"#, "a b")])
  func `lines that look alike are lines that changed`(old: String, new: String, removed: String, added: String) throws {
    var app = try InspectorDriver(runs: [
      .holding([
        #"{"seq":1,"t":0,"store":"a","type":"@@INIT","state":{"text":"one\n\#(old)\nlast"}}"#,
        #"{"seq":2,"t":1,"store":"a","type":"edited","patch":[{"op":"replace","path":"/text","value":"one\n\#(new)\nlast"}]}"#,
      ])
    ])
    app.press("G", "enter", "p", "t")
    #expect(app.line(with: "-\(removed)") != nil && app.line(with: "+\(added)") != nil && app.line(with: " one") != nil, "\(app.lines)")
  }
}

/// No text from a log reaches the terminal unescaped.
struct HostileTextTests {
  private static let nasty = [
    "\u{1B}[31mred\u{1B}[0m", "\u{9B}31m", "a\u{202E}b", "\u{200B}\u{FEFF}", "\u{0}\u{7}\u{8}", "👨‍👩‍👧‍👦👍🏽🇯🇵",
    "e\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}", "한국어 中文",
    String(repeating: "長い", count: 800), "\"quotes\\",
  ]

  private static func isTrap(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 0x20 || (scalar.value >= 0x7F && scalar.value <= 0x9F) || scalar.value == 0x202E
  }

  @Test(arguments: Self.nasty)
  func `text of any kind leaves every row as wide as the screen, without a control character`(text: String) throws {
    let quoted = String(
      decoding: text.utf8.flatMap { byte -> [UInt8] in
        byte < 0x20
          ? Array("\\u00\(byte < 16 ? "0" : "")\(String(byte, radix: 16))".utf8) : byte == 0x22 || byte == 0x5C ? [0x5C, byte] : [byte]
      }, as: UTF8.self)
    let lines = [
      #"{"seq":1,"t":0,"store":"\#(quoted)","type":"@@INIT","state":{"\#(quoted)":"\#(quoted)","list":["\#(quoted)"]}}"#,
      #"{"seq":2,"t":1,"store":"\#(quoted)","type":"\#(quoted)","site":"\#(quoted)","payload":{"\#(quoted)":["\#(quoted)"]},"patch":[{"op":"add","path":"/list/0","value":{"\#(quoted)":1}}]}"#,
      #"{"seq":3,"t":2,"mark":"\#(quoted)"}"#, "\(text.filter { !$0.isNewline }) is no JSON",
      #"{"seq":4,"t":3,"store":"\#(quoted)","type":"x","error":{"type":"\#(quoted)","message":"\#(quoted)"}}"#,
    ]
    for (columns, rows) in [(40, 10), (80, 24), (120, 40)].prefix(triesAll ? 3 : 2) {
      var app = try InspectorDriver(runs: [.holding(lines)], columns: columns, rows: rows)
      for key in ["g", ".", "tab", "tab", "tab", "zR", ".", ".", ".", "shift-tab", "shift-tab", "t", "/", "b", "enter", "s"] {
        app.press(key)
        let frame = app.frame
        for line in frame.lines where frame.typesetting.width(of: line) != columns || line.unicodeScalars.contains(where: Self.isTrap) {
          Issue.record("\(columns)x\(rows) after \(key): \(line.debugDescription)")
        }
      }
    }
  }
}
