/// Finds secrets inside of texts: after the names of secrets, and by the forms of tokens, private keys, cards and URLs.
///
/// Recorders use this table. It is small, since every app links it; the search of finished logs finds these secrets and more.
package struct SecretForms: Sendable {
  let keys: SecretKeyRules
  /// The printed names of types whose values are secret.
  private let types: Set<String>
  /// Whether the texts are for people, as messages are. There hiding too much does no harm.
  let areForPeople: Bool

  package init(_ keys: SecretKeyRules = SecretKeyRules(), types: Set<String> = [], areForPeople: Bool = false) {
    (self.keys, self.types, self.areForPeople) = (keys, types, areForPeople)
  }

  /// The replacement for a secret in a text.
  package static let mask = "[redacted]"

  /// The length in bytes of the shortest text with a secret: `pin=123`.
  package static let shortest = 7

  /// Returns `text` with its secrets replaced by `[redacted]`.
  package func redacted(_ text: String) -> String {
    text.withUTF8Span { bytes in
      var (result, place) = ("", 0)
      for range in ranges(in: bytes) where range.upperBound > place {
        if range.lowerBound >= place { result += bytes.text(place..<range.lowerBound) + Self.mask }
        place = range.upperBound
      }
      return result + bytes.text(place..<bytes.count)
    }
  }

  /// Returns the ranges of secrets in a text, in UTF-8 bytes and in order. They may overlap.
  ///
  /// - Complexity: O(n), in one pass without allocations for most texts.
  package func ranges(in bytes: Span<UInt8>) -> [Range<Int>] {
    var found = CardNumber.ranges(in: bytes)
    if keys.areGeneral, !areForPeople, Self.isOfOneKind(bytes) { return found }
    var (place, end, words) = (0, 0, KeyWords?.none)
    while place < bytes.count {
      let start = place
      place = bytes.end(of: TextByte.isKey, from: start)
      let range: Range<Int>?
      if place > start {
        var next = KeyWords(bytes.extracting(start..<place), after: start == end + 1 && bytes[end] == 0x20 ? words : nil)
        // A name directly before a sign stands for itself: `at start token=x`.
        if next.has(.otherThing), bytes.has("=", at: place) || bytes.has(":", at: place) {
          next = KeyWords(bytes.extracting(start..<place))
        }
        (words, end) = (next, place)
        range = secret(atWord: start..<place, next, in: bytes)
      } else {
        range = secret(atSign: start, in: bytes)
        place += 1
      }
      guard let range, !range.isEmpty else { continue }
      found.append(range)
      place = max(place, range.upperBound)
    }
    return found.sorted { $0.lowerBound < $1.lowerBound }
  }

  /// Whether a text has only letters and punctuation of sentences, and so no digit or sign behind a name and no token of 20 characters; or
  /// only the characters of dates and UUIDs, and so no name.
  private static func isOfOneKind(_ bytes: Span<UInt8>) -> Bool {
    var (kind, letters) = (3 as UInt8, 0)
    for place in bytes.indices {
      kind &= kinds[Int(bytes[place])]
      letters = bytes[place] >= UInt8(ascii: "A") ? letters &+ 1 : 0
      if kind == 0 || letters == 20 && kind & 2 == 0 { return false }
    }
    return true
  }

  private static let kinds: [UInt8] = (0...UInt8.max).map { byte in
    // Letters of other languages, except for the first bytes of signs such as `→` and `：`.
    let isWord = TextByte.isLetter(byte) || byte >= 0x80 && byte != 0xE2 && byte != 0xEF || " \n,.;?)/_".utf8.contains(byte)
    return (isWord ? 1 : 0) | ("0123456789abcdefABCDEFTZ-:.+# ".utf8.contains(byte) ? 2 : 0)
  }

  // MARK: - Forms

  /// The secret that begins at a word, or is named by it.
  private func secret(atWord word: Range<Int>, _ words: KeyWords, in bytes: Span<UInt8>) -> Range<Int>? {
    let start = word.lowerBound
    if let end = TokenForm.end(ofTokenAt: start, in: bytes) { return start..<end }
    // A private key in PEM form (RFC 7468), with its first and last line.
    if bytes[start] == UInt8(ascii: "-"), bytes.has("-----BEGIN ", at: start),
      bytes.text(start..<min(start + 48, bytes.count)).contains("PRIVATE KEY")
    {
      let end = (start..<bytes.count).first { bytes.has("-----END ", at: $0) } ?? bytes.count
      return start..<bytes.end(of: { $0 >= 0x20 }, from: end)
    }
    // The contents of an `NSError`, which may be anything.
    if areForPeople, bytes.has("UserInfo={", at: start) { return start + 10..<endOfValue(from: start + 10, isInBrackets: true, in: bytes) }
    return contents(ofType: word, in: bytes) ?? value(behind: word, words, in: bytes)
  }

  /// The secret around or behind a sign.
  private func secret(atSign place: Int, in bytes: Span<UInt8>) -> Range<Int>? {
    switch bytes[place] {
    case UInt8(ascii: ":") where bytes.has("://", at: place): login(from: place + 3, in: bytes)
    case UInt8(ascii: "/"), UInt8(ascii: "."): TokenForm.end(ofTokenAt: place, in: bytes).map { place..<$0 }
    case UInt8(ascii: "@"), UInt8(ascii: "+"): keys.hidesPersonalData ? personalData(at: place, in: bytes) : nil
    default: nil
    }
  }

  /// The password in `https://user:password@host`, or a token without a user.
  private func login(from start: Int, in bytes: Span<UInt8>) -> Range<Int>? {
    let end = bytes.end(of: { !TextByte.isQuoteOrSpace($0) && !"/?".utf8.contains($0) }, from: start)
    guard let at = (start..<end).last(where: { bytes[$0] == UInt8(ascii: "@") }), at > start else { return nil }
    let colon = (start..<at).first { bytes[$0] == UInt8(ascii: ":") } ?? at
    let password = min(colon + 1, at)..<at
    // Some services expect the token in place of the user: `https://TOKEN:@host`.
    guard password.isEmpty || bytes.text(password) == "x-oauth-basic" else {
      return !areForPeople && SecretValue(bytes.text(password)).isInPlaceOfOne ? nil : password
    }
    // Names of users are short and not in capitals.
    let user = start..<colon
    let (hasDigit, hasSmall) = (user.contains { TextByte.isDigit(bytes[$0]) }, user.contains { bytes[$0] &- UInt8(ascii: "a") < 26 })
    return user.count >= (hasDigit ? 12 : 20) || user.count >= 5 && !hasSmall ? user : nil
  }

  /// The contents of a printed value of a secret type: of `Email(raw: "x")`, `Shop.Email.work("x")`, `Box<Email>(x)`.
  private func contents(ofType word: Range<Int>, in bytes: Span<UInt8>) -> Range<Int>? {
    guard !types.isEmpty, types.contains(bytes.text(word)) else { return nil }
    let start = bytes.end(of: { TextByte.isKey($0) || "<.>".utf8.contains($0) }, from: word.upperBound, atMost: 256)
    return bytes.has("(", at: start) ? start + 1..<endOfValue(from: start + 1, isInBrackets: true, in: bytes) : nil
  }

  /// An email address, or a phone number with the code of its country: up to 15 digits (E.164).
  private func personalData(at sign: Int, in bytes: Span<UInt8>) -> Range<Int>? {
    let isAddress = bytes[sign] == UInt8(ascii: "@")
    func isPart(_ byte: UInt8) -> Bool {
      isAddress ? TextByte.isKey(byte) || ".+%".utf8.contains(byte) : "0123456789 -()/.".utf8.contains(byte)
    }
    var (start, end) = (sign, bytes.end(of: isPart, from: sign + 1))
    while isAddress, start > 0, isPart(bytes[start - 1]) { start -= 1 }
    while end > sign + 1, !TextByte.isLetterOrDigit(bytes[end - 1]) { end -= 1 }
    if isAddress { return start < sign && (sign..<end).contains { bytes[$0] == UInt8(ascii: ".") } ? start..<end : nil }
    return (8...15).contains((sign..<end).count { TextByte.isDigit(bytes[$0]) }) ? start..<end : nil
  }
}
