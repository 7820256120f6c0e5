import FluxtapeLog

/// Detects one-time codes in messages: `Your Acme code is 604418`, `604418 is your code`, `Enter code 604418`, `Use 604418 to sign in`.
enum SpokenCodes {
  static func finds(in bytes: [UInt8]) -> [SecretFind] {
    let words = bytes.split { $0 <= 0x20 }
    return words.indices.compactMap { place in
      guard let range = code(words[place], in: bytes) else { return nil }
      guard isAnnounced(words, before: place, bytes) || isExplained(words, after: place, bytes) || isToBeUsed(words, at: place) else {
        return nil
      }
      return SecretFind(.named, range, style: .quoted, key: "otp")
    }
  }

  /// The range of four to eight digits, possibly in two groups or after a letter: `604418.`, `604-418`, `G-604418`, `#604418`.
  private static func code(_ word: ArraySlice<UInt8>, in bytes: [UInt8]) -> Range<Int>? {
    guard var start = word.firstIndex(where: ByteSet.digits.contains) else { return nil }
    if start - word.startIndex > 2 { return nil }
    if start - word.startIndex == 2, word[start - 1] != UInt8(ascii: "-") { return nil }
    var end = bytes.end(of: groups, from: start)
    end = min(bytes.start(of: marks, before: end, from: start), word.endIndex)
    guard (4...8).contains(bytes[start..<end].count(where: ByteSet.digits.contains)),
      bytes[end..<word.endIndex].allSatisfy(endings.contains)
    else { return nil }
    if start > word.startIndex, TextByte.isLetterOrDigit(word[word.startIndex]) { start = word.startIndex }
    return start..<end
  }

  private static let groups = ByteSet.digits.union("-")
  private static let marks = ByteSet("-")
  private static let endings = ByteSet(".,:;!?)\"'")

  /// Whether the words before the number say that it is a code: `your … code is`, `your … code:`, `your code`, `enter the code`.
  private static func isAnnounced(_ words: [ArraySlice<UInt8>], before place: Int, _ bytes: [UInt8]) -> Bool {
    let before = words[max(0, place - 7)..<place].map(word)
    guard var last = before.indices.last else { return false }
    var isSaid = words[place - 1].last == UInt8(ascii: ":")
    if ["is", "ist", "lautet", "est", "es", "é"].contains(before[last]), last > 0 { (last, isSaid) = (last - 1, true) }
    guard last > 0, codes.contains(before[last]), !openCodes.contains(before[last - 1]) else { return false }
    let reach = isSaid ? mostWordsBetween + 1 : ["the", "den", "le", "el", "il", "o"].contains(before[last - 1]) ? 2 : 1
    return before[..<last].suffix(reach).contains { leads.contains($0) }
  }

  private static let codes: Set = ["code", "kod", "código", "codigo", "codice", "pin", "otp", "passcode", "password", "passwort"]
  /// The word before a code says that the code is no secret: `error code`.
  private static let openCodes: Set = [
    "area", "booking", "country", "coupon", "dial", "dialing", "discount", "error", "exit", "gift", "postal", "postcode", "product",
    "promo",
    "promotion", "promotional", "referral", "result", "return", "status", "store", "tracking", "voucher", "zip",
  ]
  /// Begins a phrase that tells somebody a one-time code: `your code is`, `enter the code`.
  private static let leads: Set = ["your", "ihr", "dein", "votre", "ton", "tu", "su", "il", "enter"]

  /// The maximum number of words between `your` and `code`.
  private static let mostWordsBetween = 3

  /// Whether the words after the number say that it is a code: `is your … code`.
  private static func isExplained(_ words: [ArraySlice<UInt8>], after place: Int, _ bytes: [UInt8]) -> Bool {
    let after = words[place...].dropFirst().prefix(mostWordsBetween + 3).map(word)
    guard after.count > 2, ["is", "ist", "est", "es", "é"].contains(after[0]), leads.contains(after[1]) else {
      return false
    }
    guard let end = after.dropFirst(2).firstIndex(where: { codes.contains($0) }) else { return false }
    return !openCodes.contains(after[end - 1])
  }

  /// Whether the words around the number say what to use it for: `Use 604418 to sign in`.
  private static func isToBeUsed(_ words: [ArraySlice<UInt8>], at place: Int) -> Bool {
    guard place > 0, place + 2 < words.count, word(words[place - 1]) == "use", word(words[place + 1]) == "to" else { return false }
    return ["sign", "log", "login", "verify", "confirm", "authenticate", "unlock"].contains(word(words[place + 2]))
  }

  /// The word in lower case without marks.
  private static func word(_ bytes: ArraySlice<UInt8>) -> String {
    String(decoding: bytes.prefix(32).filter { $0 >= 0x80 || TextByte.isLetterOrDigit($0) }, as: UTF8.self).lowercased()
  }
}
