// Secrets after their names: `password=x`, `"token": "x y"`, `token → "x"`, `wrongPassword("x")`, `<password>x</password>`,
// `{"name":"password","value":"x"}`, `--password x`, `the PIN is 1234`.

extension SecretForms {
  /// The position of a value relative to its name.
  private enum Style {
    /// In quotation marks or in an element, directly after `=`, or after an option.
    case close
    /// After a colon and a blank, or in brackets.
    case apart
    /// After words, without a sign.
    case spoken
  }

  /// The secret behind a word, if that names one.
  func value(behind word: Range<Int>, in bytes: Span<UInt8>) -> Range<Int>? {
    guard !keys.areGeneral || SensitiveKeyName.mayMatch(bytes.extracting(word)), mayLead(word, in: bytes),
      let (name, meaning) = name(from: word, in: bytes), let (range, style) = value(behindName: name, in: bytes)
    else { return nil }
    return isSecret(range, bytes.text(name), meaning, style, in: bytes) ? range : nil
  }

  /// Whether a value may follow a word: a sign follows, or one of the next words has a digit or a sign. Behind words of other languages,
  /// which take longer to judge, a sign has to follow.
  private func mayLead(_ word: Range<Int>, in bytes: Span<UInt8>) -> Bool {
    let end = word.upperBound
    guard end < bytes.count, !",./;?\n".utf8.contains(bytes[end]) else { return false }
    if bytes[end] == 0x20, word.contains(where: { bytes[$0] >= 0x80 }) { return bytes.has(":", at: end + 1) || bytes.has("=", at: end + 1) }
    for place in end..<min(bytes.count, end + 48) {
      switch bytes[place] {
      case UInt8(ascii: "!")...UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "@"), UInt8(ascii: "\\"),
        UInt8(ascii: "]"), 0xE2:
        return true
      case UInt8(ascii: "\n"): return false
      default: break
      }
    }
    return false
  }

  /// The name of a secret formed by up to three words: `token`, `api key`.
  private func name(from word: Range<Int>, in bytes: Span<UInt8>) -> (Range<Int>, SensitiveKeyName.Meaning)? {
    if !keys.areGeneral || !SensitiveKeyName.isOnlyLead(bytes.extracting(word)) {
      let meaning = keys.meaning(of: bytes.text(word))
      if meaning != .none { return (word, meaning) }
    }
    var end = word.upperBound
    for _ in 0..<2 where bytes.has(" ", at: end) {
      end = bytes.end(of: TextByte.isKey, from: end + 1, atMost: 40)
      if SensitiveKeyName.isPhrase(bytes.extracting(word.lowerBound..<end)) { return (word.lowerBound..<end, .secret) }
    }
    return Self.parameters.contains { bytes.has($0, at: word.lowerBound) } ? (word, .made) : nil
  }

  /// In the query of a redirect they are secrets, if they are long. Short ones are codes of errors, countries and maps.
  private static let parameters = ["code=", "key="]

  /// The value behind a name and a sign, without quotation marks.
  private func value(behindName name: Range<Int>, in bytes: Span<UInt8>) -> (Range<Int>, Style)? {
    func isMark(_ byte: UInt8) -> Bool { TextByte.isQuoteOrSpace(byte) || "])\\!".utf8.contains(byte) }
    let place = bytes.end(of: isMark, from: name.upperBound)
    let isAdjacent = place == name.upperBound
    guard place < bytes.count else { return nil }
    switch bytes[place] {
    case UInt8(ascii: "=") where !isSourceCode(name, in: bytes):
      let start = bytes.end(of: { "=>".utf8.contains($0) }, from: place)
      return value(from: start, start == bytes.end(of: TextByte.isBlank, from: start) ? .close : .apart, in: bytes)
    case UInt8(ascii: "%") where bytes.has("%3D", at: place) || bytes.has("%3d", at: place):
      return value(from: place + 3, .close, in: bytes)
    case UInt8(ascii: ":") where !bytes.has("://", at: place) && !isSourceCode(name, in: bytes):
      guard ["authorization", "cookie"].contains(where: { bytes.text(name).lowercased().hasSuffix($0) }) else {
        return value(from: place + 1, .apart, in: bytes)
      }
      // A header of HTTP: the value extends to the end of the line or quotation.
      let start = bytes.end(of: { isMark($0) && $0 >= 0x20 }, from: place + 1)
      let isQuoted = !TextByte.isBlank(bytes[start - 1])
      let scheme = ["Bearer ", "bearer ", "Basic ", "basic "].first { bytes.has($0, at: start) } ?? ""
      let end = bytes.end(
        of: { $0 >= 0x20 && !(isQuoted && "\"\\".utf8.contains($0)) }, from: start + scheme.utf8.count, atMost: Self.longestValue)
      return (start + scheme.utf8.count..<end, .close)
    case 0xE2 where bytes.has("→", at: place): return value(from: place + 3, .apart, in: bytes)
    case UInt8(ascii: "(") where isAdjacent:
      let contents = place + 1..<endOfBrackets(from: place, in: bytes)
      return (contents, bytes.has("\"", at: place + 1) ? .close : .apart)
    case UInt8(ascii: ">") where isAdjacent && name.lowerBound > 0 && "<:".utf8.contains(bytes[name.lowerBound - 1]):
      return element(from: place + 1, in: bytes)
    case UInt8(ascii: "<") where isAdjacent:
      // `<key>token</key><string>x</string>`
      var start = place
      while bytes.has("<", at: start) {
        let end = bytes.end(of: { $0 != UInt8(ascii: ">") }, from: start, atMost: Self.longestValue)
        guard end < bytes.count else { return nil }
        start = bytes.end(of: TextByte.isBlank, from: end + 1)
      }
      return element(from: start, in: bytes)
    case UInt8(ascii: ",") where bytes[place - 1] == UInt8(ascii: "\""):
      var (start, next) = (name.lowerBound, bytes.end(of: isMark, from: place + 1))
      while start > 0, isMark(bytes[start - 1]) { start -= 1 }
      // `{"name":"password","value":"x"}`, but `("password", "x")`
      if start > 0, bytes[start - 1] == UInt8(ascii: ":") {
        let end = bytes.end(of: TextByte.isKey, from: next)
        // `{"type":"token","value":"let"}` comes from a parser.
        let key = bytes.text(max(0, start - 8)..<start)
        guard ["value", "text"].contains(bytes.text(next..<end)),
          SecretLabel.isPassword(bytes.text(name)) || !key.contains("type") && !key.contains("kind")
        else { return nil }
        next = bytes.end(of: isMark, from: end) + 1
      } else {
        next = place + 1
      }
      return value(from: next, .apart, in: bytes)
    default: return isAdjacent ? nil : spokenValue(behind: name, in: bytes)
    }
  }

  private func value(from start: Int, _ style: Style, in bytes: Span<UInt8>) -> (Range<Int>, Style)? {
    let first = bytes.end(of: TextByte.isBlank, from: start)
    guard first < bytes.count else { return nil }
    switch bytes[first] {
    case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "`"): return (first + 1..<endOfQuotation(from: first, in: bytes), .close)
    // JSON as a text inside JSON.
    case UInt8(ascii: "\\") where first + 2 < bytes.count:
      return (first + 2..<bytes.end(of: { !"\\\"".utf8.contains($0) }, from: first + 2, atMost: Self.longestValue), .close)
    default: return (first..<endOfValue(from: first, in: bytes), style)
    }
  }

  private func element(from start: Int, in bytes: Span<UInt8>) -> (Range<Int>, Style)? {
    (start..<bytes.end(of: { $0 != UInt8(ascii: "<") }, from: start, atMost: Self.longestValue), .close)
  }

  /// The next word that may be a value: `--password x`, `password hunter2`, `the PIN is 1234`.
  private func spokenValue(behind name: Range<Int>, in bytes: Span<UInt8>) -> (Range<Int>, Style)? {
    func word(_ end: Int) -> Range<Int> {
      let start = bytes.end(of: TextByte.isBlank, from: end)
      return start..<bytes.end(of: { !TextByte.isBlank($0) }, from: start)
    }
    guard bytes.has(" ", at: name.upperBound), !["bearer", "basic"].contains(bytes.text(name).lowercased()) else { return nil }
    var value = word(name.upperBound)
    if bytes.has("-", at: name.lowerBound) { return (value, .close) }
    if SecretWords.all.has(.verb, bytes.text(value).lowercased()) { value = word(value.upperBound) }
    if let quote = value.first, "\"'`".utf8.contains(bytes[quote]) { return (quote + 1..<endOfQuotation(from: quote, in: bytes), .close) }
    var end = value.upperBound
    while end > value.lowerBound, ".,;:\"})".utf8.contains(bytes[end - 1]) { end -= 1 }
    return (value.lowerBound..<end, .spoken)
  }

  /// `let token = session.token`, `case .password:`
  private func isSourceCode(_ name: Range<Int>, in bytes: Span<UInt8>) -> Bool {
    let words = bytes.text(max(0, name.lowerBound - 48)..<name.lowerBound).split(separator: " ", omittingEmptySubsequences: false).suffix(2)
    return words.last == "" && ["let", "var"].contains(words.first) || words.first == "case" && words.last?.contains(".") == true
  }
}

