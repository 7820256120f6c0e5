import FluxtapeJSON

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

  private typealias Value = (range: Range<Int>, style: Style)

  /// The secret behind a word, if that names one.
  func value(behind word: Range<Int>, in bytes: Span<UInt8>) -> Range<Int>? {
    let sign = bytes.end(of: Self.isMark, from: word.upperBound)
    guard sign < bytes.count else { return nil }
    // Behind words of other languages, which take longer to judge, a sign has to follow.
    let isSign =
      switch bytes[sign] {
      case UInt8(ascii: "="), UInt8(ascii: ":"), UInt8(ascii: "("), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: ","),
        UInt8(ascii: "%"), 0xE2:
        true
      default: false
      }
    guard isSign || bytes.has(" ", at: word.upperBound) && !word.contains(where: { bytes[$0] >= 0x80 }) else { return nil }
    let name = name(endingWith: word, in: bytes)
    let isParameter = bytes.has("code=", at: word.lowerBound) || bytes.has("key=", at: word.lowerBound)
    guard name.meaning != .none || isParameter, let value = value(behind: word, name, sign, in: bytes) else { return nil }
    return isSecret(value, name, in: bytes) ? value.range : nil
  }

  private static func isMark(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "]"), UInt8(ascii: ")"), UInt8(ascii: "\\"), UInt8(ascii: "!"): true
    default: TextByte.isQuoteOrSpace(byte)
    }
  }

  /// The name of a secret that ends with a word: `token`, `api key`.
  private func name(endingWith word: Range<Int>, in bytes: Span<UInt8>) -> SensitiveKeyName {
    var name = keys.name(bytes.extracting(word))
    guard name.meaning == .none, name.mayEndPhrase else { return name }
    var start = word.lowerBound
    for _ in 0..<2 where start > 0 && bytes[start - 1] == 0x20 { start = bytes.start(of: TextByte.isKey, before: start - 1) }
    if SensitiveKeyName(bytes.extracting(start..<word.upperBound)).endsWithSecret { name.meaning = .secret }
    return name
  }

  /// The value behind a name and a sign, without quotation marks.
  private func value(behind word: Range<Int>, _ name: SensitiveKeyName, _ sign: Int, in bytes: Span<UInt8>) -> Value? {
    let isAdjacent = sign == word.upperBound
    switch bytes[sign] {
    case UInt8(ascii: "=") where !isSourceCode(word, in: bytes):
      let start = bytes.end(of: { "=>".utf8.contains($0) }, from: sign)
      return value(from: start, start < bytes.count && TextByte.isBlank(bytes[start]) ? .apart : .close, in: bytes)
    case UInt8(ascii: "%") where bytes.has("%3D", at: sign) || bytes.has("%3d", at: sign): return value(from: sign + 3, .close, in: bytes)
    case UInt8(ascii: ":") where !bytes.has("://", at: sign) && !isSourceCode(word, in: bytes):
      return name.isOfHeader ? header(from: sign + 1, in: bytes) : value(from: sign + 1, .apart, in: bytes)
    case 0xE2 where bytes.has("→", at: sign): return value(from: sign + 3, .apart, in: bytes)
    case UInt8(ascii: "(") where isAdjacent:
      return contents(ofBracketAt: sign, in: bytes).map { ($0, bytes.has("\"", at: sign + 1) ? .close : .apart) }
    case UInt8(ascii: ">") where isAdjacent && word.lowerBound > 0 && "<:".utf8.contains(bytes[word.lowerBound - 1]):
      return element(from: sign + 1, in: bytes)
    case UInt8(ascii: "<") where isAdjacent:
      // `<key>token</key><string>x</string>`
      var start = sign
      while bytes.has("<", at: start) { start = bytes.end(of: TextByte.isBlank, from: end(from: start, before: ">", in: bytes) + 1) }
      return element(from: start, in: bytes)
    case UInt8(ascii: ",") where bytes[sign - 1] == UInt8(ascii: "\""): return neighbor(of: word, name, behind: sign, in: bytes)
    default: return isAdjacent ? nil : spokenValue(behind: word, in: bytes)
    }
  }

  private func value(from start: Int, _ style: Style, in bytes: Span<UInt8>) -> Value? {
    let first = bytes.end(of: TextByte.isBlank, from: start)
    guard first < bytes.count else { return nil }
    switch bytes[first] {
    case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "`"): return (first + 1..<endOfQuotation(from: first, in: bytes), .close)
    // JSON as a text inside JSON.
    case UInt8(ascii: "\\") where first + 2 < bytes.count: return (first + 2..<end(from: first + 2, before: "\\\"", in: bytes), .close)
    default: return (first..<endOfValue(from: first, in: bytes), style)
    }
  }

  /// The value of a header of HTTP, without its scheme.
  private func header(from start: Int, in bytes: Span<UInt8>) -> Value? {
    let first = bytes.end(of: { $0 == 0x20 }, from: start)
    guard first < bytes.count, !Self.isMark(bytes[first]) else { return value(from: start, .close, in: bytes) }
    let scheme = ["Bearer ", "bearer ", "Basic ", "basic "].first { bytes.has($0, at: first) } ?? ""
    return (first + scheme.utf8.count..<end(from: first + scheme.utf8.count, before: "\r\n", in: bytes), .close)
  }

  private func element(from start: Int, in bytes: Span<UInt8>) -> Value { (start..<end(from: start, before: "<", in: bytes), .close) }

  /// The value beside a name: in `{"name":"password","value":"x"}`, and in `("password", "x")`.
  private func neighbor(of word: Range<Int>, _ name: SensitiveKeyName, behind comma: Int, in bytes: Span<UInt8>) -> Value? {
    let colon = bytes.start(of: Self.isMark, before: word.lowerBound) - 1
    guard colon >= 0, bytes[colon] == UInt8(ascii: ":") else { return value(from: comma + 1, .apart, in: bytes) }
    func key(before end: Int) -> SensitiveKeyName {
      SensitiveKeyName(bytes.extracting(bytes.start(of: TextByte.isKey, before: end)..<end))
    }
    let next = bytes.end(of: TextByte.isKey, from: bytes.end(of: Self.isMark, from: comma + 1))
    // `{"type":"token","value":"let"}` comes from a parser.
    guard key(before: next).isWholly(.value),
      name.isOfPassword || !key(before: bytes.start(of: Self.isMark, before: colon)).isWholly(.kindOfNeighbor)
    else { return nil }
    return value(from: bytes.end(of: Self.isMark, from: next) + 1, .apart, in: bytes)
  }

  /// The next word that may be a value: `--password x`, `password hunter2`, `the PIN is 1234`.
  private func spokenValue(behind name: Range<Int>, in bytes: Span<UInt8>) -> Value? {
    func word(_ end: Int) -> Range<Int> {
      let start = bytes.end(of: TextByte.isBlank, from: end)
      return start..<bytes.end(of: { !TextByte.isBlank($0) }, from: start)
    }
    var value = word(name.upperBound)
    if bytes.has("-", at: name.lowerBound) { return (value, .close) }
    if SecretWords.all.has(.verb, bytes.text(value).lowercased()) { value = word(value.upperBound) }
    if let quote = value.first, "\"'`".utf8.contains(bytes[quote]) { return (quote + 1..<endOfQuotation(from: quote, in: bytes), .close) }
    let last = value.last { !".,;:\"})".utf8.contains(bytes[$0]) }
    return last.map { (value.lowerBound..<$0 + 1, .spoken) }
  }

  /// `let token = session.token`, `case .password:`
  private func isSourceCode(_ name: Range<Int>, in bytes: Span<UInt8>) -> Bool {
    let words = bytes.text(max(0, name.lowerBound - 48)..<name.lowerBound).split(separator: " ", omittingEmptySubsequences: false).suffix(2)
    return words.last == "" && ["let", "var"].contains(words.first) || words.first == "case" && words.last?.contains(".") == true
  }
}

