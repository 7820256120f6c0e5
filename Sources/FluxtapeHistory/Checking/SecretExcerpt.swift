import FluxtapeJSON
import FluxtapeLog
import FluxtapeSecrets

/// What is shown of a text around a secret: nothing of any secret in it.
struct SecretExcerpt {
  private let bytes: [UInt8]
  /// Where something is hidden, in the order of the text and apart from one another.
  private var hidden: [Range<Int>] = []

  /// Bytes that are shown on either side at most.
  private static let shown = 32

  /// - Parameter finds: In the order of the text.
  init(_ finds: [SecretFind], in bytes: [UInt8]) {
    self.bytes = bytes
    for range in finds.map(\.range) {
      if let last = hidden.last, range.lowerBound <= last.upperBound {
        hidden[hidden.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
      } else {
        hidden.append(range)
      }
    }
  }

  /// `…/orders?page=2&access_token=[redacted]&sort=up`
  func text(around secret: Range<Int>) -> String {
    let place = hidden.partitioningIndex { $0.upperBound > secret.lowerBound }
    guard place < hidden.count, hidden[place].overlaps(secret) else { return SecretForms.mask }
    let before = place > 0 ? hidden[place - 1].upperBound : 0
    let after = place + 1 < hidden.count ? hidden[place + 1].lowerBound : bytes.count
    let left = String(decoding: bytes[start(before, hidden[place].lowerBound)..<hidden[place].lowerBound], as: UTF8.self)
    let right = String(decoding: bytes[hidden[place].upperBound..<end(hidden[place].upperBound, after)], as: UTF8.self)
    return (left.utf8.count < hidden[place].lowerBound ? "…" : "") + left + SecretForms.mask + right
      + (right.utf8.count < bytes.count - hidden[place].upperBound ? "…" : "")
  }

  /// Not amid a character.
  private func start(_ first: Int, _ end: Int) -> Int {
    var place = max(first, end - Self.shown)
    while place < end, bytes[place] & 0xC0 == 0x80 { place += 1 }
    return place
  }

  private func end(_ start: Int, _ last: Int) -> Int {
    var place = min(last, start + Self.shown)
    while place > start, place < bytes.count, bytes[place] & 0xC0 == 0x80 { place -= 1 }
    return place
  }
}

extension SecretText {
  /// Where secrets stand in `text` in all likelihood, from its beginning on, each with what is shown of its surroundings. None overlaps with
  /// another.
  func likelySecrets(in text: String) -> [(form: SecretForm, excerpt: String)] {
    let finds = finds(in: text)
    guard !finds.isEmpty else { return [] }
    let bytes = Array(text.utf8)
    let excerpt = SecretExcerpt(finds, in: bytes)
    return likely(finds, in: bytes).map { ($0.form, excerpt.text(around: $0.range)) }
  }
}
