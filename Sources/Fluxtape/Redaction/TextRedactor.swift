internal import FluxtapeCoding
internal import FluxtapeJSON

/// Cuts secrets out of texts for people, which marks, error messages and sites are. The rest stays readable.
struct TextRedactor: Sendable {
  private let isOn: Bool
  private let rules: EncodingRules
  /// The names of types whose values are secret, as they stand where values are printed.
  private let secretTypes: Set<String>
  /// Bytes of UTF-8 beyond which a text is cut.
  private let longest: Int

  init(_ options: RecorderOptions) {
    let redaction = options.redaction
    isOn = redaction.isOn
    rules = .hidingSecrets(alsoUnder: redaction.secretKeys, butNotUnder: redaction.openKeys, digestKey: SipHash.Key(low: 0, high: 0))
    secretTypes = Set(redaction.secretTypes.map { String(TypeName.lastComponent(of: TypeName.of($0)).prefix { $0 != "<" }) })
    longest = max(0, options.limits.stringBytes)
  }

  /// `text` with card numbers, and what follows `password=`, `token:`, `wrongPassword(` and their like, replaced by `[redacted]`, and as
  /// long as texts may be.
  func redacted(_ text: String) -> String {
    let readable = isOn ? withoutSecrets(text) : text
    guard readable.utf8.count > longest else { return readable }
    return String(decoding: readable.utf8.prefix(longest), as: UTF8.self) + "… [\(text.utf8.count) bytes]"
  }

  private func withoutSecrets(_ text: String) -> String {
    let bytes = Array(text.utf8)
    let ranges = CardNumber.ranges(in: text) + assignedSecrets(in: bytes)
    guard !ranges.isEmpty else { return text }
    var result: [UInt8] = []
    var place = 0
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) where range.upperBound > place {
      if range.lowerBound >= place { result += bytes[place..<range.lowerBound] + Array("[redacted]".utf8) }
      place = range.upperBound
    }
    return String(decoding: result + bytes[place...], as: UTF8.self)
  }

  /// The places of values behind secret keys, as ranges of UTF-8 bytes: in `password=x`, `"token": "x y"`, `Authorization: Bearer x`,
  /// `wrongPassword("x")`, `SetPassword(text: "x")`, and of values of secret types: in `Shop.Email(raw: "x")`, `Shop.Email.work("x")`.
  private func assignedSecrets(in bytes: [UInt8]) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    /// Whether the calls that the place is in, from the outside in, have the names of secrets.
    var calls: [Bool] = []
    var place = 0
    while let sign = bytes[place...].firstIndex(where: { "=:()".utf8.contains($0) }) {
      place = sign + 1
      guard bytes[sign] != UInt8(ascii: ")") else {
        _ = calls.popLast()
        continue
      }
      let value = PrintedValue(at: sign, in: bytes)
      let isSecretType = !secretTypes.isEmpty && value.path.contains { secretTypes.contains($0) }
      let meaning = rules.meaning(of: value.key)
      var isSecret = isSecretType || meaning == .secret || meaning == .text
      if value.isCall { calls.append(isSecret) }
      if !isSecret, calls.last == true { isSecret = EncodingRules.saysNothing(value.key) }
      guard isSecret, let range = value.range(withLabels: isSecretType) else { continue }
      ranges.append(range)
      place = range.upperBound
    }
    return ranges
  }
}
