import FluxtapePseudoTerminal
import FluxtapeRandomCases
import FluxtapeScreen
import Testing

struct FramePainterTests {
  private static func painter(_ change: (inout FramePainter.Abilities) -> Void = { _ in }) -> FramePainter {
    var abilities = FramePainter.Abilities { scalar in Typesetting.unicode.width(of: String(scalar)) }
    (abilities.colors, abilities.erasesCharacters, abilities.scrollsRows) = (256, true, true)
    change(&abilities)
    return FramePainter(theme: .standard, background: .dark, abilities: abilities)
  }

  /// Rows of a list beside a pane, from `first` on.
  private static func list(from first: Int, selected: Int, columns: Int = 40, rows: Int = 12) -> Frame {
    var frame = Frame(size: Size(rows: rows, columns: columns))
    var rest = frame.bounds
    let title = rest.cutTop(1)
    let list = rest.cutLeft(columns * 2 / 3)
    frame.scrollingRegions = [list, rest]
    frame.write(StyledText("title", .title), row: 0, in: title)
    for row in 0..<list.rows {
      let text = StyledText("\(first + row) ", .number) + StyledText("store.action\((first + row) * 7919 % 97) 製品", .text)
      frame.write(text, row: row, in: list)
      if row == selected { frame.select(list.row(row)) }
      frame.write(StyledText("still \(row * 31 % 7)", .dim), row: row, in: rest)
    }
    return frame
  }

  private static func bytes(_ first: Frame, _ second: Frame, _ painter: FramePainter) -> (first: [UInt8], second: [UInt8]) {
    var painter = painter
    let before = painter.bytes(showing: first, after: nil, on: first.size)
    return (before, painter.bytes(showing: second, after: first, on: second.size))
  }

  private static func picture(of frame: Frame, _ pieces: [[UInt8]]) -> TerminalPicture {
    var picture = TerminalPicture(rows: frame.size.rows, columns: frame.size.columns)
    for piece in pieces { picture.take(piece) }
    return picture
  }

  private static func text(_ frame: Frame) -> [String] { frame.lines.map { String($0.reversed().drop { $0 == " " }.reversed()) } }

  @Test func `the same frame again sends nothing`() {
    let frame = Self.list(from: 1, selected: 3)
    #expect(Self.bytes(frame, frame, Self.painter()).second.isEmpty)
  }

  @Test func `one cell that changed costs a few bytes`() {
    let before = Self.list(from: 1, selected: 3)
    var after = before
    after.write("x", at: Position(row: 5, column: 30), style: .error)
    let sent = Self.bytes(before, after, Self.painter()).second
    #expect(sent.count < 25 && sent.contains(UInt8(ascii: "x")))
  }

  @Test(arguments: [1, 3, -1, -4])
  func `a pane that was scrolled is scrolled by the terminal, where it has margins`(rows: Int) {
    let before = Self.list(from: 100, selected: 5)
    let after = Self.list(from: 100 + rows, selected: 5 - rows)
    let plain = Self.bytes(before, after, Self.painter()).second
    let sent = Self.bytes(before, after, Self.painter { $0.hasColumnMargins = true })
    let needed = 60 + 40 * abs(rows)
    #expect(sent.second.count < needed && sent.second.count < plain.count, "\(sent.second.count) \(plain.count)")
    let picture = Self.picture(of: after, [sent.first, sent.second])
    #expect(picture.lines == Self.text(after) && picture.unknown.isEmpty)
  }

  @Test func `a list from edge to edge is scrolled without margins`() {
    func frame(_ first: Int) -> Frame {
      var frame = Frame(size: Size(rows: 20, columns: 60))
      var rest = frame.bounds
      _ = rest.cutTop(2)
      frame.scrollingRegions = [rest]
      for row in 0..<rest.rows { frame.write("row number \((first + row) * 7919 % 1000) of the list", row: row, in: rest) }
      return frame
    }
    let sent = Self.bytes(frame(1), frame(2), Self.painter())
    #expect(sent.second.count < 80)
    #expect(Self.picture(of: frame(2), [sent.first, sent.second]).lines == Self.text(frame(2)))
  }

  @Test(arguments: seeds(60))
  func `whatever was shown, the terminal shows the next frame`(seed: Int) {
    var random = SplitMix64(seed: seed)
    let size = Size(rows: Int.random(in: 1...9, using: &random), columns: Int.random(in: 1...34, using: &random))
    let texts = [
      "plain words", "製品 日本", "a", "   ", "", "│ ● ├─", "─────────────────────", "x               y",
    ]
    let painter = Self.painter { abilities in
      abilities.hasColumnMargins = Bool.random(using: &random)
      abilities.erasesCharacters = Bool.random(using: &random)
      abilities.colors = [0, 8, 256].randomElement(using: &random) ?? 0
    }
    var paint = painter
    var picture = TerminalPicture(rows: size.rows, columns: size.columns)
    var shown: Frame?
    for _ in 0..<8 {
      var frame = shown.map { $0 } ?? Frame(size: size)
      var regionRest = frame.bounds
      let region = regionRest.cutLeft(size.columns / 2)
      frame.scrollingRegions = [region, regionRest].filter { !$0.isEmpty }
      for _ in 0..<Int.random(in: 0...6, using: &random) {
        let style = Style(
          Role.allCases.randomElement(using: &random) ?? .text, Style.Selection.allCases.randomElement(using: &random) ?? .none)
        let place = Position(row: Int.random(in: 0..<size.rows, using: &random), column: Int.random(in: 0..<size.columns, using: &random))
        frame.write(texts.randomElement(using: &random) ?? "", at: place, style: style)
      }
      picture.take(paint.bytes(showing: frame, after: shown, on: size))
      #expect(picture.lines == Self.text(frame))
      shown = frame
    }
    #expect(picture.unknown.isEmpty && picture.clears == 0)
  }

  @Test func `no byte that drives the terminal comes from a cell`() {
    var frame = Frame(size: Size(rows: 4, columns: 60))
    frame.write("\u{1B}[2J\u{9B}31m\u{7}\u{202E}\u{200B}\u{0}", at: .zero)
    let sent = Self.bytes(Frame(size: frame.size), frame, Self.painter()).second
    let text = String(decoding: sent, as: UTF8.self)
    #expect(!text.contains("[2J") || !text.contains("\u{1B}[2J"))
    for trap in ["\u{9B}", "\u{7}", "\u{202E}", "\u{200B}", "\u{0}"] { #expect(!text.contains(trap)) }
  }

  @Test func `characters of several scalars are drawn over blanks, and what is behind them again`() {
    var before = Frame(size: Size(rows: 3, columns: 40))
    before.write("e\u{301}te\u{301} words behind it", at: Position(row: 1, column: 2))
    var after = before
    after.write("T", at: Position(row: 1, column: 3))
    let sent = Self.bytes(before, after, Self.painter())
    let picture = Self.picture(of: after, [sent.first, sent.second])
    #expect(picture.lines == Self.text(after) && picture.unknown.isEmpty)
  }

  @Test func `a terminal without colours is told none`() {
    let frame = Self.list(from: 1, selected: 2)
    let text = String(decoding: Self.bytes(frame, frame, Self.painter { $0.colors = 0 }).first, as: UTF8.self)
    let looks = text.split(separator: "\u{1B}[").compactMap { piece in
      piece.firstIndex { $0.isLetter }.flatMap { piece[$0] == "m" ? piece[..<$0] : nil }
    }
    #expect(!looks.isEmpty && looks.allSatisfy { $0.split(separator: ";").allSatisfy { ["1", "2", "4", "7"].contains($0) } })
  }
}
