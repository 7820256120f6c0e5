#if !RECORDING_COMPILED_OUT
internal import FluxtapeCoding

extension RecorderOptions {
  /// Under which rules the states and actions of a store are written.
  func encodingRules(forStore name: String, digestKey: DigestKey, memory: (any MemoryRoom)?) -> EncodingRules {
    var rules = EncodingRules.plain
    if redaction.isOn {
      rules = .hidingSecrets(
        alsoUnder: redaction.secretKeys, butNotUnder: redaction.openKeys, personalData: redaction.hidesPersonalData,
        digestKey: digestKey.words)
      rules.searchesTexts = redaction.searchesTexts
      rules.hiddenPaths = redaction.secretPaths.filter { $0.store == nil || $0.store == name }.map(\.pattern)
    }
    rules.digestKey = digestKey.words
    rules.memory = memory
    rules.comparesStatesInMemory = comparison == .memory && !Comparison.isTextAskedFor
    for (type, hook) in types.hooks.values { rules.setHook(hook, for: type) }
    // What is to be hidden is not shown in another way.
    if redaction.isOn { for type in redaction.secretTypes { rules.setHook(.hidden, for: type) } }
    rules.namings = types.namings
    rules.maximumDepth = max(1, min(limits.depth, Limits.deepest))
    rules.maximumStringBytes = max(0, limits.stringBytes)
    rules.maximumPayloadBytes = max(0, limits.payloadBytes)
    rules.maximumValues = max(0, limits.values)
    return rules
  }
}
#endif
