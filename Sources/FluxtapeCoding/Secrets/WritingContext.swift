import FluxtapeLog

/// How the place of a value determines its redacted form, before the value itself is known.
///
/// In the same context a value has the same redacted form, whether it is a part of a whole state or written alone as a changed part. Contexts
/// are derived from the outside in, by ``Redactor``. Some parts of values depend on each other, so they are written together:
/// - The parts of a value whose context is not ``isOpen``, since the value may become one digest. The exception is a root with the name of a
///   secret (``Secrecy/named``): if it becomes an object, its members are independent.
/// - A member called `value` and its neighbors `name`, `key`, `field` and `header`, as in `{"name":"Authorization","value":"…"}`; in an object
///   of two or three members all others, too, and also `id` and `_0`: ``KeyTraits``.
/// - In an array of two or three elements, those behind the name of a secret.
struct WritingContext: Hashable, Sendable {
  enum Secrecy: UInt8, Sendable {
    /// The value's contents decide.
    case open
    /// A text is a secret; other values are not.
    case text
    /// A text that looks generated is a secret; other values are not.
    case made
    /// Texts are secrets; numbers and dates are facts about a secret and stay.
    case about
    /// The value as a whole has the name of a secret: that of a case, a type, or a store. If it becomes an object, members with meaningful
    /// labels are judged by these.
    case named
    /// The payload of an action named after a secret, or a part of it: everything is secret except values with harmless labels.
    case labelled
    /// The key, or the path to the value, names a secret. Booleans, `null` and empty values stay.
    case secret
    /// The app declared the value secret. Only `null` and empty values stay.
    case hidden
  }

  var secrecy = Secrecy.open

  /// The state of path matching for this value and its parts; see ``PathMatching``.
  var paths = PathMatching.none

  /// Whether the value's parts may be written separately. For texts ``secrecy`` decides.
  var isOpen: Bool { secrecy == .open || secrecy == .text || secrecy == .made }

  /// The context for a nested value without further information.
  var inside: WritingContext { WritingContext(secrecy: secrecy.inside) }
}

extension WritingContext.Secrecy {
  init(_ meaning: SensitiveKeyName.Meaning) {
    self =
      switch meaning {
      case .none: .open
      case .text: .text
      case .made: .made
      case .about: .about
      case .secret: .secret
      }
  }

  /// Whether numbers are written unredacted.
  var leavesNumbers: Bool { self == .open || self == .text || self == .made || self == .about }

  /// The secrecy of an element, or of a member whose key has no meaning.
  fileprivate var inside: Self {
    switch self {
    case .open, .text, .made, .about: self
    case .named, .labelled, .secret, .hidden: .secret
    }
  }
}

extension WritingContext.Secrecy {
  /// Whether a text may be written here, provided that it holds no secret itself.
  func leavesText(_ text: String) -> Bool {
    switch self {
    case .open: true
    case .made: !SecretValue.isMade(text)
    case .about: text.isEmpty || text.withUTF8Span { Self.isInstant($0) }
    case .text, .named, .labelled, .secret, .hidden: text.isEmpty
    }
  }

  /// Whether a text begins like a date, `2026-11-21`, and the rest contains only characters of a time of day, so no words.
  private static func isInstant(_ text: Span<UInt8>) -> Bool {
    guard (10...40).contains(text.count), text[4] == UInt8(ascii: "-"), text[7] == UInt8(ascii: "-") else { return false }
    return text.indices.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(text[$0]) || "-:.+TZ ".utf8.contains(text[$0]) }
  }
}

/// Tracks which path patterns may still match, as one number. The patterns are the same for all values of a run, and few different sets of
/// them occur.
struct PathMatching {
  /// No pattern can match.
  static let none: Int32 = 0

  private let patterns: [PathPattern]
  /// For each number, the depth and the patterns that match up to it.
  private var states: [State] = [State(depth: 0, alive: [])]
  private var numbers: [State: Int32] = [:]

  private struct State: Hashable {
    let depth: Int
    let alive: [Int]
  }

  init(_ patterns: [PathPattern]) { self.patterns = patterns }

  /// The state at the root. An empty pattern matches the root.
  mutating func root() -> (state: Int32, isMatch: Bool) {
    guard !patterns.isEmpty else { return (Self.none, false) }
    return number(of: State(depth: 0, alive: Array(patterns.indices)))
  }

  /// The state after following `key` from `state`.
  mutating func step(from state: Int32, to key: String) -> (state: Int32, isMatch: Bool) {
    guard state != Self.none else { return (Self.none, false) }
    let from = states[Int(state)]
    let alive = from.alive.filter { patterns[$0].tokens.count > from.depth && patterns[$0].tokens[from.depth].matches(key) }
    return number(of: State(depth: from.depth + 1, alive: alive))
  }

  /// Whether all keys lead from `state` to the same state.
  func isSameForAllKeys(_ state: Int32) -> Bool {
    guard state != Self.none else { return true }
    let from = states[Int(state)]
    return from.alive.allSatisfy { patterns[$0].tokens.count <= from.depth || patterns[$0].tokens[from.depth] == .any }
  }

  private mutating func number(of state: State) -> (state: Int32, isMatch: Bool) {
    let isMatch = state.alive.contains { patterns[$0].tokens.count == state.depth }
    guard state.alive.contains(where: { patterns[$0].tokens.count > state.depth }) else { return (Self.none, isMatch) }
    if let number = numbers[state] { return (number, isMatch) }
    let number = Int32(truncatingIfNeeded: states.count)
    states.append(state)
    numbers[state] = number
    return (number, isMatch)
  }
}

extension PathPattern.Token {
  fileprivate func matches(_ key: String) -> Bool {
    switch self {
    case .any: true
    case .key(let own): own == key
    }
  }
}
