import FluxtapeJSON

/// The words of a key, and whether they name a secret.
///
/// A key is split into words at capitals, digits and punctuation. It names a secret if one of its words does, or some adjacent words do:
/// `password`, `newPassword2`, `X-API-Key`, `access_token`, also without separators: `userpassword`, `PASSWORDHASH`. Other parts of words
/// do not count: `pinned`, `tokenizer`, `passenger`. The words are in `SecretWords.swift`.
package struct SensitiveKeyName: Sendable {
  /// The meaning of a key for its value.
  package enum Meaning: Hashable, Sendable {
    /// The key says nothing about secrets.
    case none
    /// A text is a secret. Other values share only the name: the result of a test, `pass`.
    case text
    /// A text is a secret if it looks generated: it has digits or symbols among its letters, or is a number. Other texts are words: the
    /// state of an `authorization`, the purpose of a `session`.
    case made
    /// The value is a fact *about* a secret: `tokenCount`, `passwordAttempts`. Numbers and dates are facts; a text may be the secret
    /// itself.
    case about
    /// Every value is a secret.
    case secret
  }

  package internal(set) var meaning = Meaning.none

  /// The roles of all words and phrases together, of the last word and the phrases that end with it, and those that each word has.
  private var (any, last, each) = (Roles(), Roles(), Roles(bits: .max))
  /// The roles of the key as one word or phrase of letters.
  private var whole = Roles()
  private var words = 0
  /// Whether a number under the key is a count.
  package private(set) var isPlural = false
  /// Whether the key is the index of an unlabeled value: `_0`, `_1`.
  package let isPositional: Bool

  /// - Complexity: O(n), in one pass without allocations for most keys.
  package init(_ key: Span<UInt8>) {
    let isASCII = key.indices.allSatisfy { key[$0] < 0x80 }
    isPositional = key.count > 1 && key[0] == SecretWords.Hash.joint && key.indices.dropFirst().allSatisfy { TextByte.isDigit(key[$0]) }
    if isASCII {
      read(key)
    } else {
      let plain = Self.inLowerCase(key)
      plain.withBytes { bytes in
        read(bytes)
        if bytes.containsAny(of: Self.unspacedWords) { any.bits |= Self.secret.bits }
      }
    }
    if last.contains(.description) || any.contains(.otherThing) { return }
    if any.contains(.secret) {
      meaning = any.contains(.attribute) ? .about : .secret
    } else if last.contains(.made) || any.contains(.header) {
      meaning = .made
    } else if last.contains(.text) {
      meaning = .text
    }
  }

  package init(_ key: String) { self = key.withBytes { Self($0) } }

  package static func meaning(of key: String) -> Meaning { Self(key).meaning }

  private typealias Roles = SecretWords.Roles
}

extension SensitiveKeyName.Meaning {
  /// Whether a text under the key is or may be a secret, not only a fact about one.
  package var isOfSecret: Bool { self == .secret || self == .text || self == .made }
}

// MARK: - What the words say

extension SensitiveKeyName {
  /// Whether the last word, or a phrase at the end, names a secret: `AccessToken`, but not `TokenBucket`.
  package var endsWithSecret: Bool { last.contains(.secret) }
  /// Whether the last word may begin or end a phrase that names a secret.
  package var mayBeginPhrase: Bool { last.contains(.beginning) }
  package var mayEndPhrase: Bool { last.contains(.ending) }
  /// Whether the last word is the name of a header of HTTP.
  package var isOfHeader: Bool { last.contains(.header) }
  /// Whether the last word is one for passwords: `newPassword`.
  package var isOfPassword: Bool { last.contains(.password) }
  /// Whether the key names personal data that ``SecretKeyRules/hidesPersonalData`` hides.
  var isPersonal: Bool { last.contains(.personal) && !any.contains(.attribute) }
  /// Whether the key says that the value is not the secret, like `user` and `reason`. All of its words must say so.
  package var isInnocent: Bool { words > 0 && each.contains(.innocent) }
  /// Whether the key leaves the meaning to the enclosing name: `_0` of an enum case, `value` of a wrapper.
  package var saysNothing: Bool { isPositional || words > 0 && each.contains(.neutral) }

  /// Whether the key as a whole has a role among the keys beside it.
  package func isWholly(_ role: SecretWords.Role) -> Bool { whole.contains(role) }
  /// Whether the value under the key may name secrets beside it.
  package var mayNameNeighbors: Bool { isPositional || isWholly(.nameOfNeighbor) || isWholly(.nameOfFew) }

  /// The maximum size of an object or array whose parts may depend on each other, whatever the keys.
  package static let mostNeighbors = 3

  /// The maximum number of digits in a name. Texts with more are identifiers.
  package static let mostDigits = 4

  /// The maximum length of a name in bytes. Longer texts are prose.
  package static let longestName = 64
}

// MARK: - Words of keys

