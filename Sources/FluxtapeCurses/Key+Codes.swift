import CNcurses
import FluxtapeScreen

extension Key {
  /// Returns the key for a curses code; nil if unknown.
  init?(cursesCode code: Int32) {
    switch code {
    case KEY_ENTER: self = .enter
    case KEY_BTAB: self = .backTab
    case KEY_BACKSPACE: self = .backspace
    case KEY_DC, KEY_SDC: self = .delete
    case KEY_IC: self = .insert
    case KEY_UP, KEY_SR: self = .up
    case KEY_DOWN, KEY_SF: self = .down
    case KEY_LEFT, KEY_SLEFT: self = .left
    case KEY_RIGHT, KEY_SRIGHT: self = .right
    case KEY_HOME, KEY_SHOME, KEY_A1: self = .home
    case KEY_END, KEY_SEND, KEY_C1: self = .end
    case KEY_PPAGE, KEY_SPREVIOUS, KEY_A3: self = .pageUp
    case KEY_NPAGE, KEY_SNEXT, KEY_C3: self = .pageDown
    case KEY_SUSPEND: self = .control("z")  // a separate key on the Linux console
    case KEY_F0 + 1...KEY_F0 + 63: self = .function(Int(code - KEY_F0))
    default: return nil
    }
  }
}

extension Terminal {
  /// Binds keys with modifiers to the codes of the plain keys. Their own names are extensions of ncurses, with codes that vary.
  func bindKeys() {
    let keys = [
      ("UP", KEY_UP), ("DN", KEY_DOWN), ("LFT", KEY_LEFT), ("RIT", KEY_RIGHT), ("HOM", KEY_HOME), ("END", KEY_END), ("PRV", KEY_PPAGE),
      ("NXT", KEY_NPAGE), ("DC", KEY_DC), ("IC", KEY_IC),
    ]
    for (name, code) in keys {
      // The suffix of Shift is empty; 3 is Alt, 5 is Ctrl, and the others are combinations.
      for modifier in ["", "3", "4", "5", "6", "7", "8"] { Curses.bind("k" + name + modifier, to: code) }
    }
    // What the mouse does is read by ``KeyAssembler``.
    cncurses_unbind_mouse()
  }
}
