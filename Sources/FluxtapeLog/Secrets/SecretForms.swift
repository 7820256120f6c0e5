import FluxtapeJSON

/// Finds secrets inside of texts: after the names of secrets, and by the forms of tokens, private keys, cards and URLs.
///
/// Recorders use this table. It is small, since every app links it; the search of finished logs finds these secrets and more.
package struct SecretForms: Sendable {
  let keys: SecretKeyRules
  /// The printed names of types whose values are secret.
  let types: Set<String>
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
    text.withBytes { bytes in
      let ranges = ranges(in: bytes)
      guard !ranges.isEmpty else { return text }
      var (result, place) = ("", 0)
      for range in ranges where range.upperBound > place {
        if range.lowerBound >= place { result += bytes.text(place..<range.lowerBound) + Self.mask }
        place = range.upperBound
      }
      return result + bytes.text(place..<bytes.count)
    }
  }

  /// Returns the ranges of the secrets in a text, in order, in UTF-8 bytes.
  ///
  /// - Complexity: O(n), in one pass without allocations for most texts.
  package func ranges(in bytes: Span<UInt8>) -> [Range<Int>] {
    let glance = Self.glance(bytes)
    var found = glance.mayHoldCard ? CardNumber.ranges(in: bytes) : []
    if keys.areGeneral, !areForPeople, glance.isOfOneKind { return found }
    var place = 0
    while place < bytes.count {
      let start = place
      place = bytes.end(of: TextByte.isKey, from: start)
      let range = place > start ? range(atWord: start..<place, in: bytes) : range(atSign: start, in: bytes)
      place = max(place, start + 1)
      guard let range else { continue }
      found.append(range)
      place = max(place, range.upperBound)
    }
    return found.sorted { $0.lowerBound < $1.lowerBound }
  }

  /// Whether a text has enough digits for a card number, and whether it has nothing else to look for: only letters and the punctuation of
  /// sentences, and so no digit or sign behind a name and no long token; or only the characters of dates and UUIDs, and so no name.
  private static func glance(_ bytes: Span<UInt8>) -> (mayHoldCard: Bool, isOfOneKind: Bool) {
    var (kind, digits, letters, longest) = (3 as UInt8, 0, 0, 0)
    for place in bytes.indices {
      let byte = bytes[place]
      kind &= kinds[Int(byte)]
      if TextByte.isDigit(byte) { digits &+= 1 }
      letters = byte >= UInt8(ascii: "A") ? letters &+ 1 : 0
      longest = max(longest, letters)
    }
    return (digits >= CardNumber.shortest, kind & 2 != 0 || kind != 0 && longest < shortestToken)
  }

  /// The length of the shortest well-known token, with its prefix.
  private static let shortestToken = 20

  private static let kinds: [UInt8] = (0...UInt8.max).map { byte in
    // Letters of other languages, except for the first bytes of signs such as `→` and `：`.
    let isWord = TextByte.isLetter(byte) || byte >= 0x80 && byte != 0xE2 && byte != 0xEF || " \n,.;?)/_".utf8.contains(byte)
    return (isWord ? 1 : 0) | ("0123456789abcdefABCDEFTZ-:.+# ".utf8.contains(byte) ? 2 : 0)
  }
}

// MARK: - Forms

extension SecretForms {
  /// The secret that begins at a word, or is named by it.
  private func range(atWord word: Range<Int>, in bytes: Span<UInt8>) -> Range<Int>? {
    let start = word.lowerBound
    if let end = TokenForm.end(ofTokenAt: start, in: bytes, isBeginning: true) { return start..<end }
    switch bytes[start] {
    case UInt8(ascii: "B") where isScheme(word, in: bytes), UInt8(ascii: "b") where isScheme(word, in: bytes):
      return credentials(at: word, in: bytes)
    case UInt8(ascii: "e"): if let range = webToken(at: start, in: bytes) { return range }
    case UInt8(ascii: "-"): if let range = privateKey(at: start, in: bytes) { return range }
    // The contents of an `NSError`, which may be anything.
    case UInt8(ascii: "U") where areForPeople && bytes.has("UserInfo={", at: start):
      return contents(ofBracketAt: word.upperBound + 1, in: bytes)
    default: break
    }
    return contents(ofType: word, in: bytes) ?? value(behind: word, in: bytes)
  }

  /// The secret around or behind a sign.
  private func range(atSign place: Int, in bytes: Span<UInt8>) -> Range<Int>? {
    switch bytes[place] {
    case UInt8(ascii: ":") where bytes.has("://", at: place): login(from: place + 3, in: bytes)
    case UInt8(ascii: "/"), UInt8(ascii: "."): TokenForm.end(ofTokenAt: place, in: bytes, isBeginning: false).map { place..<$0 }
    case UInt8(ascii: "@") where keys.hidesPersonalData: address(around: place, in: bytes)
    case UInt8(ascii: "+") where keys.hidesPersonalData: phoneNumber(from: place, in: bytes)
    default: nil
    }
  }