// MARK: - Ends

extension SecretForms {
  /// A longer value extends to the end of the text.
  private static let longestValue = 4096

  private func end(from start: Int, before ends: String, in bytes: Span<UInt8>) -> Int {
    bytes.end(of: { !ends.utf8.contains($0) }, from: start, atMost: Self.longestValue)
  }

  /// The end of a value without quotation marks: a blank, the next item of a query, or the end of its brackets: `Optional("x y")`.
  private func endOfValue(from start: Int, in bytes: Span<UInt8>) -> Int {
    var (place, depth) = (start, 0)
    while place < bytes.count, depth > 0 || !TextByte.isQuoteOrSpace(bytes[place]) {
      switch bytes[place] {
      case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"):
        if depth == 0, place + 1 == bytes.count || !TextByte.isKey(bytes[place + 1]) { return place }
        if depth == 1 { return place + 1 }
        depth = max(0, depth - 1)
      case UInt8(ascii: "\"") where depth > 0: place = endOfQuotation(from: place, in: bytes)
      case UInt8(ascii: "&") where depth == 0:
        let next = bytes.end(of: { TextByte.isKey($0) || "[].".utf8.contains($0) }, from: place + 1)
        if next > place + 1, bytes.has("=", at: next) { return place }
      default: break
      }
      place += 1
      if place - start > Self.longestValue { return bytes.count }
    }
    return place > start + 1 && place <= bytes.count && ",;".utf8.contains(bytes[place - 1]) ? place - 1 : min(place, bytes.count)
  }

