import FluxtapeCoding
import FluxtapeDocuments
import FluxtapeJSON
import FluxtapeLog
import FluxtapeRandomCases
import FluxtapeSecrets
import Foundation
import Testing

/// Secrets and look-alikes as in apps. They are assembled from parts, so that the repository contains no token.
private struct SecretCorpus {
  struct Row {
    let value: JSONValue
    /// The text that must not be in the log, or must be.
    let text: String
  }

  private(set) var secrets: [Row] = []
  private(set) var lookalikes: [Row] = []
  private var random = SplitMix64(seed: 20_240_611)

  private static let secretKeys = words(
    """
    password newPassword user_password wifiPassword MYSQL_ROOT_PASSWORD pwd dbPass smtp_pass psw passphrase pin parentalPin puk passwort
    neuesPasswort kennwort mot_de_passe mdp contraseña nuevaContraseña senha novaSenha chiaveSegreta 密码 mima パスワード 비밀번호 пароль
    новыйПароль wachtwoord şifre heslo salasana lösenord refresh_token authToken x-csrf-token sessionToken apiToken resetToken jwtString TOKEN
    apiKey x-api-key appSecret encryptionKey sharedSecret client_secret subscription-key masterKey presharedKey privateKey X-Auth-Token PHPSESSID
    JSESSIONID sessionId sid laravel_session mfaCode smsCode oneTimeCode verificationCode twoFactorCode backupCode totpSecret mnemonic
    recoveryPhrase code_verifier oauthVerifier deviceCode clientAssertion databaseUrl dsn licenseKey serialKey activationCode ssn
    socialSecurityNumber passportNumber taxId nationalId cardNumber cvv cardSecurityCode securityAnswer hmac
    """)

  /// Keys with their values.
  private static let innocent = pairs(
    """
    pageToken CAUQAA, next_page_token Cj0SNwoJk3, designToken color.primary, maxTokens 4096, token_type mac, tokenStatus expired,
    primaryKey order_id, key product-2231-blue, sortKey createdAt, keyCode 65, musicalKey F#-minor, keyId 2024-06-signing,
    passwordMaxLength 128, passwordStrength weak, passwordScore 3, passwordExpiryDays 90, pinLength 6, passwordAlgorithm argon2id,
    passwordLabel Password, focus passwordField, passwordIcon eye.slash, pinColor #FF8800, spinner large, pinStyle balloon, pan -0.25,
    company Acme, japaneseMode furigana, passengerName Row-12, bypass valve-B, renderPass shadow-map, passed 2-of-3, seasonPass Summer,
    mountainPass Furka, authors Beck, authorization notDetermined, authMethod oauth2, authState signedOut, authorizationStatus denied,
    grantType authorization_code, sessionDuration 184, audioSession playAndRecord, sessionState active, obsession trains, inside carton,
    cookieConsent accepted, cookieRecipe oats-and-honey, secretary Moneypenny, secretName db-credentials, credentialType passkey,
    countryCode DE, statusCode 404, currencyCode EUR, barcode 4006381333931, smsCodeResendSeconds 30, keySignature E-flat-major,
    timeSignature 6/8, emailSignature regards, signatureAlgorithm SHA256withRSA, revision df7702a, orderNumber 2024061100012345,
    trackingNumber 1Z999AA10123456784, tint #1E90FF, imei 356938035643809, productId com.example.pro, tokenFilePath /var/run/token.txt,
    DB_PASSWORD_FILE /run/secrets/db, mapPin Harbour, syntaxToken let, cancellationToken none, notenschlüssel Bass, 关键词 旅行, seed 20240611,
    phrase to-be-or-not, securityLevel high, className SessionNotes, accountType premium, version 2.14.0-beta.3
    """)