// MARK: - Ends

extension SecretForms {
  /// The end of a value without quotation marks, including its brackets: `Optional("x y")`, `["x", "y"]`. Otherwise it ends at a blank, or
  /// before the next item of a query.
  private func endOfValue(from start: Int, in bytes: Span<UInt8>) -> Int {
    var end = start
    while end < bytes.count, !TextByte.isQuoteOrSpace(bytes[end]) {
      switch bytes[end] {
      case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): return min(endOfBrackets(from: end, in: bytes) + 1, bytes.count)
      case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"):
        if end + 1 == bytes.count || !TextByte.isKey(bytes[end + 1]) { return end }
      case UInt8(ascii: "&"):
        let next = bytes.end(of: { TextByte.isKey($0) || "[].".utf8.contains($0) }, from: end + 1)
        if next > end + 1, bytes.has("=", at: next) { return end }
      default: break
      }
      end += 1
      if end - start > Self.longestValue { return bytes.count }
    }
    return end > start + 1 && ",;".utf8.contains(bytes[end - 1]) ? end - 1 : end
  }

  /// A longer value extends to the end of the text.
  private static let longestValue = 4096
  /// The number of bytes of a value that are looked at.
  private static let mostJudged = 512

  /// The position of the bracket that closes the one at `start`; the end of the text if none does.
  func endOfBrackets(from start: Int, in bytes: Span<UInt8>) -> Int {
    var (depth, place) = (0, start)
    while place < bytes.count {
      switch bytes[place] {
      case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"):
        depth -= 1
        if depth == 0 { return place }
      case UInt8(ascii: "\""): place = endOfQuotation(from: place, in: bytes)
      default: break
      }
      place += 1
      if place - start > Self.longestValue { break }
    }
    return bytes.count
  }

  /// The position of the closing quotation mark for the one at `start`.
  private func endOfQuotation(from start: Int, in bytes: Span<UInt8>) -> Int {
    var place = start + 1
    while place < bytes.count, bytes[place] != bytes[start], place - start <= Self.longestValue {
      place += bytes[place] == UInt8(ascii: "\\") ? 2 : 1
    }
    return place < bytes.count && bytes[place] == bytes[start] ? place : bytes.count
  }
}

