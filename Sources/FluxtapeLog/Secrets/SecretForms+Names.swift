// Secrets after their names: `password=x`, `"token": "x y"`, `token → "x"`, `wrongPassword("x")`, `<password>x</password>`,
// `{"name":"password","value":"x"}`, `--password x`, `the PIN is 1234`.

extension SecretForms {
  /// Where a value is: in quotation marks, in an element, directly after `=` or after an option; after another sign; after words alone.
  private enum Style { case close, apart, spoken }

  /// The secret behind a word, if that names one.
  func value(behind name: Range<Int>, _ words: KeyWords, in bytes: Span<UInt8>) -> Range<Int>? {
    let meaning = keys.meaning(of: bytes.extracting(name), words)
    // In the query of a redirect `code` and `key` are secrets, if they are long. Short ones are codes of errors, countries and maps.
    let isAssigned = name.upperBound < bytes.count && bytes[name.upperBound] == UInt8(ascii: "=")
    guard meaning != .none || isAssigned && ["code", "key"].contains(bytes.text(name)),
      let (range, style) = value(behindName: name, words, in: bytes)
    else { return nil }
    let value = SecretValue(bytes.text(quoted(in: range, of: bytes).prefix(512)))
    if meaning == .none { return style == .close && range.count >= 16 && value.isMade ? range : nil }
    if areForPeople, style != .spoken, meaning == .secret || meaning == .text {
      return !value.isAbsence && (style == .close || !value.isProse) ? range : nil
    }
    // An ordinary word behind words is none.
    guard style != .spoken || value.looksMade || value.isNumber else { return nil }
    guard !value.isInPlaceOfOne, !value.isProse || words.end(with: .header) && value.isMade && !value.isProseBehindScheme else {
      return nil
    }
    let isPlural = (bytes[name.upperBound - 1] | 0x20) == UInt8(ascii: "s")
    if value.isNumber { return meaning == .secret && !isPlural && value.text.utf8.count >= 3 ? range : nil }
    if meaning == .about { return value.looksMade ? range : nil }
    guard meaning != .made || value.isMade, !words.end(with: .pin) || value.hasDigit, value.text.utf8.last != UInt8(ascii: ":") else {
      return nil
    }
    switch style {
    case .close: return value.text.utf8.count > 1 ? range : nil
    case .spoken: return meaning == .secret ? range : nil
    case .apart where value.looksMade: return meaning == .secret || value.text.utf8.count >= 16 ? range : nil
    case .apart:
      // People choose some secrets, which may be any word; others are generated, and so are those in headers of HTTP.
      let isGenerated = isPlural || words.has(.generated)
      let isHeader = isGenerated && value.text.utf8.count >= 6 && name.contains { bytes[$0] == UInt8(ascii: "-") }
      let isItem = range.upperBound == bytes.count || "\n\r,;}]\"'".utf8.contains(bytes[range.upperBound]) || endsLine(range, in: bytes)
      // `token = session.token` is source code.
      let sign = bytes.end(of: Self.isMark, from: name.upperBound)
      let isCode = bytes.has("=", at: sign) && value.text.contains(".")
      return meaning == .secret && isItem && (isGenerated ? isHeader : value.isWord && !isCode) ? range : nil
    }
  }

  /// Whether only the mark that ends a sentence stands between a value and the end of its line.
  private func endsLine(_ range: Range<Int>, in bytes: Span<UInt8>) -> Bool {
    let next = range.upperBound + 1
    return bytes[range.upperBound] == UInt8(ascii: ".") && (next == bytes.count || bytes[next] <= 0x20)
  }

  /// What a printed value has in quotation marks, `x y` of `Optional("x y")`; the whole value if it has none.
  private func quoted(in range: Range<Int>, of bytes: Span<UInt8>) -> Range<Int> {
    let mark = UInt8(ascii: "\"")
    guard range.isEmpty || bytes[range.lowerBound] != UInt8(ascii: "["), let first = range.first(where: { bytes[$0] == mark }),
      let last = range.last(where: { bytes[$0] == mark })
    else { return range }
    return first + 1..<(last > first ? last : range.upperBound)
  }