  private static let sentences = [
    "Password must contain at least one digit", "Please never share your password with anyone.", "Forgot your password? We can help.",
    "error: expected token ';' after expression", "Bearer tokens are rotated weekly", "The key to success is patience",
    "Missing key 'userId' in response", "Enter the PIN you received by post", "Cookie dough needs 200 grams of butter", "密码不能为空",
    "Votre mot de passe a été modifié", "The API key is missing.", "auth=none user=guest", "released version 10.15.7 build 19H2",
    "mkdir -p build/output", "docker run -p 8080:80 web", "let password = passwordField.text",
    "https://www.example.test/help/reset-password",
    "git@git.example.test:team/token-kit.git", "myapp://settings/password", "http://localhost:8080/health",
    "token: ${{ secrets.NPM_TOKEN }}",
    "https://www.example.test/a?sid=&x=1", "Passing tests: 112, failing: 0", "sk-toolbar-button", "App/3.2 (iOS 17.5; build 991)",
  ]

  init() {
    for key in Self.secretKeys {
      let secret = made(24)
      let places: [JSONValue] = [
        [key: .string(secret)], ["form": ["changed": [key: .string(secret), "user": "ada"]]], [key: ["_0": .string(secret)]],
        ["headers": [["name": .string(key), "value": .string(secret)]]],
        .string("user=ada \(key)=\(secret)"), .string("{\"\(key)\": \"\(secret)\"}"),
      ]
      for place in places { secrets.append(Row(value: ["state": place], text: secret)) }
    }
    for form in TokenForm.all {
      let token = made(max(form.count, 2))
      secrets.append(Row(value: ["note": .string("pasted into chat: \(form.beginning)\(token), thanks")], text: token))
    }
    for (key, text) in Self.innocent {
      let value: JSONValue = Int(text).map { JSONValue(integerLiteral: $0) } ?? .string(text)
      for place: JSONValue in [[key: value], ["screen": ["shown": [key: value, "user": "ada"]]], ["list": [[key: value]]]] {
        lookalikes.append(Row(value: ["state": place], text: text))
      }
    }
    for text in Self.sentences {
      for place: JSONValue in [["body": .string(text)], ["alert": ["shown": ["_0": .string(text)]]], [.string("Note"), .string(text)]] {
        lookalikes.append(Row(value: ["state": place], text: text))
      }
    }
  }

  private mutating func made(_ count: Int) -> String {
    let letters = Array("abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789")
    return "7" + String((1..<count).map { _ in letters[Int.random(in: 0..<letters.count, using: &random)] })
  }

  private static func words(_ text: String) -> [String] { text.split { $0.isWhitespace }.map(String.init) }

  private static func pairs(_ text: String) -> [(String, String)] {
    text.split { ",\n".contains($0) }.map(words).filter { $0.count == 2 }.map { ($0[0], $0[1]) }
  }

  private static func words(_ text: Substring) -> [String] { words(String(text)) }
}

/// Secrets and look-alikes written by somebody who knew neither the rules nor their promises. Each line is an object with the text that
/// must not be in the log (`secret`) or must be (`keep`).
private struct BlindCorpus {
  struct Row {
    let name: String
    let value: JSONValue
    let text: String
    let isSecret: Bool
    /// Whether the text is in a key.
    let isInKey: Bool
  }

  let rows: [Row]

  /// Kinds of texts in which the page promises that recorders find only some secrets, or none.
  static let unpromised: Set<String> = ["command-line", "config-text", "log-message", "password-command", "spoken-code"]

  init() throws {
    let file = URL(fileURLWithPath: #filePath).appendingPathComponent("../../Corpora/secrets.jsonl").standardized
    // A mark splits tokens, so that secret scanners do not report them.
    let text = try String(contentsOf: file, encoding: .utf8).replacing("⁞", with: "")
    rows = try text.split(separator: "\n").map { line in
      let row = try JSONValue(parsing: String(line))
      return Row(
        name: try #require(row["class"]?.string), value: try #require(row["value"]),
        text: try #require((row["secret"] ?? row["keep"])?.string),
        isSecret: row["secret"] != nil, isInKey: row["inKey"] == true)
    }
  }
}

struct SecretCorpusTests {
  private static let corpus = SecretCorpus()

