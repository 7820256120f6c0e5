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
    return finds.isEmpty ? text : String(decoding: Self.redacted(Array(text.utf8), finds.map(\.range)), as: UTF8.self)
  }

  /// A text with some places in it replaced by `[redacted]`, in their order.
  package static func redacted(_ bytes: [UInt8], _ places: [Range<Int>]) -> [UInt8] {
    var result: [UInt8] = []
    var place = 0
    for range in places where range.upperBound > place {
      if range.lowerBound >= place { result += bytes[place..<range.lowerBound] + Array(mask.utf8) }
      place = range.upperBound
    }
    return result + bytes[place...]
  }

  /// What stands in place of a secret in a text.
  package static let mask = "[redacted]"

  /// Where secrets stand in `text`, or what may be one, from its beginning on. They may overlap.
  ///
  /// - Complexity: O(n). Most texts are looked through once, by ``SecretPrefilter``.
  package func finds(in text: String) -> [SecretFind] {
    let mayHoldSecret = text.withBytes { bytes in
      !keys.areGeneral || !secretTypes.isEmpty || SecretPrefilter.mayHoldSecret(bytes, isLikely: false)
    }
    return mayHoldSecret ? finds(in: Array(text.utf8)) : CardNumber.ranges(in: text).map { SecretFind(.cardNumber, $0) }
  }

  /// Where secrets stand in a text that ``SecretPrefilter`` does not pass over.
  func finds(in bytes: [UInt8]) -> [SecretFind] {
    var finds = CardNumber.ranges(in: String(decoding: bytes, as: UTF8.self)).map { SecretFind(.cardNumber, $0) }
    finds += assignedSecrets(in: bytes)
    finds += CredentialForms(bytes).finds
    finds += spokenSecrets(in: bytes)
    if bytes.contains(UInt8(ascii: "<")) { finds += SecretElements(keys).finds(in: bytes) }
    if bytes.contains(UInt8(ascii: "-")) { finds += SecretCommands.finds(in: bytes) }
    if keys.hidesPersonalData { finds += PersonalForms.finds(in: bytes) }
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
      var isSecret = isSecretType || meaning == .secret || meaning == .text || meaning == .made
      if value.isCall { calls.append(isSecret) }
      if !isSecret, calls.last == true { isSecret = SecretLabel.saysNothing(key) || !SecretLabel.isInnocent(key) }
      let isParameter = key == "code" || key == "key"
      guard isSecret || meaning == .about || isParameter, let range = value.range(withLabels: isSecretType) else { continue }
      if meaning == .made || isParameter, value.style(of: range) != .scheme, !Self.isMade(String(decoding: bytes[range], as: UTF8.self)) {
        continue
      }
      // What a server hands over in the query of a redirect, or asks for in one, is long; others are those of errors, countries and maps.
      if isParameter, !isSecret, range.count < 16 || value.style(of: range) != .glued { continue }
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
  /// The places of what people put behind the word itself: `password x`, `the PIN is 1234`, `--token x`, `your verification code is 1234`.
  private func spokenSecrets(in bytes: [UInt8]) -> [SecretFind] {
    var finds: [SecretFind] = []
    let words = bytes.split { $0 <= 0x20 }
    for (place, word) in words.enumerated() where place + 1 < words.count && word.allSatisfy(PrintedValue.isKeyByte) {
      guard let (name, end) = name(at: place, in: words), end < words.count else { continue }
      let isOption = word.first == UInt8(ascii: "-")
      var next = end
      if !isOption, SecretWords.all.has(.verb, String(decoding: words[next], as: UTF8.self)), next + 1 < words.count { next += 1 }
      let range = withoutQuotes(words[next], isOption)
      guard !range.isEmpty else { continue }
      if isOption || isSpokenSecret(bytes[range], behind: name.lowercased(), isSaid: next > end) {
        let isQuoted = range.lowerBound > words[next].startIndex
        finds.append(SecretFind(.named, range, style: isOption ? .glued : isQuoted ? .quoted : .apart, key: name))
      }
    }
    return finds
  }

  /// The name of a secret that one word or two make, and the place of the word behind it.
  private func name(at place: Int, in words: [ArraySlice<UInt8>]) -> (String, Int)? {
    let name = String(decoding: words[place], as: UTF8.self)
    guard !keys.areGeneral || name.withBytes({ SensitiveKeyName.mayMatch($0) }) else { return nil }
    if keys.meaning(of: name) == .secret { return (name, place + 1) }
    guard place + 2 < words.count, words[place].count < 16, words[place + 1].count < 16 else { return nil }
    let pair = name + " " + String(decoding: words[place + 1], as: UTF8.self)
    return words[place + 1].allSatisfy(PrintedValue.isKeyByte) && SensitiveKeyName.isPair(pair) ? (pair, place + 2) : nil
  }

  private func withoutQuotes(_ word: ArraySlice<UInt8>, _ isOption: Bool) -> Range<Int> {
    guard !isOption, let first = word.first, PrintedValue.isQuoteOrSpace(first) else {
      let end = word.lastIndex { !".,".utf8.contains($0) }.map { $0 + 1 } ?? word.startIndex
      return word.startIndex..<(isOption ? word.endIndex : end)
    }
    let start = word.startIndex + 1
    let end = word[start...].firstIndex(of: first) ?? start
    return start..<end
  }

  private func isSpokenSecret(_ word: ArraySlice<UInt8>, behind name: String, isSaid: Bool) -> Bool {
    let text = String(decoding: word, as: UTF8.self).lowercased()
    if Self.isOrdinary(text) || Self.signs.contains(text) { return false }
    if isSaid || SecretWords.all.has(.spokenName, name) { return true }
    // Of the others one speaks without telling them: `token refresh`, `cookie banner`.
    return word.contains { (0x30...0x39).contains($0) } || word.count >= 20
  }

  /// Signs between a name and its value, which is found by them.
  private static let signs: Set<String> = ["=", "==", "!=", "===", "!==", "→", ":"]

  /// Whether a word in lower case is one of those that follow the name of a secret where it is not told.
  static func isOrdinary(_ word: String) -> Bool { SecretWords.all.has(.ordinary, word.trimmingMarks) }
}

extension String {
  fileprivate var trimmingMarks: String {
    var text = self[...]
    while let last = text.last, !last.isLetter, !last.isNumber { text.removeLast() }
    return String(text)
  }
}
