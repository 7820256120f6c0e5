import FluxtapeJSON
import FluxtapeLog

/// How the place of a value determines its redacted form, before the value itself is known.
///
/// In the same context a value has the same redacted form, whether it is a part of a whole state or written alone as a changed part. Contexts
/// are derived from the outside in, by ``Redactor``. Some parts of values depend on each other, so they are written together:
/// - The parts of a value whose context is not ``isOpen``, since the value may become one digest. The exception is a root with the name of a
///   secret (``Secrecy/named``): if it becomes an object, its members are independent.
/// - Parts that name each other: ``Neighbors``.
struct WritingContext: Sendable {
  enum Secrecy: Hashable, Sendable {
    /// The key decides, or the value's contents. Booleans, `null` and empty values stay.
    case key(SensitiveKeyName.Meaning)
    /// The value as a whole has the name of a secret: that of a case, a type, or a store. If it becomes an object, members with meaningful
    /// labels are judged by these.
    case named
    /// The payload of an action or a type named after a secret, or a part of it: everything is secret except values with harmless labels.
    case labelled
    /// The app declared the value secret. Only `null` and empty values stay.
    case hidden

    static let open = Secrecy.key(.none)
    static let secret = Secrecy.key(.secret)
  }

  var secrecy: Secrecy

  /// What remains of the patterns for hidden paths that may still match.
  let paths: [ArraySlice<PathPattern.Token>]

  init(_ secrecy: Secrecy) { (self.secrecy, paths) = (secrecy, []) }

  /// - Parameter paths: What remains of the patterns that match so far. An empty one matches this value.
  init(_ secrecy: Secrecy, paths: [ArraySlice<PathPattern.Token>]) {
    self.secrecy = paths.contains(where: \.isEmpty) ? .hidden : secrecy
    self.paths = paths.filter { !$0.isEmpty }
  }

  /// The context of a part.
  func part(_ key: @autoclosure () -> String, _ secrecy: Secrecy) -> WritingContext {
    guard !paths.isEmpty else { return WritingContext(secrecy) }
    let key = key()
    return WritingContext(secrecy, paths: paths.filter { $0.first == .any || $0.first == .key(key) }.map { $0.dropFirst() })
  }

  /// Whether the value's parts may be written separately. For texts ``secrecy`` decides.
  var isOpen: Bool { secrecy.leavesNumbers && secrecy != .key(.about) }

  /// Whether all elements of an array have the same context.
  var areElementsAlike: Bool { paths.allSatisfy { $0.first == .any } }
}

extension WritingContext.Secrecy {
  /// Whether numbers are written unredacted.
  var leavesNumbers: Bool { if case .key(let meaning) = self { meaning != .secret } else { false } }

  /// Whether the members of an object may be written separately. Otherwise it becomes one digest, whatever its members.
  var separatesMembers: Bool { self != .secret && self != .hidden }

  /// The secrecy of an element.
  var inside: Self { leavesNumbers ? self : .secret }

  /// Whether a text, without quotation marks, may be written here, provided that it holds no secret itself.
  func leavesText(_ contents: Span<UInt8>) -> Bool {
    switch self {
    case .key(.none): true
    case .key(.made): !SecretValue.isMade(JSONBytes.unquotedText(contents))
    case .key(.about): contents.isEmpty || Self.isInstant(contents)
    case .key(.text), .key(.secret), .named, .labelled, .hidden: contents.isEmpty
    }
  }

  /// Whether a text begins like a date, `2026-11-21`, and the rest contains only characters of a time of day, so no words.
  private static func isInstant(_ text: Span<UInt8>) -> Bool {
    guard (10...40).contains(text.count), text[4] == UInt8(ascii: "-"), text[7] == UInt8(ascii: "-") else { return false }
    return text.indices.allSatisfy { TextByte.isDigit(text[$0]) || "-:.+TZ ".utf8.contains(text[$0]) }
  }
}
