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

  /// The patterns that may match this value and its parts.
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

/// The path patterns that may still match: of each, the tokens that are to follow.
struct PathMatching: Hashable, Sendable {
  private var rest: [ArraySlice<PathPattern.Token>]

  /// No pattern can match.
  static let none = PathMatching([])

  init(_ patterns: [PathPattern]) { rest = patterns.map { $0.tokens[...] } }

  /// Whether a pattern ends here.
  var isMatch: Bool { rest.contains(where: \.isEmpty) }

  /// What may match inside of the member or element `key`.
  func step(to key: String) -> PathMatching {
    var inside = Self.none
    inside.rest = rest.compactMap { $0.first?.matches(key) == true ? $0.dropFirst() : nil }
    return inside
  }

  /// Whether all keys lead to the same.
  var isSameForAllKeys: Bool { rest.allSatisfy { $0.first ?? .any == .any } }
}

extension PathPattern.Token {
  fileprivate func matches(_ key: String) -> Bool {
    switch self {
    case .any: true
    case .key(let own): own == key
    }
  }
}