  /// What is inside of the bracket at `start`, up to the end of the text if none closes it; `nil` if nothing is.
  func contents(ofBracketAt start: Int, in bytes: Span<UInt8>) -> Range<Int>? {
    let end = endOfValue(from: start, in: bytes)
    let contents = start + 1..<max(start + 1, ")]}".utf8.contains(bytes[end - 1]) ? end - 1 : end)
    return contents.isEmpty ? nil : contents
  }

  /// The position of the closing quotation mark for the one at `start`.
  private func endOfQuotation(from start: Int, in bytes: Span<UInt8>) -> Int {
    var place = start + 1
    while place < bytes.count, bytes[place] != bytes[start] {
      place += bytes[place] == UInt8(ascii: "\\") ? 2 : 1
      if place - start > Self.longestValue { return bytes.count }
    }
    return min(place, bytes.count)
  }
}

// MARK: - Judging

extension SecretForms {
  /// The number of bytes of a value that are looked at.
  private static let mostJudged = 512

  private func isSecret(_ found: Value, _ name: SensitiveKeyName, in bytes: Span<UInt8>) -> Bool {
    let text = bytes.text(found.range.prefix(Self.mostJudged))
    let value = SecretValue(text)
    guard !value.isPlaceholder, value.text.utf8.last != UInt8(ascii: ":") else { return false }
    if areForPeople, value.isWrapped || found.style == .close, name.meaning == .secret || name.meaning == .text { return true }
    guard !value.isProse else { return false }
    switch name.meaning {
    // In the query of a redirect they are secrets, if they are long. Short ones are codes of errors, countries and maps.
    case .none: return found.style == .close && found.range.count >= 16 && SecretValue.isMade(text)
    case .about: return value.looksMade
    case .made: return !value.isNumber && SecretValue.isMade(text) && (found.style == .close || value.isWrapped || text.utf8.count >= 16)
    case .text, .secret:
      if found.style == .spoken { return value.looksMade || value.isNumber && text.utf8.count >= 3 && !name.isPlural }
      // `2 tokens: identifier, literal`
      return !name.isPlural || value.looksMade || !TextByte.isLetterOrDigit(value.text.utf8.first ?? 0)
    }
  }
}
