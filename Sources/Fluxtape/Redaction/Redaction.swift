#if !RECORDING_COMPILED_OUT
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
  private var hiddenTypes: Set<TypeIdentity>

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
    hiddenTypes = Set(secretTypes.map(TypeIdentity.init))
  }

  /// Types whose values are secret wherever they stand: `[Email.self, Salary.self]`. The very types, not subclasses or what conforms to
  /// them. `String`, `Bool` and the types of numbers are no such types, since everything is made of them. See ``Redacted`` for single
  /// values.
  public var secretTypes: [any Any.Type] {
    get { hiddenTypes.map(\.type) }
    set { hiddenTypes = Set(newValue.map(TypeIdentity.init)) }
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

/// A type, to be told from others.
private struct TypeIdentity: Hashable, Sendable {
  let type: any Any.Type

  static func == (left: TypeIdentity, right: TypeIdentity) -> Bool { left.type == right.type }

  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(type)) }
}
#endif
