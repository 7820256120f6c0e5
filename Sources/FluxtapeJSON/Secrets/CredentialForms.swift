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
        case UInt8(ascii: "B"), UInt8(ascii: "b"): bearer(at: place)
        case UInt8(ascii: "e"): webToken(at: place)
        case UInt8(ascii: ":"): userInformation(at: place)
        case UInt8(ascii: "U"): place < endOfError ? nil : errorInformation(at: place)
        case UInt8(ascii: "-"): privateKey(at: place)
        default: serviceKey(at: place)
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

  /// Whether one may stand in a text, by three bytes of its beginning. Nearly all texts have none.
  static func mayStand(in bytes: Span<UInt8>) -> Bool {
    guard bytes.count > shortest else { return false }
    for place in 0..<bytes.count &- shortest {
      let (second, third) = (bytes[place &+ 1], bytes[place &+ 2])
      let isBeginning =
        switch bytes[place] {
        case UInt8(ascii: "B"), UInt8(ascii: "b"): second == UInt8(ascii: "e") && third == UInt8(ascii: "a")
        case UInt8(ascii: "e"): second == UInt8(ascii: "y") && third == UInt8(ascii: "J")
        case UInt8(ascii: ":"): second == UInt8(ascii: "/") && third == UInt8(ascii: "/")
        case UInt8(ascii: "U"): second == UInt8(ascii: "s") && third == UInt8(ascii: "e")
        case UInt8(ascii: "-"): second == UInt8(ascii: "-") && third == UInt8(ascii: "-")
        default: ServiceKey.mayBegin(with: bytes[place], second, third)
        }
      if isBeginning { return true }
    }
    return false
  }

  /// Bytes of the shortest of them, less one.
  private static let shortest = 4

  private func isAt(_ place: Int, _ text: String) -> Bool { bytes[place...].starts(with: text.utf8) }

  /// Whether a word begins there, and does not go on.
  private func isBeginning(_ place: Int) -> Bool { place == 0 || !PrintedValue.isKeyByte(bytes[place - 1]) }
}

// MARK: - Of HTTP

extension CredentialForms {
  /// `Bearer x`; in small letters, which is a word too, only what is long.
  private func bearer(at place: Int) -> SecretFind? {
    let isName = isAt(place, "Bearer ")
    guard isName || isAt(place, "bearer ") else { return nil }
    let start = place + 7
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

  /// The password in `https://user:password@host`.
  private func userInformation(at place: Int) -> SecretFind? {
    guard isAt(place, "://") else { return nil }
    let start = place + 3
    let end = bytes[start...].firstIndex { PrintedValue.isQuoteOrSpace($0) || "/?#".utf8.contains($0) } ?? bytes.count
    guard let at = bytes[start..<end].lastIndex(of: UInt8(ascii: "@")), let colon = bytes[start..<at].firstIndex(of: UInt8(ascii: ":"))
    else {
      return nil
    }
    return colon + 1 < at ? SecretFind(.userInformation, colon + 1..<at) : nil
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
    guard bytes[name..<endOfName].ends(with: "PRIVATE KEY"), isAt(endOfName, "-----") else { return nil }
    var end = endOfName + 5
    while end < bytes.count, !isAt(end, "-----END ") { end += 1 }
    guard end < bytes.count else { return SecretFind(.privateKey, place..<end) }
    let last = bytes[(end + 9)...].firstIndex(of: UInt8(ascii: "-")) ?? bytes.count
    return SecretFind(.privateKey, place..<min(last + 5, bytes.count))
  }

  private func serviceKey(at place: Int) -> SecretFind? {
    guard place + 2 < bytes.count, ServiceKey.mayBegin(with: bytes[place], bytes[place + 1], bytes[place + 2]), isBeginning(place) else {
      return nil
    }
    return ServiceKey.end(ofKeyAt: place, in: bytes).map { SecretFind(.serviceKey, place..<$0) }
  }
}

extension ArraySlice<UInt8> {
  fileprivate func ends(with text: String) -> Bool { suffix(text.utf8.count).elementsEqual(text.utf8) }
}
