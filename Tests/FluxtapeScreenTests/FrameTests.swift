import FluxtapeRandomCases
import FluxtapeScreen
import Testing

struct FrameTests {
  @Test func `a frame starts blank`() {
    let frame = Frame(size: Size(rows: 2, columns: 3), style: .dim)
    #expect(frame.text == "   \n   \n")
    #expect(frame.styleText == "ddd\nddd\n")
  }

  @Test func `writing covers cells from its place on, and tells how many`() {
    var frame = Frame(size: Size(rows: 2, columns: 8))
    #expect(frame.write("製品", at: Position(row: 1, column: 2), style: .string) == 4)
    #expect(frame.text == "        \n  製品  \n")
    #expect(frame.styleText == "........\n..ssss..\n")
  }

  @Test(arguments: [
    ("cut on the right", 5, Int.max, "     abc", 3), ("cut on the left", -2, .max, "cdef    ", 6), ("past the width", 2, 3, "  abc   ", 3),
    ("outside on the right", 8, .max, "        ", 0), ("outside on the left", -6, .max, "        ", 6), ("no width", 0, 0, "        ", 0),
    ("negative width", 0, .min, "        ", 0), ("far right", .max, .max, "        ", 0), ("far left", .min, .max, "        ", 6),
  ])
  func `what lies outside is left out`(_ name: String, _ column: Int, _ maxWidth: Int, _ line: String, _ used: Int) {
    var frame = Frame(size: Size(rows: 1, columns: 8))
    #expect(frame.write("abcdef", at: Position(row: 0, column: column), maxWidth: maxWidth) == used)
    #expect(frame.lines == [line])
  }

  @Test(arguments: [-1, 1, Int.max, Int.min])
  func `rows outside are left out`(_ row: Int) {
    var frame = Frame(size: Size(rows: 1, columns: 3))
    frame.write("abc", at: Position(row: row, column: 0))
    frame.fill(Region(origin: Position(row: row, column: 0), size: Size(rows: 1, columns: 3)), with: "x")
    #expect(frame == Frame(size: Size(rows: 1, columns: 3)))
  }

  @Test func `a wide character at an edge becomes blank`() {
    var frame = Frame(size: Size(rows: 3, columns: 3))
    frame.write("a製品", at: .zero, style: .string)
    frame.write("品品", at: Position(row: 1, column: 0), style: .string)
    frame.write("品品", at: Position(row: 2, column: -1), style: .string)
    #expect(frame.text == "a製\n品 \n 品\n")
    #expect(frame.styleText == "sss\nsss\nsss\n")
  }

  @Test func `overwriting half a wide character blanks the other half`() {
    var frame = Frame(size: Size(rows: 2, columns: 6))
    for row in 0..<2 { frame.write("製品館", at: Position(row: row, column: 0), style: .string) }
    frame.write("x", at: Position(row: 0, column: 1))
    frame.write("数", at: Position(row: 1, column: 1))
    #expect(frame.text == " x品館\n 数 館\n")
    #expect(frame.styleText == "s.ssss\ns..sss\n")
  }

  @Test func `styled text is written run by run`() {
    var frame = Frame(size: Size(rows: 1, columns: 10))
    let text = StyledText("qty", .key) + " " + StyledText("4", .number)
    #expect(frame.write(text, at: Position(row: 0, column: 1)) == 5)
    #expect(frame.styleText == ".kkk.n....\n")
    #expect(frame.write(text, at: Position(row: 0, column: 1), maxWidth: 2) == 2)
  }

  @Test func `a selection keeps the roles, and whole wide characters`() {
    var frame = Frame(size: Size(rows: 1, columns: 6))
    frame.write("製品", at: .zero, style: .string)
    frame.select(Region(origin: Position(row: 0, column: 1), size: Size(rows: 9, columns: 2)))
    #expect(frame.styleText == "ssSS..\n")
  }

  @Test func `filling uses the whole character`() {
    var frame = Frame(size: Size(rows: 2, columns: 5))
    frame.fill(Region(origin: .zero, size: Size(rows: 1, columns: 5)), with: "─", style: .border)
    frame.fill(Region(origin: Position(row: 1, column: -1), size: Size(rows: 1, columns: 9)), with: "品")
    #expect(frame.text == "─────\n品品 \n")
  }

  @Test func `every frame holds its cells whatever is drawn`() {
    var random = SplitMix64(seed: 2)
    for rows in stride(from: 1, through: 60, by: 7) {
      for columns in 1...20 {
        var frame = Frame(size: Size(rows: rows, columns: columns), typesetting: .random(using: &random))
        for _ in 0..<30 { frame.drawAnything(using: &random) }
        let isWhole = frame.isWhole  // outside the expectation, which would print every cell
        #expect(isWhole, "\(frame.size)")
      }
    }
  }

  @Test func `every size up to sixty by twenty keeps its cells`() {
    var random = SplitMix64(seed: 1)
    for rows in 1...20 {
      for columns in 1...60 {
        var frame = Frame(size: Size(rows: rows, columns: columns))
        for _ in 0..<6 { frame.drawAnything(using: &random) }
        let isWhole = frame.isWhole  // outside the expectation, which would print every cell
        #expect(isWhole, "\(frame.size)")
      }
    }
  }

  @Test func `a frame without cells takes any drawing`() {
    var random = SplitMix64(seed: 3)
    for size in [Size.zero, Size(rows: 0, columns: 9), Size(rows: 9, columns: 0), Size(rows: -1, columns: .min)] {
      var frame = Frame(size: size)
      for _ in 0..<30 { frame.drawAnything(using: &random) }
      #expect(frame.cells.isEmpty)
    }
  }
}

// MARK: - Invariants

extension Frame {
  /// Whether all cells are present, every wide cluster has both halves, and each cell has one cluster that fits.
  fileprivate var isWhole: Bool {
    guard cells.count == size.rows * size.columns, lines.count == size.rows else { return false }
    let halvesMatch = cells.indices.allSatisfy { index in
      let isFirst = index % size.columns == 0
      let isLast = (index + 1) % size.columns == 0
      switch cells[index].width {
      case 0: return !isFirst && cells[index - 1].width == 2 && cells[index].style == cells[index - 1].style
      case 2: return !isLast && cells[index + 1].isContinuation
      default: return cells[index].width == 1
      }
    }
    return halvesMatch
      && cells.allSatisfy { $0.isContinuation || ($0.text.count == 1 && typesetting.width(of: $0.text) <= $0.width) }
  }

  fileprivate mutating func drawAnything(using random: inout SplitMix64) {
    let place = Position(row: .random(in: -3...size.rows + 3, using: &random), column: .random(in: -9...size.columns + 9, using: &random))
    let region = Region(
      origin: place, size: Size(rows: .random(in: 0...9, using: &random), columns: .random(in: 0...30, using: &random))
    )
    let text = String.hostile(using: &random)
    let style = Style(Role.allCases.randomElement(using: &random) ?? .text, Style.Selection.allCases.randomElement(using: &random) ?? .none)
    switch Int.random(in: 0..<5, using: &random) {
    case 0: fill(region, with: text, style: style)
    case 1: select(region)
    case 2: write(StyledText(text, style) + "製", row: .random(in: -1...3, using: &random), in: region, elision: .middle, alignment: .right)
    default: write(text, at: place, style: style, maxWidth: .random(in: -1...40, using: &random))
    }
  }
}

extension Typesetting {
  fileprivate static func random(using random: inout SplitMix64) -> Typesetting {
    Typesetting(isASCII: .random(using: &random), ambiguousIsWide: .random(using: &random))
  }
}
