// The words by which keys name secrets, in lower case.

extension SensitiveKeyName {
  /// Words that name a secret wherever they stand in a key.
  static let secrets: Set<String> = Set(
    words(
      """
      password passwords passwd psw pswd passw pword pwd pwds pw passphrase passcode passcodes pin puk otp otps totp secret secrets token
      tokens jwt bearer cookie cookies credential credentials creds cred cvv cvc cvn ssn sid sess csrf xsrf cfid iban mnemonic hmac dsn psk ccn
      storepass keypass mdp motdepasse csc parol
      passwort passwoerter kennwort losungswort zugangscode zugangsdaten geheimnis geheimzahl einmalcode einmalpasswort kreditkartennummer
      kartennummer personalausweisnummer ausweisnummer reisepassnummer sozialversicherungsnummer steuernummer
      jeton contrasena contraseña senha senhas segredo wachtwoord toegangscode pincode heslo hasło haslo parola şifre sifre salasana
      lösenord losenord passord adgangskode kodeord jelszó jelszo lozinka geslo slaptažodis mima matkhau katasandi
      sicherheitscode kartenprüfnummer kartenpruefnummer prüfnummer zugangsschlüssel schlüsselwort
      cpf cnpj nif dni codicefiscale aadhaar aadhar bsn nino pesel curp personnummer
      """) + compounds.map { String($0.filter { $0 != " " }) }.filter { $0 != "passkey" })

  /// Words of languages that put no blank between words, or bend their ends: parts of words.
  static let unspacedWords = words(
    """
    密码 密碼 口令 验证码 驗證碼 密钥 密鑰 令牌 身份证号 身份證號 パスワード 暗証番号 秘密鍵 認証コード トークン 비밀번호 암호 토큰 парол токен συνθηματικ снилс マイナンバー
    סיסמ passwort kennwort schlüsselwort
    """)

  /// Words that name a secret where they stand side by side.
  static let compounds: Set<String> = Set(
    lines(
      """
      access key, access tok, account key, activation code, activation key, admin key, aes key, api key, api keys, app key, application key,
      auth code, auth data, auth key, authorization code, backup code, backup codes, card code, card number, card verification, card no, card num, card pan,
      cc num, cc number, cipher key, client assertion, client key, code challenge verifier, code sms, code verifier, confirmation code,
      connection string, connection uri, consumer key, credit card, credit cards, crypto key, database uri, database url, db uri, db url,
      debit card, deploy key, device code, door code, driver license, driver licence, drivers license, drivers licence, driving licence,
      driving license, email code, encryption key, entry key, fa code, gate code, health insurance, hmac key, id card number,
      identity number, key material, licence key, license key, login code, magic link, maps key, master key, mfa code, mongo uri, mongo url,
      national id, national insurance, oauth verifier, one time code, otp code, pairing code, pass code, pass phrase, pass key, pass word,
      passport no, passport number, pre shared key, preshared key, private key, private keys, product key, pwd hash, recovery code,
      recovery codes, recovery key, recovery phrase, redemption code, redis url, reset code, root key, saml assertion, saml response, saml request,
      sas url, secret key, security answer, security answers, security code, seed phrase, seed words, serial key, server key, service key,
      session id, session key, setup key, shared key, sign in code, signing key, signing keys, sms code, social security, ssh key,
      storage key, subscription key, tax id, tax number, taxpayer id, two factor, unlock code, verification code, verify code,
      webhook url, wifi key, wpa key, write key,
      mot de passe, mot passe, clé api, cle api, clé secrète, cle secrete, code secret, code confidentiel, jeton acces, jeton accès,
      clave secreta, clave api, clave acceso, clave privada, palabra clave secreta, palavra passe, chave secreta, chave api, chave acesso,
      chave privada, chiave segreta, chiave api, chiave privata, codice segreto, codice fiscale, codice di accesso, codice accesso, código seguridad, codigo seguridad, código verificación,
      codigo verificacion, seguridad social, securite sociale, sécurité sociale, geheime sleutel,
      geheimer schlüssel, privater schlüssel, steuer id, mật khẩu, mat khau, kata sandi, kata laluan, секретный ключ, приватный ключ,
      закрытый ключ, секретний ключ, код подтверждения, كلمة المرور, كلمة السر
      """))

  /// Words that name a secret as the last of a key, if the value is a text.
  static let texts: Set<String> = ["pass", "pins"]

  /// Words that name a secret as the last of a key, if the value is a text that looks made.
  static let mades: Set<String> = [
    "assertion", "auth", "basic", "clave", "fa", "oauth", "pan", "passport", "session", "sig", "signature", "tan", "tok",
  ]

