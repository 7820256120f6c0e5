import FluxtapeScreen
import Testing

struct KeyAssemblerTests {
  @Test(arguments: [
    ("j", [Key.character("j")]), ("jk", [.character("j"), .character("k")]), ("e\u{301}x", [.character("e\u{301}"), .character("x")]),
    ("製", [.character("製")]), ("\u{4}\u{0}\u{1C}\u{1F}", [.control("d"), .control(" "), .control("\\"), .control("_")]),
    ("\r\n\t\u{7F}\u{8}", [.enter, .enter, .tab, .backspace, .backspace]),
    ("\u{1B}", [.escape]), ("\u{1B}\u{1B}", [.escape, .escape]), ("\u{1B}x", [.alt("x")]), ("\u{1B}\r", [.enter]),
    ("\u{1B}[", [.alt("[")]), ("\u{1B}O", [.alt("O")]), ("\u{1B}]", [.alt("]")]), ("\u{1B}P", [.alt("P")]),
    ("\u{1B}[A\u{1B}OB", [.up, .down]), ("\u{1B}[1;5Dj", [.left, .character("j")]), ("\u{1B}[Z", [.backTab]),
    (
      "\u{1B}[3~\u{1B}[5~\u{1B}[6;2~\u{1B}[15~\u{1B}[24~\u{1B}OP", [.delete, .pageUp, .pageDown, .function(5), .function(12), .function(1)]
    ),
  ])
  func `keys are put together from what the terminal sends`(_ text: String, _ keys: [Key]) {
    #expect(Self.keys(text) == keys)
  }

  @Test(arguments: [
    ("focus", "\u{1B}[Ij"), ("an unknown sequence", "\u{1B}[1;9Qj"), ("a private one", "\u{1B}[?62;1cj"),
    ("an unknown number", "\u{1B}[99~j"),
    ("a colour", "\u{1B}]11;rgb:0000/0000/0000\u{7}j"), ("a colour, ended by ST", "\u{1B}]11;rgb:0/0/0\u{1B}\\j"),
    ("a device string", "\u{1B}P1$r0m\u{1B}\\j"), ("an unknown shift", "\u{1B}Oyj"),
  ])
  func `an unknown sequence is no command`(_ name: String, _ text: String) {
    #expect(Self.keys(text) == [.character("j")])
  }

  @Test func `a sequence may come in two parts`() {
    var assembler = KeyAssembler()
    #expect(assembler.takeAll("\u{1B}[1;") == [])
    #expect(assembler.takeAll("5Cj") == [.right, .character("j")])
  }

  @Test(arguments: ["\u{1B}]e", "\u{1B}P1", "\u{1B}_x y", "\u{1B}^", "\u{1B}X1\u{1B}"])
  func `an answer that never ends gives way to a control key`(_ begun: String) {
    #expect(Self.keys(begun + "\u{3}q") == [.control("c"), .character("q")])
    #expect(Self.keys(begun + "\rq") == [.enter, .character("q")])
  }

  @Test func `a sequence that is broken off gives way to the next`() {
    #expect(Self.keys("\u{1B}[1\u{1B}[A") == [.up])
    #expect(Self.keys("\u{1B}[" + String(repeating: "1", count: 40) + "A").last == .character("A"))
  }

  @Test(arguments: [
    ("plain", "abc", "abc"), ("empty", "", ""), ("newlines", "a\rb\nc", "a\nb\nc"),
    ("keys", "\u{1B}[A\u{1B}q\u{1B}\u{1B}[2", "\u{1B}[A\u{1B}q\u{1B}\u{1B}[2"),
    ("almost the end", "\u{1B}[201", "\u{1B}[201"), ("marks", "e\u{301}製", "e\u{301}製"),
  ])
  func `what is pasted is one key`(_ name: String, _ text: String, _ pasted: String) {
    #expect(Self.keys("x\u{1B}[200~\(text)\u{1B}[201~q") == [.character("x"), .paste(pasted), .character("q")])
  }

  @Test func `a paste waits for its end, and ends when it is told to`() {
    var assembler = KeyAssembler()
    #expect(assembler.takeAll("\u{1B}[200~ab") == [])
    #expect(assembler.isPasting)
    #expect(assembler.consume(.key(.up)) == [])
    #expect(assembler.takeAll("c") == [])
    #expect(assembler.endPaste() == [.paste("abc")])
    #expect(!assembler.isPasting && assembler.endPaste() == [])
  }

  @Test func `a paste without end does not fill the memory`() {
    var assembler = KeyAssembler()
    let block = String(repeating: "x", count: 1 << 16)
    _ = assembler.takeAll("\u{1B}[200~")
    for _ in 0..<17 { _ = assembler.takeAll(block) }
    #expect(assembler.takeAll("\u{1B}[201~") == [.paste(String(repeating: "x", count: 1 << 20))])
  }

  @Test func `known keys pass, after what was typed before`() {
    var assembler = KeyAssembler()
    #expect(assembler.consume(.scalar("j")) == [])
    #expect(assembler.consume(.key(.pageDown)) == [.character("j"), .pageDown])
    #expect(assembler.consume(.scalar("\u{1B}")) == [])
    #expect(assembler.consume(.key(.up)) == [.up])
    #expect(assembler.consume(.pause) == [])
  }

  private static func keys(_ text: String) -> [Key] {
    var assembler = KeyAssembler()
    return assembler.takeAll(text)
  }
}

extension KeyAssembler {
  /// Consumes `text` at once, followed by a pause.
  fileprivate mutating func takeAll(_ text: String) -> [Key] {
    var keys: [Key] = []
    for scalar in text.unicodeScalars { keys += consume(.scalar(scalar)) }
    return keys + consume(.pause)
  }
}
