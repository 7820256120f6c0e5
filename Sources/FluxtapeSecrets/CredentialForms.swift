import FluxtapeLog

/// Detects credentials by their form, independent of any name before them.
struct CredentialForms {
  /// The findings, in the order of the text.
  private(set) var finds: [SecretFind] = []
  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    var place = 0
    // The inside of a finding is not searched again: a text made of prefixes would take forever. An error is an exception, since it may
    // contain others.
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

  private func isAt(_ place: Int, _ text: String) -> Bool { bytes.isAt(place, text) }

  /// Whether a word begins at the position.
  private func isBeginning(_ place: Int) -> Bool { place == 0 || !ByteSet.key.contains(bytes[place - 1]) }
}

// MARK: - HTTP

extension CredentialForms {
  /// `Bearer x`, `Basic x`; in lower case these are ordinary words, so only a long value counts.
  private func scheme(at place: Int) -> SecretFind? {
    let isName = isAt(place, "Bearer ")
    guard isName || isAt(place, "bearer ") || isAt(place, "Basic ") || isAt(place, "basic ") else { return nil }
    let start = place + (bytes[place + 1] == UInt8(ascii: "a") ? 6 : 7)
    let end = bytes.end(of: .token, from: start)
    return end - start >= (isName ? 1 : 16) ? SecretFind(.bearer, start..<end) : nil
  }

  /// A JSON web token (RFC 7519): three parts in base64url; the first one encodes `{"` at its beginning.
  private func webToken(at place: Int) -> SecretFind? {
    guard isAt(place, "eyJ"), isBeginning(place) else { return nil }
    let end = bytes.end(of: Self.partsOfWebToken, from: place)
    guard let dot = bytes.first(UInt8(ascii: "."), from: place, before: end),
      bytes.first(UInt8(ascii: "."), from: dot + 1, before: end) != nil
    else { return nil }
    return SecretFind(.webToken, place..<end)
  }

  private static let partsOfWebToken = ByteSet.key.union(".")

  /// The password in `https://user:password@host`, or a token without a user; in `user:password@tcp(host)`, the form of Go's drivers; and
  /// in `thin:user/password@host`, the form of Oracle's.
  private func userInformation(at place: Int) -> SecretFind? {
    let isURL = isAt(place, "://")
    let start = isURL ? place + 3 : place + 1
    // The other forms are short, so the search behind a colon is limited.
    let limit = isURL ? bytes.count : min(bytes.count, start + 256)
    let end = bytes.first(isURL ? Self.endsOfURL : Self.endsOfAddress, from: start, before: limit) ?? limit
    guard let at = bytes[start..<end].lastIndex(of: UInt8(ascii: "@")), at > start else { return nil }
    if isURL {
      guard let colon = bytes.first(UInt8(ascii: ":"), from: start, before: at) else {
        return isToken(start..<at, isWeb: isAt(place - 1, "s:") || isAt(place - 1, "p:")) ? SecretFind(.userInformation, start..<at) : nil
      }
      let password = colon + 1..<at
      // Some services expect the token in place of the user: `https://TOKEN:@host`.
      if password.isEmpty || bytes.text(password) == "x-oauth-basic" {
        return isToken(start..<colon, isWeb: true) ? SecretFind(.userInformation, start..<colon) : nil
      }
      return SecretFind(.userInformation, password)
    }
    if isAt(at, "@tcp(") || isAt(at, "@unix(") { return SecretFind(.userInformation, start..<at) }
    guard place >= 4, isAt(place - 4, "thin"), let slash = bytes.first(UInt8(ascii: "/"), from: start, before: at) else { return nil }
    return SecretFind(.userInformation, slash + 1..<at)
  }

  /// Whether a user without a password is a token. On the web, names of users are short and not in capitals.
  private func isToken(_ user: Range<Int>, isWeb: Bool) -> Bool {
    if isWeb, user.count >= 5, bytes[user].allSatisfy({ Self.capitalsAndDigits.contains($0) }) { return true }
    let hasDigit = bytes.first(.digits, from: user.lowerBound, before: user.upperBound) != nil
    return isWeb ? user.count >= (hasDigit ? 12 : 20) : hasDigit && user.count >= 20
  }

