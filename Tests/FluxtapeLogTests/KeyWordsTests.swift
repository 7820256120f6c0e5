import FluxtapeJSON
import FluxtapeLog
import FluxtapeRandomCases
import Testing

struct SecretKeyTests {
  @Test(arguments: [
    "password", "Password", "PASSWORD", "newPassword", "new_password", "password2", "user.password", "passwd", "pin", "cardPIN", "token",
    "accessToken", "access_token", "accesstoken", "idTokens", "X-API-Key", "apiKey", "APIKey", "apikey", "Set-Cookie",
    "clientSecret", "client-secret", "privateKey", "cardNumber", "card_number", "securityCode", "cvv", "CVV2", "passwordField",
    "tokenString", "pw", "dbPassword", "newpassword", "userpassword", "PASSWORDHASH", "passwordConfirmation", "usertoken", "csrfToken",
    "x-csrf", "XSRF-TOKEN", "sid", "sessionId", "session_id", "sessionid", "iban", "creditCard", "creditcard", "cardPAN", "mnemonic",
    "seedPhrase", "recoveryKey", "masterKey", "sshKey", "verificationCode", "oneTimeCode", "onetimecode", "backupCodes",
    "securityAnswer", "connectionString", "passwordHint", "tokenOptions", "OTP", "passkeyToken", "passkeySecret", "passwordlessToken",
    "bypassToken", "lastpassPassword", "PINÄnderung", "JWTÜbergabe",
  ])
  func `names a secret`(_ key: String) {
    #expect(KeyWords(key).meaning == .secret)
  }

  @Test(arguments: ["pass", "dbPass", "pins", "stagePass"])
  func `names a secret if it is a text`(_ key: String) {
    #expect(KeyWords(key).meaning == .text)
  }

  @Test(arguments: [
    "auth", "X-Auth", "oauth", "session", "userSession", "pan", "PAN", "signature", "loginAuth", "Authorization", "Proxy-Authorization",
    "passport",
  ])
  func `names a secret if it is a text that looks like one`(_ key: String) {
    #expect(KeyWords(key).meaning == .made)
  }

  @Test(arguments: [
    "JSESSIONID", "PHPSESSID", "mfaCode", "2faCode", "smsCode", "code_verifier", "oauthVerifier", "databaseUrl", "dsn", "licenseKey",
    "socialSecurityNumber", "passportNumber", "hmac", "Passwort", "neuesPasswort", "motDePasse", "mot_de_passe", "contraseña", "senha",
    "wachtwoord", "ASPSESSIONIDQABCD", "密码", "用户密码", "パスワード", "비밀번호", "пароль", "новыйПароль", "şifre", "chiaveSegreta", "psw", "puk",
  ])
  func `names a secret of another language, or one that was missed before`(_ key: String) {
    #expect(KeyWords(key).meaning == .secret)
  }

  @Test(arguments: [
    "pageToken", "nextPageToken", "cancellationToken", "syntaxToken", "designToken", "mapPin", "mountainPass", "timeSignature",
    "cookieRecipe", "imei", "authorizationStatus", "tokenTapped", "pinDropped", "cookieAdded", "tokenStatus", "DB_PASSWORD_FILE",
    "secretName", "pinColor", "passkey", "passwordless", "关键词", "キーワード", "notenschlüssel",
  ])
  func `goes by a similar name`(_ key: String) {
    #expect(KeyWords(key).meaning == .none)
  }

  @Test func `names of persons are secrets where personal data are hidden`() {
    let rules = SecretKeyRules(hidesPersonalData: true)
    for key in ["email", "userEmail", "phoneNumber", "fullName", "latitude", "street", "postalCode", "ipAddress", "birthDate", "pin"] {
      #expect(rules.meaning(of: key) == .secret, "\(key)")
      #expect(key == "pin" || SecretKeyRules().meaning(of: key) == .none, "\(key)")
    }
    for key in ["emailCount", "phoneNumberCount", "phoneType", "birth", "name"] { #expect(rules.meaning(of: key) == .none, "\(key)") }
  }

  @Test(arguments: [
    "tokenCount", "usedTokens", "usedPassword", "lastUsedToken", "passwordAttempts", "wrongPasswordError", "oldPasswordUsed",
    "tokenExpiry", "tokenExpiresAt", "passwordlength", "tokenRefreshedAt",
  ])
  func `names something about a secret`(_ key: String) {
    #expect(KeyWords(key).meaning == .about)
  }

  @Test(arguments: [
    "", "tokenizer", "pinned", "isPinned", "passwordStrength", "passwordRules", "tokenType", "passed", "passenger", "passengers",
    "company", "authorized", "authors", "authState", "authProvider", "sessionStore", "sessionCount", "boardingPass", "passThrough",
    "panOffset", "expand", "signatureHelp", "passwordless", "keyword", "crossword", "sides", "credit", "seed", "recovery",
    "verification", "oneTimeOffer", "onetime", "secured", "user", "userId", "codes", "creditScore", "master", "idea",
    "key", "keyboard", "author", "cookiecutter", "secretary", "number", "cardholder", "compass", "shopping", "spin", "opinion", "総額",
  ])
  func `names none`(_ key: String) {
    #expect(KeyWords(key).meaning == .none)
  }
}

struct CardNumberTests {
  @Test(arguments: [
    ("4111111111111111", [0..<16]),
    ("4111 1111 1111 1111", [0..<19]),
    ("4111-1111-1111-1111", [0..<19]),
    ("pay 378282246310005 now", [4..<19]),
    ("12 4111 1111 1111 1111", [3..<22]),
    ("4222222222222 and 6011000990139424", [0..<13, 18..<34]),
    ("カード4111111111111111", [9..<25]), ("4111.1111.1111.1111", [0..<19]), ("4111_1111_1111_1111.", [0..<19]),
    ("4111\u{A0}1111\u{A0}1111\u{A0}1111", [0..<22]), ("4111–1111–1111–1111", [0..<25]), ("a 4111 - 1111 - 1111 - 1111", []),
    ("4111  1111  1111 1111", [0..<21]), ("4111- 1111- 1111- 1111", [0..<22]), ("3782.822463.10005", [0..<17]),
  ])
  func `finds card numbers`(_ text: String, _ ranges: [Range<Int>]) {
    #expect(text.withBytes { CardNumber.ranges(in: $0) } == ranges)
  }

  @Test(arguments: 0..<60)
  func `finds a card number wherever it stands`(_ place: Int) {
    let text = String(repeating: "x", count: place) + " 4222222222222" + String(repeating: "- y 1 ", count: 9) + "4222 2222 2222 2"
    #expect(text.withBytes { CardNumber.ranges(in: $0) } == [place + 1..<place + 14, place + 68..<place + 84])
  }

  @Test(arguments: [
    "", "4111111111111112", "411111111111", "0000000000000000", "41111111111111111111111", "4111   1111 1111 1111", "20261121.090001",
    "2026-11-21  09.00.06", "1.2.3.4.5.6.7.8.9.0.1.2.8", "a4111111111111111",
    "4111111111111111f", "2026-11-21T09:00:00.000000Z", "9f2c41d07be3a85c",
  ])
  func `leaves other digits alone`(_ text: String) {
    #expect(text.withBytes { CardNumber.ranges(in: $0) }.isEmpty)
  }
}