// MARK: - Judging

extension SecretForms {
  private func isSecret(
    _ range: Range<Int>, _ key: String, _ meaning: SensitiveKeyName.Meaning, _ style: Style, in bytes: Span<UInt8>
  ) -> Bool {
    let text = bytes.text(range.prefix(Self.mostJudged))
    let value = SecretValue(text)
    let words = SensitiveKeyName.words(of: key)
    let isPlural = words.last?.utf8.last == UInt8(ascii: "s")
    if areForPeople, style != .spoken, meaning == .secret || meaning == .text {
      return !value.isAbsence && (style == .close || value.isWrapped || !value.isProse)
    }
    guard !value.isInPlaceOfOne, !value.isProse else { return false }
    if value.isNumber { return meaning == .secret && !isPlural && value.text.utf8.count >= 3 }
    if meaning == .about { return value.looksMade }
    if meaning == .made, !SecretValue.isMade(text) || Self.parameters.contains(key + "=") && (style != .close || range.count < 16) {
      return false
    }
    if value.text.utf8.last == UInt8(ascii: ":") || ["pin", "pins"].contains(words.last) && !value.hasDigit { return false }
    switch style {
    case .close: return value.text.utf8.count > 1
    case .spoken: return meaning == .secret && value.looksMade
    case .apart where value.looksMade: return meaning == .secret || value.text.utf8.count >= 16
    case .apart where value.isWrapped: return true
    case .apart:
      // People choose some secrets, which may be any word; others are generated, and so are those in headers of HTTP.
      let isGenerated = isPlural || words.contains { ["token", "key", "cookie", "session", "authorization", "jwt", "bearer"].contains($0) }
      return meaning == .secret && (range.upperBound == bytes.count || "\n\r,;}]\"'".utf8.contains(bytes[range.upperBound]))
        && (isGenerated ? key.contains("-") && value.text.utf8.count >= 6 : value.isWord)
    }
  }
}