  /// Whether the encoding of a value contains a text.
  private func isWritten(_ text: String, in value: JSONValue, asKey isInKey: Bool = false) throws -> Bool {
    try texts(written(value), keys: isInKey).contains { $0.contains(text) }
  }

  private func written(_ value: JSONValue) throws -> JSONValue {
    var bytes: [UInt8] = []
    let rules = EncodingRules.hidingSecrets(digestKey: SipHash.Key(low: 1, high: 2))
    ImageComparison(rules: rules).append(Streamed(json: value), named: "action", to: &bytes)
    return try JSONValue(parsing: bytes)
  }

  /// A text without what the search of a finished log finds in it.
  private func searched(_ text: String) -> String {
    let bytes = Array(text.utf8)
    let search = SecretText()
    return String(decoding: SecretText.redacted(bytes, search.likely(search.finds(in: text), in: bytes).map(\.range)), as: UTF8.self)
  }

  /// The texts in a value, or its keys.
  private func texts(_ json: JSONValue, keys: Bool) -> [String] {
    switch json {
    case .object(let object): object.flatMap { (keys ? [$0.key] : []) + texts($0.value, keys: keys) }
    case .array(let elements): elements.flatMap { texts($0, keys: keys) }
    case .string(let text): keys ? [] : [text]
    case .null, .bool, .number: keys ? [] : [json.text]
    }
  }

  @Test func `of the secrets that are promised to be found hardly one is written`() throws {
    let rows = Self.corpus.secrets
    let leaks = try rows.filter { try isWritten($0.text, in: $0.value) }
    #expect(rows.count >= 300)
    #expect(leaks.count * 100 <= rows.count * 5, "\(leaks.count) of \(rows.count): \(leaks.map(\.value.text))")
  }

  @Test func `of what looks like a secret hardly anything is hidden`() throws {
    let rows = Self.corpus.lookalikes
    let hidden = try rows.filter { try !isWritten($0.text, in: $0.value) }
    #expect(rows.count >= 300)
    #expect(hidden.count * 100 <= rows.count * 6, "\(hidden.count) of \(rows.count): \(hidden.map(\.value.text))")
  }

  @Test func `the same holds for what a stranger thought of`() throws {
    let rows = try BlindCorpus().rows
    let secrets = rows.filter { $0.isSecret && !BlindCorpus.unpromised.contains($0.name) }
    let leaks = try secrets.filter { try isWritten($0.text, in: $0.value, asKey: $0.isInKey) }
    #expect(secrets.count >= 300)
    #expect(leaks.count * 100 <= secrets.count * 6, "\(leaks.count) of \(secrets.count): \(leaks.map(\.value.text))")
    let lookalikes = rows.filter { !$0.isSecret }
    let hidden = try lookalikes.filter { try !isWritten($0.text, in: $0.value, asKey: $0.isInKey) }
    #expect(lookalikes.count >= 300)
    #expect(hidden.count * 100 <= lookalikes.count * 6, "\(hidden.count) of \(lookalikes.count): \(hidden.map(\.value.text))")
  }