extension SensitiveKeyName {
  private mutating func read(_ key: Span<UInt8>) {
    let table = SecretWords.all
    // The hashes of the current word, and of the phrases that begin one and two words before it.
    var (word, pair, triple) = (SecretWords.Hash(), SecretWords.Hash?.none, SecretWords.Hash?.none)
    var (start, letters, isAfterCapital) = (0, 0, false)
    for place in 0...key.count {
      let byte = place < key.count ? key[place] : 0
      // Separators are punctuation, and digits, since `password2` contains `password`.
      let isLetter = TextByte.isLetter(byte) || byte >= 0x80
      let isCapital = byte &- UInt8(ascii: "A") < 26
      if !isLetter || isCapital && (!isAfterCapital || place &+ 1 < key.count && key[place &+ 1] &- UInt8(ascii: "a") < 26) {
        if start < place {
          let own = Roles(bits: table.roles(word).bits | Self.rolesOfParts(key.extracting(start..<place)).bits)
          let phrase = pair.map(table.roles) ?? Roles()
          last.bits = own.bits | phrase.bits | (triple.map(table.roles)?.bits ?? 0)
          any.bits |= last.bits
          each.bits &= own.bits
          whole = words == 0 ? own : words == 1 ? phrase : Roles()
          words &+= 1
          isPlural = key[place &- 1] | 0x20 == UInt8(ascii: "s") && key[max(start, place &- 2)] | 0x20 != UInt8(ascii: "s")
          (triple, pair, word) = (pair?.joined, own.contains(.beginning) ? word.joined : nil, SecretWords.Hash())
        }
        start = isLetter ? place : place &+ 1
      }
      isAfterCapital = isCapital
      guard isLetter else { continue }
      let letter = byte < 0x80 ? byte | 0x20 : byte
      letters &+= 1
      word.add(letter)
      pair?.add(letter)
      triple?.add(letter)
    }
    if letters < key.count { whole = Roles() }
  }

  /// A key with letters of other languages, in lower case, with `_` between its words.
  private static func inLowerCase(_ key: Span<UInt8>) -> String {
    var (plain, wasCapital) = ("", true)
    for scalar in String(utf8Bytes: key).unicodeScalars {
      let properties = scalar.properties
      let isCapital = properties.isUppercase
      if isCapital && !wasCapital || !properties.isAlphabetic { plain.append("_") }
      if properties.isAlphabetic { plain += isCapital ? properties.lowercaseMapping : String(scalar) }
      wasCapital = isCapital
    }
    return plain
  }

  /// The roles of a word that consists of several words without separators: `userpassword`, `passwordlength`.
  private static func rolesOfParts(_ word: Span<UInt8>) -> Roles {
    // Few other words begin or end with these letters.
    guard word.count > 5, letters.contains(fourLetters(word, at: word.count &- 4)) || letters.contains(fourLetters(word, at: 0)) else {
      return Roles()
    }
    let text = String(utf8Bytes: word).lowercased()
    if text.hasPrefix("password"), text != "passwordless" {
      return Roles(bits: secret.bits | SecretWords.all.roles(SecretWords.Hash(text.utf8.dropFirst("password".count))).bits)
    }
    return text.hasPrefix("aspsessionid") || endings.contains(where: text.hasSuffix) ? secret : Roles()
  }

  private static let secret = Roles(bits: 1 << SecretWords.Role.secret.rawValue)

  private static let endings = list(
    "password passwords passwd passwort kennwort passphrase token tokens secret apikey secretkey privatekey sessionid sessid")
  private static let letters = (endings.map { $0.suffix(4) } + ["pass", "asps"]).map { fourLetters(Array($0.utf8).span, at: 0) }

  /// Parts of words, for languages without blanks between words or with inflected endings.
  private static let unspacedWords = list(
    """
    密码 密碼 口令 验证码 驗證碼 密钥 密鑰 令牌 身份证号 身份證號 パスワード 暗証番号 秘密鍵 認証コード トークン 비밀번호 암호 토큰 парол токен συνθηματικ снилс マイナンバー
    סיסמ passwort kennwort schlüsselwort
    """)

  private static func list(_ words: String) -> [String] { words.split(whereSeparator: \.isWhitespace).map(String.init) }

  private static func fourLetters(_ word: Span<UInt8>, at start: Int) -> UInt32 {
    (start..<start &+ 4).reduce(0) { $0 << 8 | UInt32(word[$1] | 0x20) }
  }
}

/// Which keys name secrets in an app: the general ones of ``SensitiveKeyName``, plus those that the app adds, minus those that it declares
/// open.
package struct SecretKeyRules: Hashable, Sendable {
  /// Additional keys that name secrets in this app, in lower case.
  package let secret: Set<String>
  /// Keys that look like secrets but are not secret in this app, in lower case.
  private let open: Set<String>
  /// Whether personal data is secret, too: names, addresses, phone numbers, places.
  package let hidesPersonalData: Bool

  /// - Parameters: Keys of the app, case-insensitive.
  package init(secret: Set<String> = [], open: Set<String> = [], hidesPersonalData: Bool = false) {
    self.hidesPersonalData = hidesPersonalData
    self.secret = Set(secret.map { $0.lowercased() })
    self.open = Set(open.map { $0.lowercased() })
  }

  package var areGeneral: Bool { secret.isEmpty && open.isEmpty && !hidesPersonalData }

  /// The words of `key`, with its meaning in this app.
  package func name(_ key: Span<UInt8>) -> SensitiveKeyName {
    var name = SensitiveKeyName(key)
    guard !areGeneral else { return name }
    let text = String(utf8Bytes: key).lowercased()
    if open.contains(text) {
      name.meaning = .none
    } else if secret.contains(text) || hidesPersonalData && name.isPersonal {
      name.meaning = .secret
    }
    return name
  }

  package func name(_ key: String) -> SensitiveKeyName { key.withBytes { name($0) } }

  package func meaning(of key: String) -> SensitiveKeyName.Meaning { name(key).meaning }
}
