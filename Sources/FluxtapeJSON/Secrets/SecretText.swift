/// Cuts secrets out of texts for people: marks, messages of errors, sites. The rest stays readable.
package struct SecretText: Sendable {
  let keys: SecretKeyRules
  /// The names of types whose values are secret, as they stand where values are printed.
  private let secretTypes: Set<String>

  package init(_ keys: SecretKeyRules = SecretKeyRules(), secretTypes: Set<String> = []) {
    self.keys = keys
    self.secretTypes = secretTypes
  }

  /// `text` with what is secret in it replaced by `[redacted]`: card numbers, credentials that show by their form, and what stands behind
  /// `password=`, `token:`, `wrongPassword(` and their like.
  package func redacted(_ text: String) -> String {
    let finds = finds(in: text)
    return finds.isEmpty ? text : Self.redacted(text, finds)
  }

  /// `text` with some places in it replaced by `[redacted]`, in their order.
  static func redacted(_ text: String, _ finds: [SecretFind]) -> String {
    let bytes = Array(text.utf8)
    var result: [UInt8] = []
    var place = 0
    for find in finds where find.range.upperBound > place {
      if find.range.lowerBound >= place { result += bytes[place..<find.range.lowerBound] + Array(mask.utf8) }
      place = find.range.upperBound
    }
    return String(decoding: result + bytes[place...], as: UTF8.self)
  }

  /// What stands in place of a secret in a text.
  package static let mask = "[redacted]"

  /// Where secrets stand in `text`, or what may be one, from its beginning on. They may overlap.
  ///
  /// - Complexity: O(n). Most texts hold no word that names a secret, and no beginning of a credential: those are looked through once.
  package func finds(in text: String) -> [SecretFind] {
    let (mayHoldNames, mayHoldCredentials) = text.withBytes { bytes in
      (!keys.areGeneral || !secretTypes.isEmpty || SecretKey.mayMatch(bytes), CredentialForms.mayStand(in: bytes))
    }
    var finds = CardNumber.ranges(in: text).map { SecretFind(.cardNumber, $0) }
    guard mayHoldNames || mayHoldCredentials else { return finds }
    let bytes = Array(text.utf8)
    if mayHoldNames { finds += assignedSecrets(in: bytes) }
    if mayHoldCredentials { finds += CredentialForms(bytes).finds }
    if mayHoldNames { finds += spokenSecrets(in: bytes) }
    return finds.sorted { $0.range.lowerBound < $1.range.lowerBound }
  }

  /// `json` with each text in it redacted.
  package func redacted(_ json: JSONValue) -> JSONValue {
    switch json {
    case .null, .bool, .number: json
    case .string(let text): .string(redacted(text))
    case .array(let elements): .array(elements.map(redacted))
    case .object(let object): TaggedValue(json) == nil ? .object(JSONObject(object.map { ($0.key, redacted($0.value)) })) : json
    }
  }
}

// MARK: - Behind keys

extension SecretText {
  /// The places of values behind secret keys, as ranges of UTF-8 bytes: in `password=x`, `"token": "x y"`, `Authorization: Bearer x`,
  /// `token → "x"`, `wrongPassword("x")`, `SetPassword(text: "x")`, `("password", "x")`, and of values of secret types: in `Shop.Email(raw: "x")`,
  /// `Shop.Email.work("x")`.
  private func assignedSecrets(in bytes: [UInt8]) -> [SecretFind] {
    var finds: [SecretFind] = []
    /// Whether the calls that the place is in, from the outside in, have the names of secrets.
    var calls: [Bool] = []
    var place = 0
    while let sign = bytes[place...].firstIndex(where: { "=:(),%".utf8.contains($0) || $0 == PrintedValue.firstByteOfArrow }) {
      place = sign + 1
      if bytes[sign] == UInt8(ascii: ")") {
        _ = calls.popLast()
        continue
      }
      guard isSign(sign, in: bytes) else { continue }
      let value = PrintedValue(at: sign, in: bytes, isInBrackets: !calls.isEmpty)
      let isSecretType = !secretTypes.isEmpty && value.path.contains { secretTypes.contains($0) }
      let key = value.key
      let meaning = keys.meaning(of: key)
      var isSecret = isSecretType || meaning == .secret || meaning == .text
      if value.isCall { calls.append(isSecret) }
      if !isSecret, calls.last == true { isSecret = SecretLabel.saysNothing(key) || !SecretLabel.isInnocent(key) }
      guard isSecret || meaning == .about, let range = value.range(withLabels: isSecretType) else { continue }
      if !isSecret, isNumber(bytes[range]) { continue }
      finds.append(SecretFind(.named, range, style: value.style(of: range), key: key))
      place = range.upperBound
    }
    return finds
  }

