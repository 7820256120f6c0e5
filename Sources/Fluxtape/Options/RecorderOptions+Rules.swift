internal import FluxtapeCoding

extension RecorderOptions {
  /// The rules for encoding the states and actions of a store.
  ///
  /// - Parameter module: The module in which the store is attached.
  func encodingRules(forStore name: String, in module: String, digestKey: DigestKey) -> EncodingRules {
    var rules = EncodingRules.plain
    if redaction.isOn {
      rules = .hidingSecrets(
        alsoUnder: redaction.secretKeys, butNotUnder: redaction.openKeys, personalData: redaction.hidesPersonalData,
        digestKey: digestKey.words)
      rules.searchesTexts = redaction.searchesTexts
      rules.hiddenPaths = redaction.secretPaths.compactMap { $0.store == nil || $0.store == name ? PathPattern($0.tokens) : nil }
    }
    rules.digestKey = digestKey.words
    rules.objects = ObjectRules(modules: types.ownModules.union([module]))
    for (type, encoding) in types.encodings { rules.setHook(encoding.map(TypeHook.replaced) ?? .leftOut, for: type) }
    // Secret types override other rules, so that no rule reveals them.
    if redaction.isOn { for type in redaction.secretTypes { rules.setHook(.hidden, for: type) } }
    for (type, version, name) in types.namings { rules.namings[ObjectIdentifier(type)] = ActionNaming(version: version, name: name) }
    rules.maximumDepth = max(1, min(limits.depth, Limits.deepest))
    rules.maximumStringBytes = max(0, limits.stringBytes)
    rules.maximumPayloadBytes = max(0, limits.payloadBytes)
    rules.maximumValues = max(0, limits.values)
    return rules
  }
}

extension DigestKey {
  var words: SipHash.Key { SipHash.Key(low: low, high: high) }
}
