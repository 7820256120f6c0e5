import FluxtapeLog

/// How the place of a value determines its redacted form, before the value itself is known.
///
/// In the same context a value has the same redacted form, whether it is a part of a whole state or written alone as a changed part. Contexts
/// are derived from the outside in, by ``Redactor``. Parts of values that depend on each other are written together: those that ``Neighbors``
/// find, and those of a value that becomes one digest.
struct WritingContext {
  enum Secrecy: Equatable {
    /// What the key says. Under that of a secret, Booleans, `null` and empty values stay.
    case key(KeyWords.Meaning)
    /// A state with the name of a secret. If it is an object, members with meaningful labels are judged by these.
    case named
    /// The payload of an action named after a secret, a value of such a type, or a part of these: everything is secret except values with
    /// harmless labels.
    case labelled
    /// The app declared the value secret. Only `null` and empty values stay.
    case hidden
    /// An error: its texts are for people, and may quote user input.
    case message

    static var open: Secrecy { .key(.none) }
    static var secret: Secrecy { .key(.secret) }

    /// The secrecy of a type's values because of the type itself: its name names a secret, `Password`, `struct APIKey`, or it is an error.
    init(of type: Any.Type, writtenAs kind: TypeFacts.Kind, under rules: EncodingRules) {
      self = .open
      guard rules.hidesSecrets, kind.isOfApp, !(type is any HiddenValue.Type) else { return }
      let name = String(TypeName.lastComponent(of: TypeName.of(type)).prefix { $0 != "<" })
      let isNamed = KeyWords(name).end(with: .secret) && rules.keys.meaning(of: name) == .secret
      if isNamed { self = .labelled } else if type is any Error.Type { self = .message }
    }

    /// Whether numbers are written unredacted.
    var leavesNumbers: Bool {
      switch self {
      case .key(let meaning): meaning != .secret
      case .message: true
      case .named, .labelled, .hidden: false
      }
    }

    /// Whether the members of an object may be written separately. Otherwise it becomes one digest.
    var separatesMembers: Bool { self != .secret && self != .hidden }

    /// The secrecy of an element.
    var inside: Self { leavesNumbers ? self : .secret }

    /// Whether a text may be written here, provided that it holds no secret itself.
    func leaves(written text: Span<UInt8>) -> Bool {
      switch self {
      case .key(.none), .message: true
      case .key(.made): !SecretValue(JSONBytes.unquotedText(text)).isMade
      case .key(.about): text.isEmpty || Self.isInstant(text)
      case .key(.text), .key(.secret), .named, .labelled, .hidden: text.isEmpty
      }
    }

    /// Whether a text begins like a date, `2026-11-21`, and the rest contains only characters of a time of day, so no words.
    private static func isInstant(_ text: Span<UInt8>) -> Bool {
      (10...40).contains(text.count) && text[4] == UInt8(ascii: "-") && text[7] == UInt8(ascii: "-")
        && text.indices.allSatisfy { TextByte.isDigit(text[$0]) || "-:.+TZ ".utf8.contains(text[$0]) }
    }
  }

  var secrecy = Secrecy.open

  /// The patterns that may match this value and its parts: of each, the tokens that are to follow.
  var paths: [ArraySlice<String>] = []

  /// Whether the value's parts may be written separately. For texts ``secrecy`` decides.
  var isOpen: Bool { secrecy == .open || secrecy == .key(.text) || secrecy == .key(.made) }
}