  /// Whether what stands there may lead from a key to its value. A comma does between two quotations, and `%3D` is an equals sign.
  private func isSign(_ place: Int, in bytes: [UInt8]) -> Bool {
    switch bytes[place] {
    case UInt8(ascii: ","):
      guard place > 0, bytes[place - 1] == UInt8(ascii: "\""), let next = bytes[(place + 1)...].first(where: { $0 != 0x20 }) else {
        return false
      }
      return next == UInt8(ascii: "\"")
    case UInt8(ascii: "%"):
      return place + 2 < bytes.count && bytes[place + 1] == UInt8(ascii: "3") && [0x41, 0x44].contains(bytes[place + 2] & ~0x20)
    case PrintedValue.firstByteOfArrow: return PrintedValue.isArrow(place, in: bytes)
    default: return true
    }
  }

  private func isNumber(_ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.allSatisfy { (0x30...0x39).contains($0) || "-:.+TZ%".utf8.contains($0) }
  }
}

// MARK: - In sentences

extension SecretText {
  /// The places of what people put behind the word itself: `password x`, `the PIN is 1234`, `--token x`.
  private func spokenSecrets(in bytes: [UInt8]) -> [SecretFind] {
    var finds: [SecretFind] = []
    let words = bytes.split(separator: 0x20)
    for (place, word) in words.enumerated() where place + 1 < words.count {
      let name = String(decoding: word, as: UTF8.self)
      guard word.allSatisfy(PrintedValue.isKeyByte), keys.meaning(of: name) == .secret else { continue }
      let isOption = word.first == UInt8(ascii: "-")
      var next = place + 1
      if !isOption, ["is", "was"].contains(String(decoding: words[next], as: UTF8.self)), next + 1 < words.count { next += 1 }
      if isOption || isSpokenSecret(words[next], behind: name.lowercased(), isSaid: next > place + 1) {
        let range = words[next].startIndex..<words[next].endIndex
        finds.append(SecretFind(.named, range, style: isOption ? .glued : .apart, key: name))
      }
    }
    return finds
  }

  private func isSpokenSecret(_ word: ArraySlice<UInt8>, behind name: String, isSaid: Bool) -> Bool {
    let text = String(decoding: word, as: UTF8.self).lowercased()
    if Self.isOrdinary(text) || Self.signs.contains(text) { return false }
    if isSaid || Self.spokenNames.contains(name) { return true }
    // Of the others one speaks without telling them: `token refresh`, `cookie banner`.
    return word.contains { (0x30...0x39).contains($0) } || word.count >= 20
  }

  /// Signs between a name and its value, which is found by them.
  private static let signs: Set<String> = ["=", "==", "!=", "===", "!==", "→", ":"]

  private static let spokenNames: Set<String> = ["password", "passwd", "passphrase", "passcode", "pwd"]

  /// Whether a word in lower case is one of those that follow the name of a secret where it is not told.
  static func isOrdinary(_ word: String) -> Bool { ordinaryWords.contains(word.trimmingMarks) }

  /// Words that follow the name of a secret in sentences that do not tell it.
  private static let ordinaryWords: Set<String> = [
    "a", "accepted", "again", "and", "are", "as", "at", "be", "because", "but", "by", "can", "cannot", "change", "changed", "check",
    "correct",
    "could", "did", "does", "empty", "entered", "error", "expired", "expires", "failed", "field", "fields", "for", "form", "from", "given",
    "had", "has", "hash", "have", "if", "in", "incorrect", "input", "invalid", "is", "it", "its", "length", "manager", "may", "mismatch",
    "missing", "must", "needed", "needs", "no", "not", "of", "ok", "on", "or", "policy", "refresh", "refreshed", "refused", "rejected",
    "required", "reset", "rule", "rules", "screen", "sent", "set", "short", "should", "that", "the", "then", "to", "too", "typed",
    "unknown",
    "updated", "used", "valid", "was", "weak", "were", "when", "which", "will", "with", "without", "wrong",
  ]
}

extension String {
  fileprivate var trimmingMarks: String {
    var text = self[...]
    while let last = text.last, !last.isLetter, !last.isNumber { text.removeLast() }
    return String(text)
  }
}
