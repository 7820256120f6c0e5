internal import FluxtapeCoding
internal import FluxtapeLog

/// Removes secrets from texts for people: marks, sites that are given as texts, and error messages. The rest stays readable.
package struct TextRedactor: Sendable {
  private let isOn: Bool
  private let secrets: SecretForms
  /// The maximum length of a text, in bytes of UTF-8.
  private let longest: Int

  package init(_ options: RecorderOptions) {
    let redaction = options.redaction
    isOn = redaction.isOn
    let keys = SecretKeyRules(secret: redaction.secretKeys, open: redaction.openKeys, hidesPersonalData: redaction.hidesPersonalData)
    let types = redaction.secretTypes.map { String(TypeName.lastComponent(of: TypeName.of($0)).prefix { $0 != "<" }) }
    secrets = SecretForms(keys, types: Set(types), areForPeople: true)
    longest = max(0, options.limits.stringBytes)
  }

  /// Returns `text` without its secrets, cut at the maximum length.
  package func redacted(_ text: String) -> String {
    let readable = isOn ? secrets.redacted(text) : text
    guard readable.utf8.count > longest else { return readable }
    return String(decoding: readable.utf8.prefix(longest), as: UTF8.self) + "… [\(text.utf8.count) bytes]"
  }
}