  @Test(arguments: ["url-userinfo", "word-before-name"])
  func `in these forms each secret is found, and each look-alike stays`(_ name: String) throws {
    let rows = try BlindCorpus().rows.filter { $0.name == name }
    #expect(rows.count > 1)
    for row in rows { #expect(try isWritten(row.text, in: row.value) == !row.isSecret, "\(row.value.text)") }
  }

  @Test(arguments: ["named-pair", "spoken-code", "password-command", "escaped-name", "url-userinfo", "word-before-name"])
  func `the search finds each secret of these forms that a recorder wrote, and no look-alike`(_ name: String) throws {
    let rows = try BlindCorpus().rows.filter { $0.name == name }
    #expect(rows.count > 1)
    for row in rows {
      let isLeft = try texts(written(row.value), keys: false).contains { searched($0).contains(row.text) }
      #expect(isLeft == !row.isSecret, "\(row.value.text)")
    }
  }

  @Test func `the search finds what a recorder finds`() throws {
    let values = try BlindCorpus().rows.map(\.value) + Self.corpus.secrets.map(\.value)
    for text in values.flatMap({ texts($0, keys: false) }) where text.withBytes({ !SecretForms().ranges(in: $0).isEmpty }) {
      #expect(searched(text) != text, "\(text)")
    }
  }

  /// The classes of secrets in texts, with an example, and whether only the search of a finished log finds them.
  static let classes: [(class: String, text: String, secret: String, isOnlySearched: Bool)] = [
    ("after a sign", "password=hunter2 failed", "hunter2", false), ("after a name of two words", "API key: k17b2", "k17b2", false),
    ("JSON", #"{"token": "abc"}"#, "abc", false), ("JSON in JSON", #"{\"pin\":\"1234\"}"#, "1234", false),
    ("header", "Authorization: Digest username=ada, response=b17", "b17", false), ("query", "GET /?page=2&access_token=abc", "abc", false),
    ("environment", "export API_KEY='k-17'", "k-17", false), ("element", "<password>hunter2</password>", "hunter2", false),
    ("property list", "<key>token</key> <string>abc</string>", "abc", true), ("call", #"wrongPassword("hunter2")"#, "hunter2", false),
    ("option", "tool --password x1 --user ada", "x1", false), ("sentence", "the PIN is 1234", "1234", false),
    ("pair", #"{"name":"password","value":"hunter2"}"#, "hunter2", false),
    ("redirect", "app://cb?code=ED3fjOkjIAy6DsG8A", "ED3fjOkjIAy", false),
    ("token of a service", "AKIA" + "ABCDEFGHIJKLMNOP", "ABCDEFGHIJ", false),
    ("URL of a webhook", "/webhooks/" + "x7y8" + "123456789012345678901234567890", "x7y8", false),
    ("web token", "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhIn0.c2ln", "eyJzdWIi", false),
    ("credentials", "sent Bearer abcdefgh12345678", "abcdefgh12345678", false),
    ("private key", "-----BEGIN PRIVATE KEY-----\nMIIE\n-----END PRIVATE KEY-----", "MIIE", false),
    ("card", "pay 4111 1111 1111 1111", "4111 1111", false), ("login", "https://ada:hunter2@shop.example", "hunter2", false),
    ("token as login", "https://a1b2c3d4e5f6g7@shop.example", "a1b2c3", false),
    ("code in a message", "604418 is your Shop code", "604418", true),
    ("password of a command", "mysql -u root -phunter2 shop", "hunter2", true),
    ("login of a command", "curl -u ada:hunter2 https://shop.example", "hunter2", true),
    ("value before its name", #"{"value":"hunter2","name":"password"}"#, "hunter2", true),
    ("form with a name", "name=password&value=hunter2", "hunter2", true),
    ("list of values", #"{"name":"pin","values":["a17"]}"#, "a17", true),
    ("escaped name", #"{"pass\u0077ord":"hunter2"}"#, "hunter2", true),
    ("database of Go", "svc:bVq8dMnRNyo@tcp(127.0.0.1:3306)/db", "bVq8dMnRNyo", true),
    ("database of Oracle", "jdbc:oracle:thin:scott/tiger17@//db.example:1521", "tiger17", true),
    ("network", "WIFI:T:WPA;S:Home;P:allspice;;", "allspice", true),
    ("bot", "123456789" + ":AAl2h8bepFpEdiKXWl8GQuDbrWlWmeXwE99", "l2h8bepF", true),
    ("key of a mail service", "71cfbd8bd675e56959ed89cbc6aa1c95" + "-us14", "71cfbd8b", true),
    ("section of data", "<password><![CDATA[hunter2]]></password>", "hunter2", true),
  ]

  @Test(arguments: classes.indices)
  func `a class of secrets is found by a recorder, or only by the search`(_ place: Int) throws {
    let row = Self.classes[place]
    #expect(try isWritten(row.secret, in: .string(row.text)) == row.isOnlySearched, "\(row.class)")
    #expect(!searched(row.text).contains(row.secret), "\(row.class)")
  }
}