  private func isScheme(_ word: Range<Int>, in bytes: Span<UInt8>) -> Bool {
    ["earer ", "asic "].contains { bytes.has($0, at: word.lowerBound + 1) }
  }

  /// `Bearer x`, `Basic x`.
  private func credentials(at word: Range<Int>, in bytes: Span<UInt8>) -> Range<Int>? {
    let start = word.upperBound + 1
    let end = bytes.end(of: { TextByte.isKey($0) || ".~+/=".utf8.contains($0) }, from: start)
    let isSure = areForPeople && bytes[word.lowerBound] == UInt8(ascii: "B") && start < end
    return isSure || end - start >= 16 || end - start >= 8 && SecretValue(bytes.text(start..<end)).looksMade ? start..<end : nil
  }

  /// A JSON web token (RFC 7519): three parts in base64url; the first one encodes `{"` at its beginning.
  private func webToken(at start: Int, in bytes: Span<UInt8>) -> Range<Int>? {
    guard bytes.has("eyJ", at: start) else { return nil }
    let header = bytes.end(of: TextByte.isKey, from: start)
    let claims = bytes.end(of: TextByte.isKey, from: header + 1)
    guard bytes.has(".", at: header), bytes.has(".", at: claims), header - start >= 4, claims - header > 4 else { return nil }
    return start..<bytes.end(of: { TextByte.isKey($0) || $0 == UInt8(ascii: ".") }, from: claims)
  }

  /// A private key in PEM form (RFC 7468), including its first and last line.
  private func privateKey(at start: Int, in bytes: Span<UInt8>) -> Range<Int>? {
    guard bytes.has("-----BEGIN ", at: start) else { return nil }
    let name = bytes.end(of: { $0 != UInt8(ascii: "-") }, from: start + 11)
    guard bytes.extracting(start..<name).containsAny(of: ["PRIVATE KEY"]) else { return nil }
    var end = name
    while end < bytes.count, !bytes.has("-----END ", at: end) { end += 1 }
    return start..<min(bytes.end(of: { $0 != UInt8(ascii: "-") }, from: end + 9) + 5, bytes.count)
  }

  /// The password in `https://user:password@host`, or a token without a user.
  private func login(from start: Int, in bytes: Span<UInt8>) -> Range<Int>? {
    let end = bytes.end(of: { !TextByte.isQuoteOrSpace($0) && !"/?".utf8.contains($0) }, from: start, atMost: Self.longestLogin)
    guard let at = (start..<min(end, start + Self.longestLogin)).last(where: { bytes[$0] == UInt8(ascii: "@") }) else { return nil }
    let user = start..<bytes.end(of: { !":@".utf8.contains($0) }, from: start)
    let password = min(user.upperBound + 1, at)..<at
    // Some services expect the token in place of the user: `https://TOKEN:@host`.
    guard password.isEmpty || bytes.text(password) == "x-oauth-basic" else {
      return !areForPeople && SecretValue(bytes.text(password)).isPlaceholder ? nil : password
    }
    // Names of users are short, and not in capitals.
    let hasDigit = user.contains { TextByte.isDigit(bytes[$0]) }
    let isInCapitals = user.count >= 5 && !user.contains { bytes[$0] &- UInt8(ascii: "a") < 26 }
    return user.count >= (hasDigit ? 12 : 20) || isInCapitals ? user : nil
  }

  private static let longestLogin = 1024

  /// The contents of a printed value of a secret type: of `Email(raw: "x")`, `Shop.Email.work("x")`, `Box<Email>(x)`.
  private func contents(ofType word: Range<Int>, in bytes: Span<UInt8>) -> Range<Int>? {
    guard !types.isEmpty, types.contains(bytes.text(word)) else { return nil }
    let start = bytes.end(of: { TextByte.isKey($0) || "<.>".utf8.contains($0) }, from: word.upperBound, atMost: 256)
    return bytes.has("(", at: start) ? contents(ofBracketAt: start, in: bytes) : nil
  }

  private func address(around at: Int, in bytes: Span<UInt8>) -> Range<Int>? {
    func isName(_ byte: UInt8) -> Bool { TextByte.isKey(byte) || ".+%".utf8.contains(byte) }
    let start = bytes.start(of: isName, before: at)
    let end = bytes.end(of: isName, from: at + 1)
    return start < at && (at..<end).dropLast().contains { bytes[$0] == UInt8(ascii: ".") } ? start..<end : nil
  }

  /// E.164: up to 15 digits.
  private func phoneNumber(from plus: Int, in bytes: Span<UInt8>) -> Range<Int>? {
    let end = bytes.end(of: { TextByte.isDigit($0) || " -()/.".utf8.contains($0) }, from: plus + 1)
    let digits = (plus..<end).filter { TextByte.isDigit(bytes[$0]) }
    guard (8...15).contains(digits.count), digits[0] == plus + 1 else { return nil }
    return plus..<digits[digits.count - 1] + 1
  }
}
