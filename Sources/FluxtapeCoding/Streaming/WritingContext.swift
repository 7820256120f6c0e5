import FluxtapeJSON

/// What the surroundings of a value say about how it is written, before anything is known of the value itself.
///
/// A value is written the same whether it is reached from the root or alone, as a part that changed, if it is written in the same
/// context. Contexts are made from the outside in:
///
/// ```text
/// writer.context(named: "login")                       the root
/// writer.context(forKey: "user", in: root)             a member of an object
/// writer.context(forElementAt: 3, in: items)           an element of an array
/// ```
/// Who writes parts of values has to know where a part does not stand alone:
/// - What lies in a context that is not ``isOpen`` is written whole, never member by member: it may become one digest.
///   The root named after a secret is the exception (``Secrecy/named``): if it becomes an object, its members stand alone.
/// - A member called `value` depends on its neighbours `name`, `key`, `field` and `header`, as `{"name":"Authorization","value":"…"}`
///   shows, and in an object of two or three members all others do, also on an `id` or `_0`: ``KeyTraits``. Where a member holds the name of
///   a secret, the object is written whole.
/// - In an array of two or three elements those behind the name of a secret depend on it: such an array is written whole.
/// - Values of types that hooks replace or hide (``ValueWriter/isWrittenWhole(_:)``) are leaves.
package struct WritingContext: Hashable, Sendable {
  package enum Secrecy: UInt8, Sendable {
    /// The value's own contents decide.
    case open
    /// A text is a secret, anything else is not.
    case text
    /// A text that looks like a secret is one, anything else is not.
    case made
    /// Texts are secrets, numbers and dates tell what is known about one.
    case about
    /// The name of the value as a whole is that of a secret: of a case, a type, a store. If the value becomes an object, those of its
    /// members answer for themselves whose labels say something.
    case named
    /// The value is the contents of an action that is named after a secret, or a part of those: all is secret but what has an innocent label.
    case labelled
    /// The key, or what the key leads to, is that of a secret. Truth values, `null` and what is empty stay as they are.
    case secret
    /// The app said so. Only `null` and what is empty stays as it is.
    case hidden
  }

  package var secrecy = Secrecy.open

  /// The patterns of paths that may match here or further in; see ``PathMatching``.
  package var paths = PathMatching.none

  /// The place's depth: 1 for the root. It counts values inside values, also those that write no brackets of their own; so it is never less than the
  /// depth of the JSON, and an `encode(to:)` that hands on to itself comes to an end.
  package var depth = 1

  package init(secrecy: Secrecy = .open, paths: Int32 = PathMatching.none, depth: Int = 1) {
    (self.secrecy, self.paths, self.depth) = (secrecy, paths, depth)
  }

  /// Whether what stands here is made of parts that may be written alone. Of a text ``secrecy`` decides.
  package var isOpen: Bool { secrecy == .open || secrecy == .text || secrecy == .made }

  /// The same place, for what a value encodes as its only contents.
  package var deeper: WritingContext { WritingContext(secrecy: secrecy, paths: paths, depth: depth + 1) }

  /// The place of something inside that nothing more is known of.
  var inside: WritingContext { WritingContext(secrecy: secrecy.inside, paths: PathMatching.none, depth: depth + 1) }
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

  /// Whether numbers are no secrets here.
  var leavesNumbers: Bool { self == .open || self == .text || self == .made || self == .about }

  /// That of an element, or of a member whose key says nothing.
  fileprivate var inside: Self {
    switch self {
    case .open, .text, .made, .about: self
    case .named, .labelled, .secret, .hidden: .secret
    }
  }
}

/// Which patterns of paths may still match, as one number. The patterns of a run are the same for all values, and the sets of them that
/// are alive at one place are few.
package struct PathMatching {
  /// No pattern is alive.
  static let none: Int32 = 0

  private let patterns: [PathPattern]
  /// For each number, the place that was reached and the patterns that led there.
  private var states: [State] = [State(depth: 0, alive: [])]
  private var numbers: [State: Int32] = [:]

  private struct State: Hashable {
    let depth: Int
    let alive: [Int]
  }

  init(_ patterns: [PathPattern]) { self.patterns = patterns }

  /// The number of the root. A pattern without tokens is the root itself, and says so.
  mutating func root() -> (state: Int32, isMatch: Bool) {
    guard !patterns.isEmpty else { return (Self.none, false) }
    return number(of: State(depth: 0, alive: Array(patterns.indices)))
  }

  /// Where `key` leads to from `state`.
  mutating func step(from state: Int32, to key: String) -> (state: Int32, isMatch: Bool) {
    guard state != Self.none else { return (Self.none, false) }
    let from = states[Int(state)]
    let alive = from.alive.filter { patterns[$0].tokens.count > from.depth && patterns[$0].tokens[from.depth].matches(key) }
    return number(of: State(depth: from.depth + 1, alive: alive))
  }

  /// Whether all keys lead from `state` to the same one.
  package func isSameForAllKeys(_ state: Int32) -> Bool {
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
