import FluxtapeJSON
package import FluxtapeLog

/// The full search for secrets in a text, for finished logs and for files beside them. It finds what a recorder's ``SecretForms`` find, and
/// more.
package struct SecretText: Sendable {
  let keys: SecretKeyRules

  package init(_ keys: SecretKeyRules = SecretKeyRules()) { self.keys = keys }

  /// Returns `text` with secrets and possible secrets replaced by `[redacted]`.
  package func redacted(_ text: String) -> String {
    let finds = finds(in: text)
    return finds.isEmpty ? text : String(decoding: Self.redacted(Array(text.utf8), finds.map(\.range)), as: UTF8.self)
  }

  /// Replaces ranges of a text by `[redacted]`; the ranges are in order.
  package static func redacted(_ bytes: [UInt8], _ places: [Range<Int>]) -> [UInt8] {
    var result: [UInt8] = []
    var place = 0
    for range in places where range.upperBound > place {
      if range.lowerBound >= place { result += bytes[place..<range.lowerBound] + Array(SecretForms.mask.utf8) }
      place = range.upperBound
    }
    return result + bytes[place...]
  }

  /// Returns the ranges of secrets and possible secrets in `text`, in order. They may overlap.
  ///
  /// - Complexity: O(n). For most texts a single pass suffices.
  package func finds(in text: String) -> [SecretFind] {
    text.withBytes { bytes in
      guard keys.areGeneral, !Self.mayHoldMore(bytes) else { return finds(in: Array(text.utf8)) }
      return SecretForms(keys).ranges(in: bytes).map { SecretFind(.named, $0) }
    }
  }

  private func finds(in bytes: [UInt8]) -> [SecretFind] {
    if let plain = UnescapedText(bytes) { return finds(in: plain.bytes).map { $0.moved(to: plain.range(of: $0.range)) } }
    var finds = SecretForms(keys).ranges(in: bytes.span).map { SecretFind(.named, $0) }
    finds += CardNumber.ranges(in: bytes.span).map { SecretFind(.cardNumber, $0) }
    finds += assignedSecrets(in: bytes)
    finds += CredentialForms(bytes).finds
    finds += spokenSecrets(in: bytes)
    finds += SpokenCodes.finds(in: bytes)
    finds += SecretPairs(keys).finds(in: bytes)
    if bytes.contains(UInt8(ascii: "<")) { finds += SecretElements(keys).finds(in: bytes) }
    if bytes.contains(UInt8(ascii: "-")) { finds += SecretCommands.finds(in: bytes) }
    return finds.sorted { $0.range.lowerBound < $1.range.lowerBound }
  }

  /// Whether a text has anything that all secrets have which only the full search finds: a word of a secret's name, a sign of a credential,
  /// an option, an escape, or a number
  /// like that of a card.
  private static func mayHoldMore(_ bytes: Span<UInt8>) -> Bool {
    var (place, names) = (0, KeyWords?.none)
    while place < bytes.count {
      let start = place
      while place < bytes.count, TextByte.isKey(bytes[place]) { place += 1 }
      guard place > start else {
        if "@~\\".utf8.contains(bytes[start]) || optionsAndTokens.contains(where: { bytes.has($0, at: start) }) { return true }
        place += 1
        continue
      }
      // The key of a mail service: 32 digits and `-us14`.
      if bytes.has("-us", at: start + 32) { return true }
      if TokenForm.end(ofTokenAt: start, in: bytes) != nil { return true }
      names = KeyWords(bytes.extracting(start..<place), after: names)
      if names?.meaning != KeyWords.Meaning.none || words.contains(where: { bytes.has($0, at: start) }) { return true }
    }
    return !CardNumber.ranges(in: bytes).isEmpty
  }

  private static let optionsAndTokens = [" -", "\t-", ":AA"]
  /// Beginnings of words. Others are names of secrets, or parts of them: `code`, `login`, `bearer`.
  private static let words = [
    "eyJ", "WIFI", "UserInfo", "-----BEGIN ", "kod", "Kod", "KOD", "cod", "Cod", "COD", "confirm", "authenticate", "sign ", "login",
    "verify",
    "unlock", "cód", "Cód",
  ]
}

// MARK: - After keys