  /// The value behind a name and a sign, without quotation marks.
  private func value(behindName name: Range<Int>, _ words: KeyWords, in bytes: Span<UInt8>) -> (Range<Int>, Style)? {
    let place = bytes.end(of: Self.isMark, from: name.upperBound)
    let isAdjacent = place == name.upperBound
    guard place < bytes.count else { return nil }
    switch bytes[place] {
    case UInt8(ascii: "="):
      let start = bytes.end(of: { "=>".utf8.contains($0) }, from: place)
      return value(from: start, bytes.has(" ", at: start) ? .apart : .close, in: bytes)
    case UInt8(ascii: "%") where bytes.has("%3D", at: place): return value(from: place + 3, .close, in: bytes)
    // The value of a header of HTTP extends to the end of the line.
    case UInt8(ascii: ":") where words.end(with: .header):
      let start = bytes.end(of: { Self.isMark($0) && $0 >= 0x20 }, from: place + 1)
      return (start..<bytes.end(of: { $0 >= 0x20 }, from: start, atMost: Self.longestValue), .close)
    case UInt8(ascii: ":") where !bytes.has("://", at: place) && !isCase(name, in: bytes): return value(from: place + 1, .apart, in: bytes)
    case 0xE2 where bytes.has("→", at: place): return value(from: place + 3, .apart, in: bytes)
    case UInt8(ascii: "(") where isAdjacent:
      return printed(place + 1..<endOfValue(from: place + 1, isInBrackets: true, in: bytes), .apart, in: bytes)
    case UInt8(ascii: ">") where isAdjacent && name.lowerBound > 0 && "<:".utf8.contains(bytes[name.lowerBound - 1]):
      return (place + 1..<bytes.end(of: { $0 != UInt8(ascii: "<") }, from: place + 1, atMost: Self.longestValue), .close)
    // `{"name":"password","value":"x"}`
    case UInt8(ascii: ",") where bytes[place - 1] == UInt8(ascii: "\""):
      let next = bytes.end(of: Self.isMark, from: place + 1)
      let end = bytes.end(of: TextByte.isKey, from: next)
      // `{"type":"token","value":"let"}` comes from a parser.
      let isKind = ["type", "kind"].contains { bytes.text(max(0, name.lowerBound - 10)..<name.lowerBound).contains($0) }
      guard ["value", "text"].contains(bytes.text(next..<end)), words.end(with: .password) || !isKind else { return nil }
      return value(from: bytes.end(of: Self.isMark, from: end) + 1, .apart, in: bytes)
    // `--password x`, `password hunter2`, `the PIN is 1234`
    case _ where bytes.has(" ", at: name.upperBound) && bytes[name.upperBound - 1] < 0x80 && !bytes.has("earer", at: name.lowerBound + 1):
      if bytes.has("-", at: name.lowerBound) { return value(from: place, .close, in: bytes) }
      let end = bytes.end(of: { $0 > 0x20 }, from: place)
      let isVerb = ["-", "–", "—"].contains(bytes.text(place..<end)) || KeyWords(bytes.extracting(place..<end)).areAll(.verb)
      return value(from: isVerb ? end : name.upperBound, .spoken, in: bytes)
    default: return nil
    }
  }

  private static func isMark(_ byte: UInt8) -> Bool { TextByte.isQuoteOrSpace(byte) || "])\\!".utf8.contains(byte) }

  /// `case Field.password:` in source code.
  private func isCase(_ name: Range<Int>, in bytes: Span<UInt8>) -> Bool {
    bytes.has(".", at: name.lowerBound - 1) && bytes.text(max(0, name.lowerBound - 32)..<name.lowerBound).contains("case ")
  }

  private func value(from start: Int, _ style: Style, in bytes: Span<UInt8>) -> (Range<Int>, Style)? {
    let first = bytes.end(of: { $0 <= 0x20 }, from: start)
    guard first < bytes.count else { return nil }
    switch bytes[first] {
    case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "`"): return (first + 1..<endOfQuotation(from: first, in: bytes), .close)
    // JSON as a text inside JSON.
    case UInt8(ascii: "\\") where first + 2 < bytes.count:
      return (first + 2..<bytes.end(of: { !"\\\"".utf8.contains($0) }, from: first + 2, atMost: Self.longestValue), .close)
    case let byte:
      let range = first..<endOfValue(from: first, in: bytes)
      return byte == UInt8(ascii: "[") ? (range, style) : printed(range, style, in: bytes)
    }
  }

  /// `Optional("x y")`, `(from: "x")`
  private func printed(_ range: Range<Int>, _ style: Style, in bytes: Span<UInt8>) -> (Range<Int>, Style) {
    (range, range.contains { bytes[$0] == UInt8(ascii: "\"") } ? .close : style)
  }

  /// A longer value extends to the end of the text.
  private static let longestValue = 4096

  /// The end of a value without quotation marks: behind its brackets, `Optional("x y")`, at a blank, or before the next item of a query; inside
  /// of brackets where these are closed.
  func endOfValue(from start: Int, isInBrackets: Bool = false, in bytes: Span<UInt8>) -> Int {
    var (end, depth) = (start, isInBrackets ? 1 : 0)
    scan: while end < bytes.count {
      switch bytes[end] {
      case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"):
        if depth == 0, end + 1 == bytes.count || !TextByte.isKey(bytes[end + 1]) { break scan }
        if depth == 1 { return isInBrackets ? end : end + 1 }
        depth = max(0, depth - 1)
      case UInt8(ascii: "\"") where depth > 0: end = endOfQuotation(from: end, in: bytes)
      case UInt8(ascii: "&") where depth == 0:
        let next = bytes.end(of: { TextByte.isKey($0) || "[].".utf8.contains($0) }, from: end + 1)
        if next > end + 1, bytes.has("=", at: next) { return end }
      case let byte: if depth == 0, TextByte.isQuoteOrSpace(byte) { break scan }
      }
      end += 1
      if end - start > Self.longestValue { return bytes.count }
    }
    end = min(end, bytes.count)
    while !isInBrackets, end > start + 1, ".,;:".utf8.contains(bytes[end - 1]) { end -= 1 }
    return end
  }

  /// The position of the quotation mark that closes the one at `start`; the end of the text if none does.
  private func endOfQuotation(from start: Int, in bytes: Span<UInt8>) -> Int {
    var place = start + 1
    while place < bytes.count, bytes[place] != bytes[start] {
      guard place - start <= Self.longestValue else { return bytes.count }
      place += bytes[place] == UInt8(ascii: "\\") ? 2 : 1
    }
    return min(place, bytes.count)
  }
}
