#if !RECORDING_COMPILED_OUT
internal import FluxtapeCoding
internal import FluxtapeJSON

/// Cuts secrets out of texts for people, which marks, error messages and sites are. The rest stays readable.
package struct TextRedactor: Sendable {
  private let isOn: Bool
  private let secrets: SecretText
  /// Bytes of UTF-8 beyond which a text is cut.
  private let longest: Int

  package init(_ options: RecorderOptions) {
    let redaction = options.redaction
    isOn = redaction.isOn
    let keys = SecretKeyRules(secret: redaction.secretKeys, open: redaction.openKeys, hidesPersonalData: redaction.hidesPersonalData)
    let types = redaction.secretTypes.map { String(TypeName.lastComponent(of: TypeName.of($0)).prefix { $0 != "<" }) }
    secrets = SecretText(keys, secretTypes: Set(types))
    longest = max(0, options.limits.stringBytes)
  }

  /// `text` without its secrets, and as long as texts may be.
  package func redacted(_ text: String) -> String {
    let readable = isOn ? secrets.redacted(text) : text
    guard readable.utf8.count > longest else { return readable }
    return String(decoding: readable.utf8.prefix(longest), as: UTF8.self) + "… [\(text.utf8.count) bytes]"
  }
}
#endif
