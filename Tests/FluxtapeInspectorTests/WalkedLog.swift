import FluxtapeHistory
import FluxtapeInspector
import FluxtapeJSON

/// Logs to press random keys on.
enum WalkedLog: String, CaseIterable, Sendable {
  /// Several stores with nested states, causes, effects and marks.
  case healthy
  /// Numbers at the ends of their range, patches that do not fit, lines that are no records, a last line that broke off.
  case damaged
  /// Texts that would drive a terminal, wherever a log has a text.
  case hostile
  /// Several runs, which come before their steps.
  case folder
  /// A log with reducers, for what-if questions.
  case replayed

  func runs() throws -> [History] {
    switch self {
    case .healthy: return try [.holding(Self.shop(actions: 120))]
    case .damaged: return try [.holding(RandomKeys.hostile, isWhole: false)]
    case .hostile: return try [.holding(Self.driving)]
    case .folder:
      return try [.fixture("checkout"), .holding(Self.shop(actions: 20)), .fixture("crash"), .holding(Self.driving)]
    case .replayed: return try [.fixture("counter")]
    }
  }

  var replayer: StepReplayer? { self == .replayed ? CounterReplayer.replayer : nil }
}

// MARK: - A shop

extension WalkedLog {
  private static let stores = ["cart", "catalog", "session"]

  private static func shop(actions count: Int) -> [String] {
    let state =
      #"{"n":0,"user":{"name":{"first":"Ada","last":"L"},"tags":["a","b"]},"#
      + #""items":[{"id":"p1","qty":1},{"id":"p2","qty":2}],"note":"one\ntwo"}"#
    var lines = [#"{"fluxtape":1,"run":"walk","time":"2026-11-21T09:00:00.000000Z"}"#]
    for (number, store) in stores.enumerated() {
      lines.append(#"{"seq":\#(number + 1),"t":\#(number),"store":"\#(store)","type":"@@INIT","state":\#(state)}"#)
    }
    for number in stores.count + 1...stores.count + count {
      lines.append(#"{"seq":\#(number),"t":\#(number * 180_000),\#(step(number))}"#)
    }
    return lines
  }

  /// The members of a step besides its number and time.
  private static func step(_ number: Int) -> String {
    let cause = number % 3 == 0 ? "" : #""cause":\#(number - 1),"#
    switch number % 11 {
    case 5: return #"\#(cause)"store":"cart","type":"load","effect":{"id":"load#\#(number)","phase":"started"}"#
    case 6: return #""store":"cart","type":"load","effect":{"id":"load#\#(number - 1)","phase":"finished"},"dur":\#(number * 100)"#
    case 9: return #""mark":"round \#(number)""#
    default:
      let store = stores[number % stores.count]
      let patch =
        #"[{"op":"replace","path":"/n","value":\#(number)},{"op":"replace","path":"/items/0/qty","value":\#(number % 5)}]"#
      return
        #"\#(cause)"store":"\#(store)","type":"\#(store).changed","payload":{"id":"p1","n":\#(number)},"dur":\#(number),"patch":\#(patch)"#
    }
  }
}

// MARK: - Texts that drive

extension WalkedLog {
  /// Escape sequences, bidi overrides, invisible characters, very long names.
  static let drivingTexts = [
    "\u{1B}[31mred\u{1B}[0m", "\u{1B}[2J\u{1B}[H", "\u{1B}]0;title\u{7}", "\u{1B}]52;c;cm0=\u{1B}\\", "\u{9B}31m\u{9D}0;title\u{9C}",
    "a\u{202E}b\u{2066}c", "\u{200B}\u{FEFF}\u{AD}\u{2028}", "\0\u{7}\u{8}\r\n\t", "\u{E0068}\u{E0069}\u{FE01}",
    "👨‍👩‍👧‍👦👍🏽🇯🇵", "e\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}", "\u{301}한국어 中文", #""quotes\"#,
    String(repeating: "長い", count: 300), String(repeating: "x", count: 3000),
  ]

  private static var driving: [String] {
    let name = quoted(drivingTexts[0] + drivingTexts[5])
    var lines = [#"{"fluxtape":1,"run":\#(name),"meta":{"test":\#(name)},"app":{"name":\#(name)}}"#]
    for (number, text) in drivingTexts.enumerated() { lines += self.lines(with: text, from: 5 * number + 1) }
    return lines
  }

  private static func lines(with text: String, from first: Int) -> [String] {
    func line(_ number: Int, _ members: String) -> String {
      #"{"seq":\#(first + number),"t":\#((first + number) * 150_000),\#(members)}"#
    }
    let name = quoted(text)
    let path = quoted("/deep/" + text)
    let patch = #"[{"op":"add","path":"/list/0","value":{\#(name):1}},{"op":"replace","path":\#(path),"value":\#(name)}]"#
    let action = #""type":\#(name),"case":\#(name),"site":\#(name),"thread":\#(name),"cause":\#(first),"payload":{\#(name):[\#(name)]}"#
    return [
      line(0, #""store":\#(name),"type":"@@INIT","state":{"list":[\#(name)],"deep":{\#(name):{\#(name):[1,\#(name)]}}}"#),
      line(1, #""store":\#(name),\#(action),"dur":7,"patch":\#(patch)"#),
      line(2, #""mark":\#(name),"level":"error","site":\#(name)"#),
      "\(text.filter { !$0.isNewline }) is no record",
      line(3, #""store":\#(name),"type":\#(name),"effect":{"id":\#(name),"phase":"started"}"#),
      line(4, #""store":\#(name),"type":"x","error":{"type":\#(name),"message":\#(name)}"#),
    ]
  }

  /// The text as JSON.
  private static func quoted(_ text: String) -> String { JSONValue.string(text).text }
}
