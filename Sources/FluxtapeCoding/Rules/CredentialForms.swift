/// Credentials in a text that show by their form, whatever stands before them.
struct CredentialForms {
  /// Where they stand, as ranges of UTF-8 bytes.
  private(set) var ranges: [Range<Int>] = []
  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    for place in bytes.indices {
      switch bytes[place] {
      case UInt8(ascii: "B"), UInt8(ascii: "b"): addBearer(at: place)
      case UInt8(ascii: "e"): addWebToken(at: place)
      case UInt8(ascii: ":"): addUserInformation(at: place)
      case UInt8(ascii: "U"): addErrorInformation(at: place)
      default: break
      }
    }
  }

  private func isAt(_ place: Int, _ text: StaticString) -> Bool {
    guard place >= 0, place + text.utf8CodeUnitCount <= bytes.count else { return false }
    return text.withUTF8Buffer { text in text.indices.allSatisfy { unsafe bytes[place + $0] == text[$0] } }
  }

  /// The place behind the bytes from `start` on that may stand in a token of RFC 9110, JWTs among them.
  private func endOfToken(from start: Int) -> Int {
    bytes[start...].firstIndex { !PrintedValue.isKeyByte($0) && !".~+/=".utf8.contains($0) } ?? bytes.count
  }

  /// `Bearer x`; in small letters, which is a word too, only what is long.
  private mutating func addBearer(at place: Int) {
    let isName = isAt(place, "Bearer ")
    guard isName || isAt(place, "bearer ") else { return }
    let start = place + 7
    let end = endOfToken(from: start)
    if end - start >= (isName ? 1 : 16) { ranges.append(start..<end) }
  }

  /// A JSON web token (RFC 7519): three parts in base64url, the first of which begins with `{"`.
  private mutating func addWebToken(at place: Int) {
    guard isAt(place, "eyJ"), place == 0 || !PrintedValue.isKeyByte(bytes[place - 1]) else { return }
    let end = bytes[place...].firstIndex { !PrintedValue.isKeyByte($0) && $0 != UInt8(ascii: ".") } ?? bytes.count
    if bytes[place..<end].count(where: { $0 == UInt8(ascii: ".") }) >= 2 { ranges.append(place..<end) }
  }

  /// The password in `https://user:password@host`.
  private mutating func addUserInformation(at place: Int) {
    guard isAt(place, "://") else { return }
    let start = place + 3
    let end = bytes[start...].firstIndex { PrintedValue.isQuoteOrSpace($0) || "/?#".utf8.contains($0) } ?? bytes.count
    guard let at = bytes[start..<end].lastIndex(of: UInt8(ascii: "@")), let colon = bytes[start..<at].firstIndex(of: UInt8(ascii: ":"))
    else {
      return
    }
    if colon + 1 < at { ranges.append(colon + 1..<at) }
  }

  /// What an `NSError` carries, which is anything.
  private mutating func addErrorInformation(at place: Int) {
    guard isAt(place, "UserInfo={") else { return }
    let start = place + 10
    var depth = 1
    var end = start
    while end < bytes.count, depth > 0 {
      if bytes[end] == UInt8(ascii: "{") { depth += 1 }
      if bytes[end] == UInt8(ascii: "}") { depth -= 1 }
      end += 1
    }
    if depth == 0 { end -= 1 }
    if start < end { ranges.append(start..<end) }
  }
}