  private static let capitalsAndDigits = ByteSet.digits.union("ABCDEFGHIJKLMNOPQRSTUVWXYZ_-")
  private static let endsOfURL = ByteSet.quotesAndBlanks.union("/?")
  private static let endsOfAddress = ByteSet.quotesAndBlanks.union("?&,; (")
}

// MARK: - Other forms

extension CredentialForms {
  /// The contents of an `NSError`, which may be anything.
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

  /// A private key in PEM form (RFC 7468), including its first and last line.
  private func privateKey(at place: Int) -> SecretFind? {
    guard isAt(place, "-----BEGIN "), let endOfName = bytes.first(UInt8(ascii: "-"), from: place + 11), isAt(endOfName, "-----") else {
      return nil
    }
    guard
      ["PRIVATE KEY", "PRIVATE KEY BLOCK"].contains(where: {
        endOfName - $0.utf8.count >= place + 11 && isAt(endOfName - $0.utf8.count, $0)
      })
    else { return nil }
    var end = endOfName + 5
    while end < bytes.count, !isAt(end, "-----END ") { end += 1 }
    guard end < bytes.count else { return SecretFind(.privateKey, place..<end) }
    let last = bytes.first(UInt8(ascii: "-"), from: end + 9) ?? bytes.count
    return SecretFind(.privateKey, place..<min(last + 5, bytes.count))
  }

  /// A token of a well-known service.
  private func token(at place: Int) -> SecretFind? {
    if isBeginning(place) || !ByteSet.key.contains(bytes[place]), let end = TokenForm.end(ofTokenAt: place, in: bytes.span) {
      return SecretFind(.serviceKey, place..<end)
    }
    guard ByteSet.digits.contains(bytes[place]), place == 0 || !ByteSet.digits.contains(bytes[place - 1]) else { return nil }
    return botToken(at: place)
  }

  /// A Telegram bot token: digits, a colon and 35 characters, also after `/bot` (core.telegram.org/bots/api).
  private func botToken(at place: Int) -> SecretFind? {
    let colon = bytes.end(of: .digits, from: place)
    guard (8...10).contains(colon - place), isAt(colon, ":AA") else { return nil }
    let end = bytes.end(of: .key, from: colon + 1)
    return end - colon >= 33 ? SecretFind(.serviceKey, place..<end) : nil
  }

  /// A Mailchimp key: 32 hexadecimal digits and the data center, `-us14`.
  private func mailKey(at place: Int) -> SecretFind? {
    let (start, end) = (place - 32, bytes.end(of: .digits, from: min(place + 3, bytes.count)))
    guard start >= 0, isAt(place, "-us"), end > place + 3, isBeginning(start), bytes.end(of: .smallHexadecimal, from: start) == place else {
      return nil
    }
    return SecretFind(.serviceKey, start..<end)
  }

  /// An Azure application secret: `abc8Q~` and about 34 more characters, by the rules of gitleaks.
  private func cloudSecret(at place: Int) -> SecretFind? {
    guard place >= 5, bytes[place - 1] == UInt8(ascii: "Q"), ByteSet.digits.contains(bytes[place - 2]) else { return nil }
    let end = bytes.end(of: .token, from: place)
    return end - place > 31 ? SecretFind(.serviceKey, place - 5..<end) : nil
  }

  /// The password of a wireless network, in the text of its QR code: `WIFI:T:WPA;S:Home;P:x;;`.
  private func networkPassword(at place: Int) -> SecretFind? {
    guard isAt(place, "WIFI:") else { return nil }
    var start = place + 5
    while start < bytes.count {
      let end = bytes.first(UInt8(ascii: ";"), from: start) ?? bytes.count
      if isAt(start, "P:") { return start + 2 < end ? SecretFind(.serviceKey, start + 2..<end) : nil }
      start = end + 1
    }
    return nil
  }
}
