package import FluxtapeJSON

/// What is kept out of the bytes that values are written as, and how large they may get. One for all stores of a recorder.
package struct EncodingRules: Sendable {
  /// Whether values under keys that name secrets, and strings with card numbers, are replaced by digests.
  package var hidesSecrets = false

  /// Which keys name secrets.
  package private(set) var keys = SecretKeyRules()

  /// Whether texts are searched for secrets that stand among other things in them. Card numbers are found without that.
  package var searchesTexts = true

  /// Places whose values are hidden, whatever they are.
  package var hiddenPaths: [PathPattern] = []

  /// Types whose values are hidden, replaced or left out. By the dynamic type of a value; see ``setHook(_:for:)``.
  package internal(set) var hooks: [ObjectIdentifier: TypeHook] = [:]

  /// What actions of single types are called. By the type that is dispatched.
  package var namings: [ObjectIdentifier: ActionNaming] = [:]

  /// The key of all digests: of what is hidden, and of what is left out for its size.
  package var digestKey = SipHash.Key(low: 0, high: 0)

  /// How deep the JSON may nest, in containers; see ``ValueEncoder/Options/maximumDepth``.
  package var maximumDepth = ValueEncoder.Options().maximumDepth

  /// Bytes of UTF-8 beyond which a string is written as `{"$truncated":…}`.
  package var maximumStringBytes = Int.max

  /// Bytes beyond which the contents of an action are written as `{"$truncated":…}`.
  package var maximumPayloadBytes = Int.max

  /// Values made of others that may be in one record.
  package var maximumValues = Int.max

  /// What `encode(to:)` finds under `userInfo`.
  package var userInfo: [CodingUserInfoKey: any Sendable] = [:]

  /// Which objects are taken apart. `nil` for all.
  package var objects: ObjectRules?

  /// What looks at values in memory. `nil` if nothing does.
  package var memory: (any MemoryRoom)?

  /// Whether states are compared there, and not as text.
  package var comparesStatesInMemory = true

  package init() {}

  init(_ options: ValueEncoder.Options) {
    maximumDepth = options.maximumDepth
    userInfo = options.userInfo
    memory = options.memory
  }

  /// Everything is written as it is.
  package static let plain = EncodingRules()

  /// Secrets are kept out, with the keys of an app's own added or taken out. Upper and lower case are the same.
  package static func hidingSecrets(
    alsoUnder secretKeys: Set<String> = [], butNotUnder openKeys: Set<String> = [], personalData: Bool = false, digestKey: SipHash.Key
  ) -> EncodingRules {
    var rules = EncodingRules()
    rules.hidesSecrets = true
    rules.keys = SecretKeyRules(secret: secretKeys, open: openKeys, hidesPersonalData: personalData)
    rules.digestKey = digestKey
    return rules
  }
}

/// Places in values, token by token from a value's root: the keys of objects as the app has them, the places in arrays, or any.
package struct PathPattern: Hashable, Sendable {
  package enum Token: Hashable, Sendable {
    case key(String)
    case any
  }

  package var tokens: [Token]

  package init(_ tokens: [Token]) { self.tokens = tokens }

  /// From texts among which `*` stands for any key.
  package init(_ texts: some Sequence<String>) { tokens = texts.map { $0 == "*" ? .any : .key($0) } }
}
