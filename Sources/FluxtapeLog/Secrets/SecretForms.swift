/// Finds secrets inside of texts: after the names of secrets, and by the forms of tokens, private keys, cards and URLs.
///
/// Recorders use this table. It is small, since every app links it; the search of finished logs finds these secrets and more.
package struct SecretForms: Sendable {
  let keys: SecretKeyRules
  /// The printed names of types whose values are secret.
  let types: Set<String>
  /// Whether the texts are for people, as messages are. There hiding too much does no harm.
  let areForPeople: Bool
  private let findsOnlyCards: Bool

  package init(
    _ keys: SecretKeyRules = SecretKeyRules(), types: Set<String> = [], areForPeople: Bool = false, findsOnlyCards: Bool = false
  ) {
    (self.keys, self.types, self.areForPeople, self.findsOnlyCards) = (keys, types, areForPeople, findsOnlyCards)
  }

  package enum Form: Hashable, Sendable {
    /// After the name of a secret: `password=x`, `token: x`, `the PIN is 1234`.
    case named
    case bearer, webToken
    /// The password in a URL.
    case userInformation
    /// The contents of an `NSError`, which may be anything.
    case errorInformation
    case privateKey
    /// A key of a well-known service.
    case serviceKey
    case cardNumber
    /// An email address or a phone number, if personal data is hidden.
    case personal
  }

  package typealias Find = (form: Form, range: Range<Int>)

  /// The replacement for a secret in a text.
  package static let mask = "[redacted]"

  /// The length in bytes of the shortest text with a secret: `pin=123`.
  package static let shortest = 7

  /// Returns `text` with its secrets replaced by `[redacted]`.
  package func redacted(_ text: String) -> String {
    text.withUTF8Span { bytes in
      let finds = finds(in: bytes)
      guard !finds.isEmpty else { return text }
      var (result, place) = ("", 0)
      for range in finds.map(\.range) where range.upperBound > place {
        if range.lowerBound >= place { result += bytes.text(place..<range.lowerBound) + Self.mask }
        place = range.upperBound
      }
      return result + bytes.text(place..<bytes.count)
    }
  }

  /// Returns the secrets in a text, in order, with their ranges in UTF-8 bytes.
  ///
  /// - Complexity: O(n), in one pass without allocations for most texts.
  package func finds(in bytes: Span<UInt8>) -> [Find] {
    var finds: [Find] = CardNumber.ranges(in: bytes)
      .filter { areForPeople || CardNumber.hasIssuer(Array(bytes.text($0).utf8.filter(TextByte.isDigit))) }
      .map { (.cardNumber, $0) }
    if findsOnlyCards || keys.areGeneral && !areForPeople && Self.isOfOneKind(bytes) { return finds }
    var place = 0
    while place < bytes.count {
      let start = place
      place = bytes.end(of: TextByte.isKey, from: start)
      let find = place > start ? find(atWord: start..<place, in: bytes) : find(atSign: start, in: bytes)
      place = max(place, start + 1)
      guard let find else { continue }
      finds.append(find)
      place = max(place, find.range.upperBound)
    }
    return finds.sorted { $0.range.lowerBound < $1.range.lowerBound }
  }

  /// Whether a text has only letters and punctuation of sentences, and so no digit or sign behind a name and no long token; or only the
  /// characters of dates and UUIDs, and so no name.
  private static func isOfOneKind(_ bytes: Span<UInt8>) -> Bool {
    var (kind, letters) = (3 as UInt8, 0)
    for place in bytes.indices {
      let byte = bytes[place]
      kind &= kinds[Int(byte)]
      letters = byte >= UInt8(ascii: "A") ? letters &+ 1 : 0
      if kind == 0 || letters == shortestToken && kind & 2 == 0 { return false }
    }
    return true
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
  private func find(atWord word: Range<Int>, in bytes: Span<UInt8>) -> Find? {
    let start = word.lowerBound
    if let end = TokenForm.end(ofTokenAt: start, in: bytes, isBeginning: true) { return (.serviceKey, start..<end) }
    switch bytes[start] {
    case UInt8(ascii: "B"), UInt8(ascii: "b"): if let range = credentials(at: word, in: bytes) { return (.bearer, range) }
    case UInt8(ascii: "e"): if let range = webToken(at: start, in: bytes) { return (.webToken, range) }
    case UInt8(ascii: "-"): if let range = privateKey(at: start, in: bytes) { return (.privateKey, range) }
    case UInt8(ascii: "U") where areForPeople && bytes.has("UserInfo={", at: start):
      let end = endOfBrackets(from: start + 9, in: bytes)
      if end > start + 10 { return (.errorInformation, start + 10..<end) }
    default: break
    }
    return (contents(ofType: word, in: bytes) ?? value(behind: word, in: bytes)).map { (.named, $0) }
  }

  /// The secret around or behind a sign.
  private func find(atSign place: Int, in bytes: Span<UInt8>) -> Find? {
    switch bytes[place] {
    case UInt8(ascii: ":") where bytes.has("://", at: place): return login(from: place + 3, in: bytes).map { (.userInformation, $0) }
    case UInt8(ascii: "/"), UInt8(ascii: "."):
      return TokenForm.end(ofTokenAt: place, in: bytes, isBeginning: false).map { (.serviceKey, place..<$0) }
    case UInt8(ascii: "@") where keys.hidesPersonalData: return address(around: place, in: bytes).map { (.personal, $0) }
    case UInt8(ascii: "+") where keys.hidesPersonalData: return phoneNumber(from: place, in: bytes).map { (.personal, $0) }
    default: return nil
    }
  }

  /// `Bearer x`, `Basic x`.
  private func credentials(at word: Range<Int>, in bytes: Span<UInt8>) -> Range<Int>? {
    guard bytes.has("earer ", at: word.lowerBound + 1) || bytes.has("asic ", at: word.lowerBound + 1) else { return nil }
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
    guard bytes.text(start..<name).contains("PRIVATE KEY") else { return nil }
    var end = name
    while end < bytes.count, !bytes.has("-----END ", at: end) { end += 1 }
    return start..<min(bytes.end(of: { $0 != UInt8(ascii: "-") }, from: min(end + 9, bytes.count)) + 5, bytes.count)
  }

  /// The password in `https://user:password@host`, or a token without a user.
  private func login(from start: Int, in bytes: Span<UInt8>) -> Range<Int>? {
    let last = min(bytes.count, start + Self.longestLogin)
    let end = min(last, bytes.end(of: { !TextByte.isQuoteOrSpace($0) && !"/?".utf8.contains($0) }, from: start, atMost: Self.longestLogin))
    guard let at = (start..<end).last(where: { bytes[$0] == UInt8(ascii: "@") }), at > start else { return nil }
    let colon = (start..<at).first { bytes[$0] == UInt8(ascii: ":") } ?? at
    let password = min(colon + 1, at)..<at
    // Some services expect the token in place of the user: `https://TOKEN:@host`.
    guard password.isEmpty || bytes.text(password) == "x-oauth-basic" else {
      return !areForPeople && SecretValue(bytes.text(password)).isInPlaceOfOne ? nil : password
    }
    // On the web, names of users are short and not in capitals.
    let (user, isWeb) = (start..<colon, "sp".utf8.contains(start > 3 ? bytes[start - 4] : 0))
    let (hasDigit, hasSmall) = (user.contains { TextByte.isDigit(bytes[$0]) }, user.contains { bytes[$0] &- UInt8(ascii: "a") < 26 })
    let isToken = isWeb ? user.count >= (hasDigit ? 12 : 20) || user.count >= 5 && !hasSmall : hasDigit && user.count >= 20
    return isToken ? user : nil
  }

  private static let longestLogin = 1024

  /// The contents of a printed value of a secret type: of `Email(raw: "x")`, `Shop.Email.work("x")`, `Box<Email>(x)`.
  private func contents(ofType word: Range<Int>, in bytes: Span<UInt8>) -> Range<Int>? {
    guard !types.isEmpty, types.contains(bytes.text(word)) else { return nil }
    let start = bytes.end(of: { TextByte.isKey($0) || "<.>".utf8.contains($0) }, from: word.upperBound, atMost: 256)
    let end = endOfBrackets(from: start, in: bytes)
    return bytes.has("(", at: start) && start + 1 < end ? start + 1..<end : nil
  }

  private func address(around at: Int, in bytes: Span<UInt8>) -> Range<Int>? {
    func isName(_ byte: UInt8) -> Bool { TextByte.isKey(byte) || ".+%".utf8.contains(byte) }
    var start = at
    while start > 0, isName(bytes[start - 1]) { start -= 1 }
    var end = bytes.end(of: { TextByte.isKey($0) || $0 == UInt8(ascii: ".") }, from: at + 1)
    while bytes[end - 1] == UInt8(ascii: ".") { end -= 1 }
    return start < at && (at..<end).contains { bytes[$0] == UInt8(ascii: ".") } ? start..<end : nil
  }

  /// E.164: up to 15 digits.
  private func phoneNumber(from plus: Int, in bytes: Span<UInt8>) -> Range<Int>? {
    var end = bytes.end(of: { TextByte.isDigit($0) || " -()/.".utf8.contains($0) }, from: plus + 1)
    while !TextByte.isDigit(bytes[end - 1]), end > plus + 1 { end -= 1 }
    let count = (plus..<end).count { TextByte.isDigit(bytes[$0]) }
    return (8...15).contains(count) && TextByte.isDigit(bytes[plus + 1]) ? plus..<end : nil
  }
}
