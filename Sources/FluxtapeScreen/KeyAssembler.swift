/// Assembles keys from a terminal's input.
///
/// Alt arrives as ESC and a character, pasted text arrives between two marks, and a key that the terminal's description lacks arrives as a
/// sequence whose characters must not become keys. ESC is the Escape key only before a ``Input/pause``.
package struct KeyAssembler {
  package enum Input: Sendable {
    case scalar(Unicode.Scalar)
    /// A key from the terminal's description.
    case key(Key)
    /// No more input was waiting.
    case pause
  }

  enum State {
    case idle
    /// A character that a combining mark may still follow.
    case text(Character)
    case escape
    /// After `ESC [`.
    case sequence(String)
    /// After `ESC [ M`, with what follows: the mouse, on a terminal without the form 1006.
    case oldMouse([Unicode.Scalar])
    /// After `ESC O`.
    case singleShift
    /// After `ESC ]` and the like, with the introducer: an answer of the terminal.
    case answer(Unicode.Scalar, String)
    case paste(Paste)
  }

  /// Whether the terminal has reported support for left and right margins (DECLRMM, reported by DECRQM).
  package private(set) var hasColumnMargins = false
  /// The background that the terminal has reported (OSC 11).
  package private(set) var background: Theme.Background?

  var state = State.idle
  private var keys: [Key] = []

  package init() {}

  /// Whether a pasted text is incomplete.
  package var isPasting: Bool {
    if case .paste = state { true } else { false }
  }

  /// Consumes input. Returns the keys that it completes.
  package mutating func consume(_ input: Input) -> [Key] {
    keys.removeAll()
    switch input {
    case .scalar(let scalar): consume(scalar)
    case .key(let key): append(key)
    case .pause: pause()
    }
    return keys
  }

  /// Completes a pasted text whose end is missing.
  package mutating func endPaste() -> [Key] {
    guard case .paste(let paste) = state else { return [] }
    state = .idle
    return [.paste(paste.text)]
  }
}

// MARK: - Pieces

extension KeyAssembler {
  private mutating func consume(_ scalar: Unicode.Scalar) {
    switch state {
    case .idle: begin(scalar)
    case .text(let character): join(scalar, to: character)
    case .escape: consumeAfterEscape(scalar)
    case .sequence("") where scalar == "M": state = .oldMouse([])
    case .sequence(let text): consume(scalar, in: text)
    case .oldMouse(let scalars):
      state = scalars.count < 2 ? .oldMouse(scalars + [scalar]) : .idle
      if scalars.count == 2, let mouse = Key.Mouse(old: scalars + [scalar]) { keys.append(.mouse(mouse)) }
    case .singleShift:
      state = .idle
      if let key = Key(singleShift: scalar) { keys.append(key) }
    case .answer(let introducer, let text):
      let isEnd = scalar == "\u{7}" || scalar == "\\" || scalar == "\u{9C}"
      state = isEnd ? .idle : .answer(introducer, text.utf8.count < 64 ? text + String(Character(scalar)) : text)
      if isEnd, introducer == "]", let reported = Theme.Background(answer: text) { background = reported }
      // The user may have typed Escape and `]` quickly. Without this exit, no key would ever arrive again.
      if !isEnd, scalar != "\u{1B}", Key(control: scalar) != nil { begin(scalar) }
    case .paste(var paste):
      state = .idle  // keeps the text unique, to avoid a copy for every character
      if paste.append(scalar) { keys.append(.paste(paste.text)) } else { state = .paste(paste) }
    }
  }

  private mutating func append(_ key: Key) {
    if isPasting { return }
    if case .text(let character) = state { keys.append(.character(character)) }
    state = .idle
    keys.append(key)
  }

  private mutating func pause() {
    switch state {
    case .text(let character): keys.append(.character(character))
    case .escape: keys.append(.escape)
    case .singleShift: keys.append(.alt("O"))
    case .sequence(""): keys.append(.alt("["))
    case .answer(let introducer, ""): keys.append(.alt(Character(introducer)))
    case .idle, .sequence, .oldMouse, .answer, .paste: return  // incomplete
    }
    state = .idle
  }

  private mutating func begin(_ scalar: Unicode.Scalar) {
    if scalar == "\u{1B}" {
      state = .escape
    } else if let key = Key(control: scalar) {
      state = .idle
      keys.append(key)
    } else {
      state = .text(Character(scalar))
    }
  }

  private mutating func join(_ scalar: Unicode.Scalar, to character: Character) {
    var text = String(character)
    text.unicodeScalars.append(scalar)
    if let joined = text.first, text.count == 1 {
      state = .text(joined)
    } else {
      keys.append(.character(character))
      begin(scalar)
    }
  }

  private mutating func consumeAfterEscape(_ scalar: Unicode.Scalar) {
    switch scalar {
    case "[": state = .sequence("")
    case "O": state = .singleShift
    case "]", "P", "_", "^", "X": state = .answer(scalar, "")
    case "\u{1B}": keys.append(.escape)
    default:
      state = .idle
      keys.append(Key(control: scalar) ?? .alt(Character(scalar)))
    }
  }

  private mutating func consume(_ scalar: Unicode.Scalar, in text: String) {
    switch scalar.value {
    case 0x20...0x3F: state = text.count < 32 ? .sequence(text + String(Character(scalar))) : .idle
    case 0x40...0x7E:
      let sequence = text + String(Character(scalar))
      state = sequence == "200~" ? .paste(Paste()) : .idle
      // 1 and 2 mean that the mode is set or can be set; 0, 3 and 4 mean that it cannot.
      if sequence == "?69;1$y" || sequence == "?69;2$y" { hasColumnMargins = true }
      if let key = Key(sequence: sequence) ?? Key.Mouse(sequence: sequence).map(Key.mouse) { keys.append(key) }
    default: begin(scalar)
    }
  }
}

// MARK: - Pasted text

extension KeyAssembler {
  /// An incomplete pasted text. It ends with `ESC [ 2 0 1 ~`.
  struct Paste {
    private(set) var text = ""
    private var matched = 0
    private static let end: [Unicode.Scalar] = Array("\u{1B}[201~".unicodeScalars)

    /// The maximum size. No prompt needs more, and an endless paste must not fill the memory.
    static let limit = 1 << 20

    /// Appends a scalar. Returns whether the text is complete. Newlines arrive as CR and become LF.
    mutating func append(_ scalar: Unicode.Scalar) -> Bool {
      if scalar == Self.end[matched] {
        matched += 1
        return matched == Self.end.count
      }
      for scalar in Self.end.prefix(matched) { keep(scalar) }
      matched = scalar == Self.end[0] ? 1 : 0
      if matched == 0 { keep(scalar == "\r" ? "\n" : scalar) }
      return false
    }

    private mutating func keep(_ scalar: Unicode.Scalar) {
      if text.utf8.count < Self.limit { text.unicodeScalars.append(scalar) }
    }
  }
}
