/// Credentials in a text that show by their form, whatever stands before them.
struct CredentialForms {
  /// Where they stand, in the order of the text.
  private(set) var finds: [SecretFind] = []
  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    var place = 0
    // What is in one is not looked at again: a text made of beginnings would take forever. But an error may carry some.
    var endOfError = 0
    while place < bytes.count {
      let find: SecretFind? =
        switch bytes[place] {
        case UInt8(ascii: ":"): place > 0 ? userInformation(at: place) : nil
        case UInt8(ascii: "U"): place < endOfError ? token(at: place) : errorInformation(at: place) ?? token(at: place)
        case UInt8(ascii: "-"): privateKey(at: place) ?? mailKey(at: place)
        case UInt8(ascii: "~"): cloudSecret(at: place)
        case UInt8(ascii: "B"), UInt8(ascii: "b"): scheme(at: place) ?? token(at: place)
        case UInt8(ascii: "e"): webToken(at: place) ?? token(at: place)
        case UInt8(ascii: "W"): networkPassword(at: place) ?? token(at: place)
        default: token(at: place)
        }
      if let find { finds.append(find) }
      if let find, find.form == .errorInformation {
        endOfError = find.range.upperBound
        place = find.range.lowerBound
      } else {
        place = find?.range.upperBound ?? place + 1
      }
    }
  }

  private func isAt(_ place: Int, _ text: String) -> Bool { bytes[place...].starts(with: text.utf8) }

  /// Whether a word begins there, and does not go on.
  private func isBeginning(_ place: Int) -> Bool { place == 0 || !PrintedValue.isKeyByte(bytes[place - 1]) }
}

// MARK: - Of HTTP

extension CredentialForms {
  /// `Bearer x`, `Basic x`; in small letters, which are words too, only what is long.
  private func scheme(at place: Int) -> SecretFind? {
    let isName = isAt(place, "Bearer ")
    guard isName || isAt(place, "bearer ") || isAt(place, "Basic ") || isAt(place, "basic ") else { return nil }
    let start = place + (bytes[place + 1] == UInt8(ascii: "a") ? 6 : 7)
    let end = endOfToken(from: start)
    return end - start >= (isName ? 1 : 16) ? SecretFind(.bearer, start..<end) : nil
  }

  /// The place behind the bytes from `start` on that may stand in a token of RFC 9110, JWTs among them.
  private func endOfToken(from start: Int) -> Int {
    bytes[start...].firstIndex { !PrintedValue.isKeyByte($0) && !".~+/=".utf8.contains($0) } ?? bytes.count
  }

  /// A JSON web token (RFC 7519): three parts in base64url, the first of which begins with `{"`.
  private func webToken(at place: Int) -> SecretFind? {
    guard isAt(place, "eyJ"), isBeginning(place) else { return nil }
    let end = bytes[place...].firstIndex { !PrintedValue.isKeyByte($0) && $0 != UInt8(ascii: ".") } ?? bytes.count
    return bytes[place..<end].count(where: { $0 == UInt8(ascii: ".") }) >= 2 ? SecretFind(.webToken, place..<end) : nil
  }

  /// The password in `https://user:password@host`, or a token that stands there alone; in `user:password@tcp(host)`, as the drivers of Go
  /// have it, and in `thin:user/password@host`, as those of Oracle.
  private func userInformation(at place: Int) -> SecretFind? {
    let isURL = isAt(place, "://")
    let start = isURL ? place + 3 : place + 1
    let marks = isURL ? "/?" : "?&,; ("
    // The others are short, and not every colon is looked far behind.
    let limit = isURL ? bytes.count : min(bytes.count, start + 256)
    let end = bytes[start..<limit].firstIndex { PrintedValue.isQuoteOrSpace($0) || marks.utf8.contains($0) } ?? limit
    guard let at = bytes[start..<end].lastIndex(of: UInt8(ascii: "@")), at > start else { return nil }
    if isURL {
      if let colon = bytes[start..<at].firstIndex(of: UInt8(ascii: ":")) {
        return colon + 1 < at ? SecretFind(.userInformation, colon + 1..<at) : nil
      }
      return at - start >= 20 && bytes[start..<at].contains(where: TokenForm.isDigit) ? SecretFind(.userInformation, start..<at) : nil
    }
    if isAt(at, "@tcp(") || isAt(at, "@unix(") { return SecretFind(.userInformation, start..<at) }
    guard place >= 4, isAt(place - 4, "thin"), let slash = bytes[start..<at].firstIndex(of: UInt8(ascii: "/")) else { return nil }
    return SecretFind(.userInformation, slash + 1..<at)
  }
}

