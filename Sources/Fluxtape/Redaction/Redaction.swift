#if !RECORDING_COMPILED_OUT
internal import FluxtapeJSON

/// What is kept out of a log.
///
/// Values under keys that name secrets (`password`, `accessToken`, `X-API-Key`, …) and strings that contain a secret are
/// replaced by `{"$redacted":"9f2c41d07be3a85c"}` before any byte is written. The digits are a digest under ``RecordingContext/digestKey``: equal
/// secrets of one run look equal, and cannot be tried out without the key. Booleans, `null`, empty strings and empty
/// containers stay: they give nothing away, and `validPassword` is often what one looks for.
///
/// The key of a value without a label is the name of its enum case, type, scope or store.
///
/// Paths and types say of single values that they are secret. Of those only `null` and what is empty stays, and no boolean does.
public struct Redaction: Equatable, Sendable {
  /// Whether anything is redacted.
  public var isOn: Bool
  /// Keys that name secrets of this app, besides the general ones. Upper and lower case are the same.
  public var secretKeys: Set<String>
  /// Keys that look like secrets and are none in this app. Upper and lower case are the same.
  public var openKeys: Set<String>
  /// Places whose values are secret, whatever stands there.
  public var secretPaths: Set<SecretPath>
  /// Whether what belongs to a person is a secret too: addresses of mail, numbers of telephones, names, streets, positions. Every text is
  /// searched for those then, not only what looks like a secret at first sight.
  public var hidesPersonalData: Bool
  /// Whether texts of payloads and states are searched for secrets that stand among other things in them: `password=x`, well-known tokens,
  /// passwords in URLs. If not, only those with a card number are replaced. Marks and messages of errors are searched in any case.
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

  /// Types whose values are secret wherever they stand: `[Email.self, Salary.self]`. The very types, not subclasses or what conforms to
  /// them. `String`, `Bool` and the types of numbers are no such types, since everything is made of them. See ``Redacted`` for single
  /// values.
  public var secretTypes: [any Any.Type] {
    get { hiddenTypes.types }
    set { hiddenTypes.types = newValue }
  }

  /// Secrets are kept out by the general rules.
  public static let standard = Redaction()

  /// Everything is written as it is, but for what is ``Redacted``.
  public static let off: Redaction = {
    var redaction = Redaction()
    redaction.isOn = false
    return redaction
  }()
}

/// Types, in no order.
private struct TypeList: Equatable, Sendable {
  var types: [any Any.Type]

  static func == (left: TypeList, right: TypeList) -> Bool { left.isPart(of: right) && right.isPart(of: left) }

  private func isPart(of other: TypeList) -> Bool { types.allSatisfy { type in other.types.contains { $0 == type } } }
}

// MARK: - Places

/// A place in states and in the contents of actions whose value is kept out of a log, whatever it is.
///
/// ```swift
/// Redaction(secretPaths: ["/user/email", "/users/*/email", SecretPath("/notes", in: "diary")])
/// ```
///
/// Written as JSON pointers are (RFC 6901), from the root of a state or of an action's contents, with the keys as the app has them. `*`
/// stands for any one key or place in an array. What the app calls `a/b` is `a~1b` here, and `~` is `~0`.
public struct SecretPath: Hashable, Sendable, ExpressibleByStringLiteral {
  /// The keys from the root on; `*` for any.
  let tokens: [String]
  /// The name of the stores that it is about; `nil` for all.
  let store: String?

  /// - Parameters:
  ///   - pointer: `/user/email`. The first slash may be missing; the empty pointer is the whole value.
  ///   - store: The name that a store is recorded under, if it is about that store alone. `cart#2` has the name `cart`.
  public init(_ pointer: String, in store: String? = nil) {
    self.store = store
    guard !pointer.isEmpty else {
      tokens = []
      return
    }
    let text = pointer.utf8.first == UInt8(ascii: "/") ? pointer : "/" + pointer
    // An escape that there is not is meant as it stands.
    tokens =
      (try? JSONPointer(parsing: text))?.tokens ?? text.dropFirst().split(separator: "/", omittingEmptySubsequences: false).map(String.init)
  }

  public init(stringLiteral pointer: String) { self.init(pointer) }
}

// MARK: - Digests

/// The key under which secrets are digested. It stays in memory: with the log alone, nobody can try out values.
public struct DigestKey: Equatable, Sendable {
  /// The lower half of the key.
  public var low: UInt64
  /// The upper half of the key.
  public var high: UInt64

  /// Creates a key, so that equal secrets of several runs have equal digests.
  public init(low: UInt64, high: UInt64) {
    self.low = low
    self.high = high
  }

  /// A new key from the system's random numbers.
  public static func random() -> DigestKey {
    var generator = SystemRandomNumberGenerator()
    return DigestKey(low: generator.next(), high: generator.next())
  }
}
#endif