  /// What a `pass` opens that is a password, by the word before it.
  static let passOwners: Set<String> = Set(
    words(
      """
      account admin app archive auth basic cert client confirm current database db default enc ftp ftps guest host http imap ldap login mail
      master mongo my mysql new old password pdf pg pop postgres proxy redis repeat rpc root server service sftp smtp sql ssh temp tmp tmp user
      vault vpn web wifi zip
      """))

  /// What goes by the name of a secret and is none.
  static let otherThings: Set<String> = Set(
    lines(
      """
      cancel token, cancellation token, color token, continuation token, completion tokens, cached tokens, context tokens, design token,
      design tokens, generated tokens, input tokens, lexer token, next token, observation token, observer token, output tokens,
      page token, paging token, parser token, prompt tokens, reasoning tokens, punctuation token, sub tokens, subword tokens, syntax token,
      syntax tokens, token kind, token index, token stream, tokens per, token color, token colors, notification token, observer tokens, theme token,
      subscription token, space token, keyword token, spacing token, text token, operator token, start token, end token,
      bowling pin, drop pin, hat pin, map pin, map pins, pin drop, pin tapped, pin added, pin removed, pin color, rolling pin, safety pin,
      secret garden, secret level, secret santa, secret ingredient, secret menu, secret word, top secret, secret door, secret room, secret recipe,
      cookie added, cookie banner, cookie clicker, cookie consent, cookie cutter, cookie dough, cookie flavor, cookie flavour, cookie jar,
      cookie notice, cookie preferences, cookie recipe, cookie settings, fortune cookie,
      all pass, band pass, boarding pass, bus pass, by pass, day pass, depth pass, event pass, first pass, forward pass, high pass, last pass,
      low pass, mountain pass, render pass, season pass, second pass, shadow pass, ski pass, travel pass, wallet pass, battle pass,
      digital signature algorithm, email signature, key signature, mail signature, method signature, function signature, time signature,
      type signature, audio session, camera session, capture session, conference session, game session, talk session, training session,
      workout session, study session, jam session, face auth, bearer party, pall bearer, credential manager, academic credential,
      use credentials, with credentials, business card number, skin tan, sun tan, frying pan, camera pan, audio pan
      """))

  /// Ends of words that are made of two without a mark between them: `userpassword`.
  static let endings = words(
    "password passwords passwd passwort kennwort passphrase token tokens secret apikey secretkey privatekey sessionid sessid")

  /// As the last of a key they say that the value describes a secret, or is where one is kept, also if it is a text: `tokenType`,
  /// `passwordStrength`, `DB_PASSWORD_FILE`; or that somebody did something to what is on the screen: `pinDropped`.
  static let descriptions: Set<String> = Set(
    words(
      """
      alg algorithm alignment animation author balance banner button categories category class color colors colour colours consent
      country currency description directory dismissed dropped encoding endpoint env environment expired file filename folder format font
      help icon image issuer kind label labels layout link locale location manager message method methods mode model name names
      namespace opacity page path permission permissions placeholder policy position price prompt provider purpose reason recipe region
      requirement requirements role roles rule rules scheme scope scopes screen section shape status state states stdin step strength style
      subtitle symbol tapped clicked pressed dragged hovered scrolled appeared disappeared title topic type types unit validation
      validator variant version view visibility
      """))

  /// Words that say that a number or a date tells what is known about a secret without giving it away.
  static let attributes: Set<String> = Set(
    words(
      """
      age at attempt attempts budget cost count counts date days depth digits duration error errors expiration expires expiry failures height
      hours index interval kind left length lifetime limit max maximum milliseconds min minimum minutes ms offset per policy quota rate remaining
      resend retries rule rules score seconds size status strength timeout total ttl type usage used weeks width years
      """
    ).filter { $0 != "digits" })

  /// Words that name what belongs to a person, as the last of a key.
  static let personal: Set<String> = Set(
    words(
      """
      email emails mail phone phones mobile telephone tel msisdn fax dob birthday birthdate surname firstname lastname fullname street
      address postcode zip latitude longitude lat lon lng vin iban
      """))

  static let personalCompounds: Set<String> = Set(
    lines(
      """
      account number, birth date, date of birth, e mail, family name, first name, full name, given name, ip address, last name, licence plate,
      license plate, number plate, mac address, mail address, mobile number, phone number, postal code, routing number, zip code
      """))

  private static func words(_ text: String) -> [String] { text.split { $0.isWhitespace }.map(String.init) }

  private static func lines(_ text: String) -> [String] {
    text.split { ",\n".contains($0) }.map { String($0.drop { $0 == " " }) }.filter { !$0.isEmpty }
  }
}