extension SecretText {
  /// The ranges of values after secret keys, in UTF-8 bytes: in `password=x`, `"token": "x y"`, `Authorization: Bearer x`, `token → "x"`,
  /// `wrongPassword("x")`, `SetPassword(text: "x")`, `("password", "x")`.
  private func assignedSecrets(in bytes: [UInt8]) -> [SecretFind] {
    var finds: [SecretFind] = []
    /// For each enclosing call, outermost first, whether its name names a secret.
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
      let key = value.key
      let meaning = keys.meaning(of: key)
      var isSecret = meaning == .secret || meaning == .text || meaning == .made
      if value.isCall { calls.append(isSecret) }
      if !isSecret, calls.last == true { isSecret = !KeyWords(key).areAll(.innocent) }
      let isParameter = key == "code" || key == "key"
      guard isSecret || meaning == .about || isParameter, let range = value.range else { continue }
      if meaning == .made || isParameter, value.style(of: range) != .scheme,
        !SecretValue(String(decoding: bytes[range], as: UTF8.self)).isMade
      {
        continue
      }
      // Secrets in the query of a redirect are long; short parameters with such names are codes of errors, countries and maps.
      if isParameter, !isSecret, range.count < 16 || value.style(of: range) != .glued { continue }
      if !isSecret, isNumber(bytes[range]) { continue }
      finds.append(SecretFind(.named, range, style: value.style(of: range), key: key))
      place = range.upperBound
    }
    return finds
  }

  /// Whether the byte may separate a key from its value. A comma does so between two quoted texts, and `%3D` is an equals sign.
  private func isSign(_ place: Int, in bytes: [UInt8]) -> Bool {
    switch bytes[place] {
    case UInt8(ascii: ","): return isBetweenTexts(place, in: bytes)
    case UInt8(ascii: ":"): return !PrintedValue(at: place, in: bytes).isCasePattern
    case UInt8(ascii: "%"):
      return place + 2 < bytes.count && bytes[place + 1] == UInt8(ascii: "3") && [0x41, 0x44].contains(bytes[place + 2] & ~0x20)
    case PrintedValue.firstByteOfArrow: return PrintedValue.isArrow(place, in: bytes)
    default: return true
    }
  }

  /// Whether the comma separates two quoted texts, neither of which is a member's value: `"name":"password","value":"x"`.
  private func isBetweenTexts(_ comma: Int, in bytes: [UInt8]) -> Bool {
    guard comma > 0, bytes[comma - 1] == UInt8(ascii: "\""), let next = bytes[(comma + 1)...].first(where: { $0 != 0x20 }),
      next == UInt8(ascii: "\"")
    else { return false }
    let start = bytes.start(of: .key, before: bytes.start(of: .quotesAndEscapes, before: comma))
    let sign = bytes.start(of: .quotesAndEscapes, before: start)
    return sign == 0 || bytes[sign - 1] != UInt8(ascii: ":")
  }

  private func isNumber(_ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.allSatisfy { (0x30...0x39).contains($0) || "-:.+TZ%".utf8.contains($0) }
  }
}

// MARK: - In sentences

extension SecretText {
  /// The ranges of values in sentences: `password x`, `the PIN is 1234`, `--token x`, `your verification code is 1234`.
  private func spokenSecrets(in bytes: [UInt8]) -> [SecretFind] {
    var finds: [SecretFind] = []
    // Ranges take half of the memory of slices; a text may have millions of words.
    let words = Self.words(in: bytes)
    for place in words.indices.dropLast() where bytes[words[place]].allSatisfy(TextByte.isKey) {
      guard let (name, end) = name(at: place, of: words, in: bytes), end < words.count else { continue }
      let isOption = bytes[words[place].lowerBound] == UInt8(ascii: "-")
      var next = end
      if !isOption, Self.isVerb(bytes[words[next]]), next + 1 < words.count { next += 1 }
      let range = withoutQuotes(bytes[words[next]], isOption)
      guard !range.isEmpty else { continue }
      if isOption || isSpokenSecret(bytes[range], behind: name.lowercased(), isSaid: next > end) {
        let isQuoted = range.lowerBound > words[next].lowerBound
        finds.append(SecretFind(.named, range, style: isOption ? .glued : isQuoted ? .quoted : .apart, key: name))
      }
    }
    return finds
  }

  /// The ranges between spaces and control characters.
  private static func words(in bytes: [UInt8]) -> [Range<Int>] {
    var words: [Range<Int>] = []
    var start: Int?
    for (place, byte) in bytes.enumerated() {
      if byte > 0x20 {
        start = start ?? place
      } else if let first = start {
        words.append(first..<place)
        start = nil
      }
    }
    if let start { words.append(start..<bytes.count) }
    return words
  }

  /// The name of a secret formed by one or two words, and the index of the next word.
  private func name(at place: Int, of words: [Range<Int>], in bytes: [UInt8]) -> (String, Int)? {
    let name = String(decoding: bytes[words[place]], as: UTF8.self)
    if keys.meaning(of: name) == .secret { return (name, place + 1) }
    guard place + 2 < words.count, words[place].count < 16, words[place + 1].count < 16 else { return nil }
    let second = bytes[words[place + 1]]
    let pair = name + " " + String(decoding: second, as: UTF8.self)
    return second.allSatisfy(TextByte.isKey) && KeyWords(pair).end(with: .secret) ? (pair, place + 2) : nil
  }

  private static func isVerb(_ word: ArraySlice<UInt8>) -> Bool {
    let text = String(decoding: word, as: UTF8.self)
    return KeyWords(text).areAll(.verb) || ["-", "—"].contains(text)
  }

  private func withoutQuotes(_ word: ArraySlice<UInt8>, _ isOption: Bool) -> Range<Int> {
    guard !isOption, let first = word.first, TextByte.isQuoteOrSpace(first) else {
      let end = word.lastIndex { !".,\"}]".utf8.contains($0) }.map { $0 + 1 } ?? word.startIndex
      return word.startIndex..<(isOption ? word.endIndex : end)
    }
    let start = word.startIndex + 1
    let end = word[start...].firstIndex(of: first) ?? start
    return start..<end
  }

  private func isSpokenSecret(_ word: ArraySlice<UInt8>, behind name: String, isSaid: Bool) -> Bool {
    let text = String(decoding: word, as: UTF8.self).lowercased()
    if SecretValue.isOrdinary(text) || Self.signs.contains(text) { return false }
    if isSaid || KeyWords(name).end(with: .password) { return true }
    // After other names a word is usually not a value: `token refresh`, `cookie banner`.
    return word.contains { (0x30...0x39).contains($0) } || word.count >= 20
  }

  /// Signs between a name and its value; other code finds these values.
  private static let signs: Set<String> = ["=", "==", "!=", "===", "!==", "→", ":"]
}
