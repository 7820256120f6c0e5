import FluxtapeScreen
import Testing

struct MouseSequenceTests {
  private func keys(_ text: String) -> [Key] {
    var assembler = KeyAssembler()
    return text.unicodeScalars.flatMap { assembler.consume(.scalar($0)) } + assembler.consume(.pause)
  }

  @Test(arguments: [
    ("<0;10;5M", Key.Mouse(.press, at: Position(row: 4, column: 9))), ("<0;10;5m", Key.Mouse(.release, at: Position(row: 4, column: 9))),
    // A terminal of 300 columns; with Shift, Alt and Ctrl held.
    ("<0;300;90M", Key.Mouse(.press, at: Position(row: 89, column: 299))), ("<28;1;1M", Key.Mouse(.press, at: .zero)),
    ("<64;1;2M", Key.Mouse(.wheelUp, at: Position(row: 1, column: 0))),
    ("<65;1;2M", Key.Mouse(.wheelDown, at: Position(row: 1, column: 0))),
  ])
  func `what the mouse does is a key`(_ sequence: String, _ mouse: Key.Mouse) { #expect(keys("\u{1B}[" + sequence) == [.mouse(mouse)]) }

  @Test(arguments: [
    ("M !!", Key.Mouse(.press, at: .zero)), ("M#*%", Key.Mouse(.release, at: Position(row: 4, column: 9))),
    ("M`!\"", Key.Mouse(.wheelUp, at: Position(row: 1, column: 0))),
  ])
  func `so it is on a terminal that knows only the oldest form`(_ sequence: String, _ mouse: Key.Mouse) {
    #expect(keys("\u{1B}[" + sequence + "x") == [.mouse(mouse), .character("x")])
  }

  @Test(arguments: [
    "<1;10;5M", "<2;10;5M", "<32;10;5M", "<35;1;1M", "<66;1;1M", "<0;0;1M", "<0;1M", "<0;1;1;1M", "<-1;1;1M", "<;;M", "<99999999;1;1M",
  ])
  func `other buttons, motion and nonsense are no keys`(_ sequence: String) { #expect(keys("\u{1B}[" + sequence).isEmpty) }
}
