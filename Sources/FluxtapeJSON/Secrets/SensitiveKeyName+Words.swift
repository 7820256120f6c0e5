extension SensitiveKeyName {
  /// The words of `key` in lower case: `X-API-Key` and `xAPIKey` give `x`, `api`, `key`.
  package static func words(of key: String) -> [String] {
    var words: [String] = []
    var word = ""
    var previous = CharacterKind.mark
    let scalars = Array(key.unicodeScalars)
    for (place, scalar) in scalars.enumerated() {
      let kind = CharacterKind(scalar)
      let next = place + 1 < scalars.count ? CharacterKind(scalars[place + 1]) : .mark
      let isStart = kind == .capital && (previous != .capital || next == .small)
      if isStart || kind == .mark, !word.isEmpty {
        words.append(word)
        word = ""
      }
      if kind != .mark { word.unicodeScalars.append(contentsOf: scalar.properties.lowercaseMapping.unicodeScalars) }
      previous = kind
    }
    return word.isEmpty ? words : words + [word]
  }

  enum CharacterKind {
    case small, capital
    /// What stands between words: punctuation, and digits, since `password2` holds a password.
    case mark

    init(ascii byte: UInt8) {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"): self = .small
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): self = .capital
      default: self = .mark
      }
    }

    init(_ scalar: Unicode.Scalar) {
      switch scalar {
      case "a"..."z": self = .small
      case "A"..."Z": self = .capital
      default: self = !scalar.isASCII && scalar.properties.isAlphabetic ? (scalar.properties.isUppercase ? .capital : .small) : .mark
      }
    }
  }
}
