package import FluxtapeLog

/// Rules for redacting encoded values, and their size limits. A recorder shares one set for all stores.
package struct EncodingRules: Sendable {
  /// Whether values under keys that name secrets, and strings with card numbers, are replaced by digests.
  package var hidesSecrets = false

  /// The keys that name secrets.
  package private(set) var keys = SecretKeyRules()

  /// Whether texts are searched for secrets inside of them. Card numbers are always found.
  package var searchesTexts = true

  /// Paths whose values are hidden, whatever they are.
  package var hiddenPaths: [PathPattern] = []

  /// Types whose values are hidden, replaced or left out, by a value's dynamic type; see ``setHook(_:for:)``.
  package internal(set) var hooks: [ObjectIdentifier: TypeHook] = [:]

  /// The names of actions of particular types, by the dispatched type.
  package var namings: [ObjectIdentifier: ActionNaming] = [:]

  /// The key of all digests: of secrets, and of values that are too large.
  package var digestKey = SipHash.Key(low: 0, high: 0)

  /// The maximum nesting depth of containers. Deeper values become `{"$opaque":…}`.
  ///
  /// 479 leaves room for the enclosing record, below the 512 levels that readers accept. At most 500.
  package var maximumDepth = 479

  /// The maximum length of a string in bytes of UTF-8. A longer one is written as `{"$truncated":…}`.
  package var maximumStringBytes = Int.max

  /// The maximum size of an action's payload in bytes. A larger one is written as `{"$truncated":…}`.
  package var maximumPayloadBytes = Int.max

  /// The maximum number of composite values in one record.
  package var maximumValues = Int.max

  /// Which objects are written with their properties; `nil` for all.
  package var objects: ObjectRules?

  package init() {}

  /// Rules that redact nothing.
  package static let plain = EncodingRules()

  /// Rules that redact secrets, with keys added or removed by the app. Case-insensitive.
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

/// A pattern for paths in values, token by token from the root: the app's keys of objects, and array indices. `*` is any of them.
package typealias PathPattern = [String]
