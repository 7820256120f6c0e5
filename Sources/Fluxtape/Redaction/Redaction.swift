internal import FluxtapeCoding

/// What is redacted in a log.
///
/// The recorder replaces values under keys that name secrets (`password`, `accessToken`, `X-API-Key`, …), and strings that contain a
/// secret, by `{"$redacted":"9f2c41d07be3a85c"}` before it writes any byte. The digits are a digest under ``RecordingContext/digestKey``:
/// equal secrets of one run have equal digests, and nobody can guess values without the key. Booleans, `null`, empty strings and empty
/// containers stay: they reveal nothing, and `validPassword` is often what a reader looks for.
///
/// The key of a value without a label is the name of its enum case, type, scope or store.
///
/// Secret paths and types mark single values as secret. Of those only `null` and empty values stay; booleans are redacted.
public struct Redaction: Equatable, Sendable {
  /// Whether anything is redacted.
  public var isOn: Bool
  /// Keys that name secrets in this app, in addition to the general ones. Case-insensitive.
  public var secretKeys: Set<String>
  /// Keys that look like secrets but are not secret in this app. Case-insensitive.
  public var openKeys: Set<String>
  /// Paths whose values are secret, whatever they are.
  public var secretPaths: Set<SecretPath>
  /// Whether personal data is secret, too: email addresses, phone numbers, names, street addresses, positions. If so, every text is
  /// searched for these, not only texts that look like secrets at first sight.
  public var hidesPersonalData: Bool
  /// Whether texts of payloads and states are searched for secrets inside of them: `password=x`, well-known tokens, passwords in URLs. If
  /// not, only texts with a card number are replaced. Marks and error messages are always searched.
  public var searchesTexts: Bool
  private var hiddenTypes: TypeList

  /// Creates a redaction that adds these rules to the general ones.
  public init(
    secretKeys: Set<String> = [], openKeys: Set<String> = [], secretPaths: Set<SecretPath> = [], secretTypes: [any Any.Type] = [],
    hidesPersonalData: Bool = false, searchesTexts: Bool = true
  ) {
    isOn = true
    self.secretKeys = secretKeys
    self.openKeys = openKeys
    self.secretPaths = secretPaths
    self.hidesPersonalData = hidesPersonalData
    self.searchesTexts = searchesTexts
    hiddenTypes = TypeList(types: secretTypes)
  }

  /// Types whose values are always secret: `[Email.self, Salary.self]`. Applies to exactly these types, not to subclasses or conforming
  /// types. `String`, `Bool` and number types are not allowed here, since all values consist of them. For single values see ``Redacted``.
  public var secretTypes: [any Any.Type] {
    get { hiddenTypes.types }
    set { hiddenTypes.types = newValue }
  }

  /// Redacts by the general rules.
  public static let standard = Redaction()

  /// Redacts nothing except ``Redacted`` values.
  public static let off: Redaction = {
    var redaction = Redaction()
    redaction.isOn = false
    return redaction
  }()
}

/// An unordered list of types.
private struct TypeList: Equatable, Sendable {
  var types: [any Any.Type]

  static func == (left: TypeList, right: TypeList) -> Bool { left.isPart(of: right) && right.isPart(of: left) }

  private func isPart(of other: TypeList) -> Bool { types.allSatisfy { type in other.types.contains { $0 == type } } }
}

// MARK: - Places

/// A path in states and payloads whose value is redacted, whatever it is.
///
/// ```swift
/// Redaction(secretPaths: ["/user/email", "/users/*/email", SecretPath("/notes", in: "diary")])
/// ```
///
/// The syntax is that of JSON pointers (RFC 6901), from the root of a state or payload, with the app's keys. `*` matches any one key or
/// array index. In keys, `/` is written as `~1` and `~` as `~0`: `a~1b` is the key `a/b`.
public struct SecretPath: Hashable, Sendable, ExpressibleByStringLiteral {
  /// The keys from the root; `*` matches any.
  let tokens: [String]
  /// The name of the stores to which the path applies; `nil` for all.
  let store: String?

  /// - Parameters:
  ///   - pointer: A pointer such as `/user/email`. The first slash may be missing; the empty pointer is the whole value.
  ///   - store: The name of a store, if the path applies to that store alone. The store `cart#2` has the name `cart`.
  public init(_ pointer: String, in store: String? = nil) {
    self.store = store
    guard !pointer.isEmpty else {
      tokens = []
      return
    }
    let text = pointer.utf8.first == UInt8(ascii: "/") ? pointer : "/" + pointer
    tokens = text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).dropFirst().map { token in
      String(decoding: PointerToken.key(token), as: UTF8.self)
    }
  }

  public init(stringLiteral pointer: String) { self.init(pointer) }
}

// MARK: - Digests

/// The key of the digests of secrets. It is never written, so the log alone does not allow anybody to guess values.
public struct DigestKey: Equatable, Sendable {
  /// The lower half of the key.
  public var low: UInt64
  /// The upper half of the key.
  public var high: UInt64

  /// Creates a fixed key, so that equal secrets of several runs have equal digests.
  public init(low: UInt64, high: UInt64) {
    self.low = low
    self.high = high
  }

  /// Returns a new key from the system's random number generator.
  public static func random() -> DigestKey {
    var generator = SystemRandomNumberGenerator()
    return DigestKey(low: generator.next(), high: generator.next())
  }
}
