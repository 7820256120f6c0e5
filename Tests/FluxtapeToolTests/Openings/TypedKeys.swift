import FluxtapeInspector
import FluxtapeRandomCases
import FluxtapeScreen

/// Random keyboard input.
enum TypedKeys {
  /// All bindings except `|`, which runs a shell command; digits for counts, and lines for every prompt.
  private static let inputs: [String] = {
    let keys = Keymap.bindings.flatMap(\.sequences).filter { !$0.contains(.character("|")) }
    let typed = keys.map { $0.map(bytes).joined() } + (0...9).map(String.init)
    let lines = [
      ":goto 40%\r", ":goto @7\r", ":run 2\r", ":run 1\r", ":note a\r", ":problems\r", "/tick\r", "/x", "/nothing\r", "&.n > 3\r",
      "&tick3\r", "&\r", ";n\r", ";.l[1]\r", ":9999g\r", "\u{1B}\u{1B}",
    ]
    // As often as all keys together, so that keys are also pressed with filters and searches.
    return typed + Array(repeating: lines, count: typed.count / lines.count / 2).joined()
  }()

  /// Some keys in order. Those that once caused a trap are more frequent.
  static func some(_ random: inout SplitMix64) -> String {
    if Int.random(in: 0..<4, using: &random) == 0 { return String(repeating: ". , ".filter { $0 != " " }, count: 3) }
    return (0..<Int.random(in: 1..<6, using: &random)).map { _ in
      Int.random(in: 0..<20, using: &random) == 0 ? mouse(&random) : inputs.randomElement(using: &random) ?? "."
    }.joined()
  }

  private static func mouse(_ random: inout SplitMix64) -> String {
    "\u{1B}[<\([0, 64, 65].randomElement(using: &random) ?? 0);\(Int.random(in: 1..<130, using: &random));\(Int.random(in: 1..<60, using: &random))M"
  }

  private static func bytes(_ key: Key) -> String {
    switch key {
    case .character(let character): String(character)
    case .enter: "\r"
    case .tab: "\t"
    case .backTab: "\u{1B}[Z"
    case .escape: "\u{1B}"
    case .backspace: "\u{7F}"
    case .delete: "\u{1B}[3~"
    case .insert: "\u{1B}[2~"
    case .up: "\u{1B}[A"
    case .down: "\u{1B}[B"
    case .right: "\u{1B}[C"
    case .left: "\u{1B}[D"
    case .home: "\u{1B}[H"
    case .end: "\u{1B}[F"
    case .pageUp: "\u{1B}[5~"
    case .pageDown: "\u{1B}[6~"
    case .control(let letter): String(Character(Unicode.Scalar((letter.asciiValue ?? 0x60) & 0x1F)))
    case .alt(let character): "\u{1B}\(character)"
    case .function(let number): number <= 4 ? "\u{1B}O\(["P", "Q", "R", "S"][max(number, 1) - 1])" : "\u{1B}[\(number + 10)~"
    case .paste(let text): "\u{1B}[200~\(text)\u{1B}[201~"
    case .mouse(let mouse): "\u{1B}[<0;\(mouse.position.column + 1);\(mouse.position.row + 1)M"
    }
  }
}
