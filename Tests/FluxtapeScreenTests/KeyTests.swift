import FluxtapeScreen
import Testing

struct KeyTests {
  static let names: [(name: String, key: Key)] = [
    ("j", .character("j")), ("J", .character("J")), ("space", .character(" ")), ("製", .character("製")), ("-", .character("-")),
    ("enter", .enter), ("tab", .tab), ("shift-tab", .backTab), ("esc", .escape), ("backspace", .backspace), ("delete", .delete),
    ("insert", .insert), ("up", .up), ("down", .down), ("left", .left), ("right", .right), ("home", .home), ("end", .end),
    ("pageup", .pageUp), ("pagedown", .pageDown), ("ctrl-d", .control("d")), ("ctrl-space", .control(" ")), ("ctrl-[", .control("[")),
    ("ctrl--", .control("-")), ("alt-x", .alt("x")), ("alt-X", .alt("X")), ("alt-space", .alt(" ")), ("f1", .function(1)),
    ("f12", .function(12)),
    ("f", .character("f")), ("paste:a\nb", .paste("a\nb")), ("paste:", .paste("")),
    ("press@3,14", .mouse(.init(.press, at: Position(row: 3, column: 14)))), ("wheelUp@0,0", .mouse(.init(.wheelUp, at: .zero))),
  ]

  @Test(arguments: names)
  func `a key has a name that is read back`(_ name: String, _ key: Key) {
    #expect(key.name == name)
    #expect(Key(named: name) == key)
  }

  @Test(arguments: [
    ("Enter", Key.enter), ("RETURN", .enter), ("Ctrl-D", .control("d")), ("ALT-x", .alt("x")), ("PgDn", .pageDown), ("escape", .escape),
    (" ", .character(" ")), ("F5", .function(5)),
  ])
  func `other spellings are read`(_ name: String, _ key: Key) {
    #expect(Key(named: name) == key)
  }

  @Test(arguments: [
    "", "ctrl-", "ctrl-dd", "alt-", "f0", "f64", "f01", "f+1", "nothing", "press@1", "press@a,b", "drag@1,2", "press@1,2,3",
  ])
  func `what names no key is refused`(_ name: String) {
    #expect(Key(named: name) == nil)
  }
}