// MARK: - Others

extension CredentialForms {
  /// What an `NSError` carries, which is anything.
  private func errorInformation(at place: Int) -> SecretFind? {
    guard isAt(place, "UserInfo={") else { return nil }
    let start = place + 10
    var depth = 1
    var end = start
    while end < bytes.count, depth > 0 {
      if bytes[end] == UInt8(ascii: "{") { depth += 1 }
      if bytes[end] == UInt8(ascii: "}") { depth -= 1 }
      end += 1
    }
    if depth == 0 { end -= 1 }
    return start < end ? SecretFind(.errorInformation, start..<end) : nil
  }

  /// A private key as PEM has it (RFC 7468), with both of its lines if it has them.
  private func privateKey(at place: Int) -> SecretFind? {
    guard isAt(place, "-----BEGIN ") else { return nil }
    let name = place + 11
    guard let endOfName = bytes[name...].firstIndex(of: UInt8(ascii: "-")) else { return nil }
    guard bytes[name..<endOfName].ends(with: "PRIVATE KEY") || bytes[name..<endOfName].ends(with: "PRIVATE KEY BLOCK"),
      isAt(endOfName, "-----")
    else { return nil }
    var end = endOfName + 5
    while end < bytes.count, !isAt(end, "-----END ") { end += 1 }
    guard end < bytes.count else { return SecretFind(.privateKey, place..<end) }
    let last = bytes[(end + 9)...].firstIndex(of: UInt8(ascii: "-")) ?? bytes.count
    return SecretFind(.privateKey, place..<min(last + 5, bytes.count))
  }

  /// A token of a well-known service.
  private func token(at place: Int) -> SecretFind? {
    let isBeginning = isBeginning(place)
    if let end = TokenForm.end(ofTokenAt: place, in: bytes, isBeginning: isBeginning) { return SecretFind(.serviceKey, place..<end) }
    guard TokenForm.isDigit(bytes[place]), place == 0 || !TokenForm.isDigit(bytes[place - 1]) else { return nil }
    return botToken(at: place)
  }

  /// That of a bot of Telegram: digits, a colon and 35 letters, also behind `/bot` (core.telegram.org/bots/api).
  private func botToken(at place: Int) -> SecretFind? {
    let colon = bytes[place...].firstIndex { !TokenForm.isDigit($0) } ?? bytes.count
    guard (8...10).contains(colon - place), isAt(colon, ":AA") else { return nil }
    let end = bytes[(colon + 1)...].firstIndex { !PrintedValue.isKeyByte($0) } ?? bytes.count
    return end - colon >= 33 ? SecretFind(.serviceKey, place..<end) : nil
  }

  /// A key of Mailchimp: 32 hexadecimal digits and the data centre, `-us14`.
  private func mailKey(at place: Int) -> SecretFind? {
    guard place >= 32, isAt(place, "-us"), place + 3 < bytes.count, TokenForm.isDigit(bytes[place + 3]) else { return nil }
    let key = bytes[(place - 32)..<place]
    guard isBeginning(place - 32), key.allSatisfy({ TokenForm.isDigit($0) || (0x61...0x66).contains($0) }) else { return nil }
    return SecretFind(.serviceKey, place - 32..<(bytes[(place + 3)...].firstIndex { !TokenForm.isDigit($0) } ?? bytes.count))
  }

  /// A secret of an application in Azure: `abc8Q~` and some 34 more, as gitleaks knows it.
  private func cloudSecret(at place: Int) -> SecretFind? {
    guard place >= 5, bytes[place - 1] == UInt8(ascii: "Q"), TokenForm.isDigit(bytes[place - 2]) else { return nil }
    let end = endOfToken(from: place)
    return end - place > 31 ? SecretFind(.serviceKey, place - 5..<end) : nil
  }

  /// The password of a wireless network in the text of its QR code: `WIFI:T:WPA;S:Home;P:x;;`.
  private func networkPassword(at place: Int) -> SecretFind? {
    guard isAt(place, "WIFI:") else { return nil }
    var start = place + 5
    while start < bytes.count {
      let end = bytes[start...].firstIndex(of: UInt8(ascii: ";")) ?? bytes.count
      if isAt(start, "P:") { return start + 2 < end ? SecretFind(.serviceKey, start + 2..<end) : nil }
      start = end + 1
    }
    return nil
  }
}

extension ArraySlice<UInt8> {
  fileprivate func ends(with text: String) -> Bool { suffix(text.utf8.count).elementsEqual(text.utf8) }
}
