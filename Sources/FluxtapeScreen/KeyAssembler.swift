/// Makes keys of what a terminal sends: Alt arrives as ESC and a character, a pasted text between two marks, a key that the terminal's
/// description lacks as a sequence of characters that must not be taken for commands.
///
/// Fed with one piece after the other, and with ``Input/pause`` where nothing more was waiting: only then is ESC the Escape key.
package struct KeyAssembler {
  package enum Input: Sendable {
    case scalar(Unicode.Scalar)
    /// A key that the terminal's description knows.
    case key(Key)
    case pause
  }

  enum State {
    case idle
    /// A character that a mark may still join.
    case text(Character)
    case escape
    /// Behind `ESC [`.
    case sequence(String)
    /// Behind `ESC O`.
    case singleShift
    /// Behind `ESC ]` and the like, with what introduced it: an answer of the terminal that nobody asked for.
    case answer(Unicode.Scalar, isEmpty: Bool)
    case paste(Paste)
  }

  /// Whether the terminal has answered that it can be told of margins at the left and at the right (DECLRMM, reported by DECRQM).
  package private(set) var hasColumnMargins = false

  var state = State.idle
  private var keys: [Key] = []

  package init() {}

  /// Whether the end of a pasted text has yet to come.
  package var isPasting: Bool {
    if case .paste = state { true } else { false }
  }

  /// The keys that are complete with this.
  package mutating func take(_ input: Input) -> [Key] {
    keys.removeAll()
    switch input {
    case .scalar(let scalar): take(scalar)
    case .key(let key): take(key)
    case .pause: pause()
    }
    return keys
  }

  /// Ends a pasted text whose end did not come.
  package mutating func endPaste() -> [Key] {
    guard case .paste(let paste) = state else { return [] }
    state = .idle
    return [.paste(paste.text)]
  }
}

// MARK: - Pieces

extension KeyAssembler {
  private mutating func take(_ scalar: Unicode.Scalar) {
    switch state {
    case .idle: begin(scalar)
    case .text(let character): join(scalar, to: character)
    case .escape: takeAfterEscape(scalar)
    case .sequence(let text): take(scalar, in: text)
    case .singleShift:
      state = .idle
      if let key = Key(singleShift: scalar) { keys.append(key) }
    case .answer(let introducer, _):
      let isEnd = scalar == "\u{7}" || scalar == "\\" || scalar == "\u{9C}"
      state = isEnd ? .idle : .answer(introducer, isEmpty: false)
      // What looks like an answer may be Escape and `]`, typed in one go: its end never comes, and no key would ever come through again.
      if !isEnd, scalar != "\u{1B}", Key(control: scalar) != nil { begin(scalar) }
    case .paste(var paste):
      state = .idle  // else the text would be shared, and copied for every character
      if paste.append(scalar) { keys.append(.paste(paste.text)) } else { state = .paste(paste) }
    }
  }

  private mutating func take(_ key: Key) {
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
    case .answer(let introducer, isEmpty: true): keys.append(.alt(Character(introducer)))
    case .idle, .sequence, .answer, .paste: return  // the rest is still on its way
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

  private mutating func takeAfterEscape(_ scalar: Unicode.Scalar) {
    switch scalar {
    case "[": state = .sequence("")
    case "O": state = .singleShift
    case "]", "P", "_", "^", "X": state = .answer(scalar, isEmpty: true)
    case "\u{1B}": keys.append(.escape)
    default:
      state = .idle
      keys.append(Key(control: scalar) ?? .alt(Character(scalar)))
    }
  }

  private mutating func take(_ scalar: Unicode.Scalar, in text: String) {
    switch scalar.value {
    case 0x20...0x3F: state = text.count < 32 ? .sequence(text + String(Character(scalar))) : .idle
    case 0x40...0x7E:
      let sequence = text + String(Character(scalar))
      state = sequence == "200~" ? .paste(Paste()) : .idle
      // 1 is a mode that is set, 2 one that can be; 0, 3 and 4 say that it cannot.
      if sequence == "?69;1$y" || sequence == "?69;2$y" { hasColumnMargins = true }
      if let key = Key(sequence: sequence) { keys.append(key) }
    default: begin(scalar)
    }
  }
}

// MARK: - Pasted text

extension KeyAssembler {
  /// A text on its way, which ends with `ESC [ 2 0 1 ~`.
  struct Paste {
    private(set) var text = ""
    private var matched = 0
    private static let end: [Unicode.Scalar] = Array("\u{1B}[201~".unicodeScalars)

    /// What goes beyond is dropped: no prompt takes more, and a terminal that never ends must not fill the memory.
    static let limit = 1 << 20

    /// Takes the next scalar and tells whether the end is reached. Newlines, which arrive as CR, become LF.
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
