import FluxtapeScreen

@testable import FluxtapeInspector

/// What random walks type, and a log that is hostile in every line.
enum RandomKeys {
  /// Numbers at the ends of their range, names that are empty or look equal, states of every shape, patches that do not fit.
  static let hostile = [
    #"{"fluxtape":1,"run":"r","time":"9999-12-31T23:59:59Z","segment":-5,"dropped":{"segments":-1,"records":-9}}"#,
    #"{"seq":5,"t":9223372036854775807,"store":"","type":"","state":{"é":1,"e\u0301":2,"":{"":{"":1}},"x/y~":[[[]]],"l":[1,2,3]}}"#,
    #"{"seq":5,"t":-9223372036854775808,"store":"","type":"@@DEINIT"}"#,
    #"{"seq":9223372036854775807,"t":1,"store":"","type":"@@INIT","cause":-1,"state":{"l":[1,2,3],"$redacted":5}}"#,
    #"{"seq":9223372036854775806,"t":1,"store":"","type":"z","cause":[9223372036854775807,5,5,-9],"patch":[{"op":"move","from":"/l/0","path":"/l/2"}]}"#,
    #"{"seq":7,"t":1,"store":"q","type":"z","effect":{"id":{"a":[1]},"phase":"started"},"dur":-9223372036854775808}"#,
    #"{"seq":8,"t":1,"gap":{"lost":-9223372036854775808,"first":-5,"last":9223372036854775807,"reason":""}}"#,
    #"{"seq":10,"t":2,"store":"","type":"w","patch":[{"op":"replace","path":"","value":[1,[2],"gift wrap \ud800"]}]}"#,
    #"{"seq":11,"t":2,"store":"","type":"w","patch":[{"op":"replace","path":"","value":[1.5,[3,[]],"gift box \ud800"]}]}"#,
    #"{"seq":12,"t":2,"store":"","type":"w","state":\#(String(repeating: "[", count: 500) + String(repeating: "]", count: 500))}"#,
    #"{"seq":13,"t":2,"store":"","type":"w","patch":[{"op":"remove","path":"/no"}]}"#, "\u{0}\u{1}",
    #"{"seq":99,"t":1,"store":"","type":"torn"#,
  ]

  static let sizes = [(80, 24), (120, 40), (160, 45), (200, 60), (300, 60), (60, 20), (40, 10), (20, 5), (19, 4), (1, 1), (0, 0)].map {
    Size(rows: $0.1, columns: $0.0)
  }
  private static let arguments = [
    "", " 1", " 2", " 9223372036854775807", " -9223372036854775808", " +9223372036854775807m", " -1d", " 40%",
  ]

  /// All bindings, digits for counts, and commands with numbers of every size.
  static let inputs: [[Key]] = {
    let named = Keymap.bindings.flatMap(\.sequences) + (0...9).map { [.character(Character("\($0)"))] }
    let commands = ["goto", "goto line", "run", "compare"] + Keymap.bindings.map(\.name).filter { !$0.isEmpty }
    let typed = commands.flatMap { name in arguments.map { ":" + name + $0 } } + ["/1", "/é", "/nothing"]
    let entered = typed.map { [.escape, .escape] + $0.map(Key.character) + [.enter] }
    // As many single keys as commands, so that both are tried.
    return Array(repeating: named, count: entered.count / named.count + 1).joined() + entered
  }()
}
