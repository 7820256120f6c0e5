/// The words and phrases that name secrets, and those that say that a value is none.
///
/// They are kept as hashes, so that bytes are looked up without making texts of them.
struct SecretWords: Sendable {
  /// By hash: the roles of a word or phrase as bits.
  private var known: [UInt64: UInt32] = [:]
  /// A bit for each of these, by which most other words are told apart.
  private var filter = [UInt64](repeating: 0, count: 1024)

  static let all = SecretWords(table)

  private init(_ table: String) {
    let none = "".utf8[...]
    var (role, start, end) = (0 as UInt32, none, none)
    for word in table.utf8.split(whereSeparator: { $0 <= 0x20 }) {
      if word.first == UInt8(ascii: "#") {
        (role, start, end) = (max(1, role << 1), none, none)
      } else if word.first == Self.joint || word.last == Self.joint {
        // `_key access api` stands for `access_key api_key`, and `pin_ drop` for `pin_drop`.
        (start, end) = word.first == Self.joint ? (none, word) : (word, none)
      } else {
        let phrase = [start, word, end].joined()
        add(phrase.reduce(Self.basis, Self.hash), role)
        add(phrase.reduce(Self.basis) { $1 == Self.joint ? $0 : Self.hash($0, $1) }, role)
      }
    }
  }

  private mutating func add(_ hash: UInt64, _ role: UInt32) {
    known[hash, default: 0] |= role
    filter[Int(hash >> 6 & 1023)] |= 1 << (hash & 63)
  }

  /// The roles of a word or phrase, as bits.
  func roles(_ hash: UInt64) -> UInt32 { filter[Int(hash >> 6 & 1023)] >> (hash & 63) & 1 == 0 ? 0 : known[hash] ?? 0 }

  /// The hash of letters in lower case, and of `_` between the words of a phrase (FNV-1a).
  static let joint = UInt8(ascii: "_")
  static let basis: UInt64 = 0xCBF2_9CE4_8422_2325
  static func hash(_ hash: UInt64, _ letter: UInt8) -> UInt64 { (hash ^ UInt64(letter)) &* 0x0100_0000_01B3 }

  /// In lower case, behind their roles. `_` separates the words of a phrase.
  private static let table = """
    #secret password passwords passwd psw pswd passw pword pwd pwds pw passphrase passcode passcodes pin puk otp otps totp secret secrets
    token tokens jwt bearer cookie cookies credential credentials creds cred cvv cvc cvn ssn sid sess csrf xsrf cfid iban mnemonic hmac dsn
    psk ccn storepass keypass mdp motdepasse csc parol passwort passwoerter kennwort losungswort zugangscode zugangsdaten geheimnis
    geheimzahl einmalcode einmalpasswort kreditkartennummer kartennummer personalausweisnummer ausweisnummer reisepassnummer
    sozialversicherungsnummer steuernummer jeton contrasena contraseña senha senhas segredo wachtwoord toegangscode pincode heslo hasło
    haslo parola şifre sifre salasana lösenord losenord passord adgangskode kodeord jelszó jelszo lozinka geslo slaptažodis mima matkhau
    katasandi sicherheitscode kartenprüfnummer kartenpruefnummer prüfnummer zugangsschlüssel schlüsselwort cpf cnpj nif dni codicefiscale
    aadhaar aadhar bsn nino pesel curp personnummer access_tok api_keys auth_data backup_codes cc_num client_assertion connection_string
    credit_card credit_cards debit_card driver_license driver_licence drivers_license drivers_licence driving_licence driving_license
    health_insurance key_material magic_link national_insurance oauth_verifier pass_phrase pass_word passport_no private_keys pwd_hash
    recovery_codes recovery_phrase saml_assertion saml_response saml_request security_answer security_answers seed_phrase seed_words
    signing_keys social_security two_factor mot_de_passe mot_passe clé_secrète cle_secrete jeton_acces jeton_accès clave_secreta
    clave_acceso clave_privada palabra_clave_secreta palavra_passe chave_secreta chave_acesso chave_privada chiave_segreta chiave_privata
    código_seguridad codigo_seguridad código_verificación codigo_verificacion seguridad_social securite_sociale sécurité_sociale
    geheime_sleutel geheimer_schlüssel privater_schlüssel mật_khẩu mat_khau kata_sandi kata_laluan код_подтверждения كلمة_المرور كلمة_السر
    _key access account activation admin aes api app application auth cipher client consumer crypto deploy encryption entry hmac licence
    license maps master pass pre_shared preshared private product recovery root secret serial server service session setup shared signing
    ssh storage subscription wifi wpa write _code activation auth authorization backup card confirmation device door email fa gate login mfa
    one_time otp pairing pass recovery redemption reset security sign_in sms unlock verification verify _number card cc id_card identity
    passport tax _url database db mongo redis sas webhook code_ challenge_verifier sms verifier secret confidentiel _id national session tax
    taxpayer steuer _api clé cle clave chave chiave card_ verification no num pan _uri connection database db mongo codice_ segreto fiscale
    di_accesso accesso _ключ секретный приватный закрытый секретний #text pass pins #made assertion auth authorization basic clave fa oauth
    pan passport session sig signature tan tok #otherThing tokens_per map_pins top_secret fortune_cookie digital_signature_algorithm
    face_auth bearer_party pall_bearer credential_manager academic_credential use_credentials with_credentials business_card_number skin_tan
    sun_tan frying_pan camera_pan audio_pan passkey passwordless _token cancel cancellation color continuation stop design lexer next
    observation observer page paging parser punctuation syntax notification theme subscription space keyword spacing text operator start end
    _pass all band boarding bus by day depth event first forward high last low mountain render season second shadow ski travel wallet battle
    _tokens completion cached context max stop design generated input output prompt reasoning sub subword syntax observer cookie_ added
    banner clicker consent cutter dough flavor flavour jar notice preferences recipe settings _session audio camera capture conference game
    talk training workout study jam secret_ garden level santa ingredient menu word door room recipe _signature email key mail method
    function time type _pin bowling drop hat map rolling safety token_ kind index stream color colors pin_ drop tapped added removed color
    #description alg algorithm alignment animation author balance banner button categories category class color colors colour colours
    consent country currency description directory dismissed dropped encoding endpoint env environment expired file filename folder format
    font help icon image issuer kind label labels layout link locale location manager message method methods mode model name names namespace
    opacity page path permission permissions placeholder policy position price prompt provider purpose reason recipe region requirement
    requirements role roles rule rules scheme scope scopes screen section shape status state states stdin step strength style subtitle
    symbol tapped clicked pressed dragged hovered scrolled appeared disappeared title topic type types unit validation validator variant
    version view visibility #attribute age at attempt attempts budget cost count counts date days depth duration error errors expiration
    expires expiry failures height hours index interval kind left length lifetime limit max maximum milliseconds min minimum minutes ms
    offset per policy quota rate remaining resend retries rule rules score seconds size status strength timeout total ttl type usage used
    weeks width years #personal email emails mail phone phones mobile telephone tel msisdn fax dob birthday birthdate surname firstname
    lastname fullname street address postcode zip latitude longitude lat lon lng vin iban birth_date date_of_birth e_mail ip_address
    licence_plate license_plate number_plate mac_address mail_address postal_code zip_code _name family first full given last _number
    account mobile phone routing #innocent account at attempt attempts count date duration email error errors expires expiry field for host
    id ids index is kind length line method name page permission permissions provider reason retries role roles scope scopes screen service
    source status step store strength time timeout tries type user users username uuid version via #ordinary a accepted again and are as at
    be because but by can cannot change changed check correct could did does empty entered error expired expires failed field fields for
    form from given had has hash have if in incorrect input invalid is it its length manager may mismatch missing must needed needs no not
    of ok on or policy refresh refreshed refused rejected required reset rule rules screen sent set short should that the then to too typed
    unknown updated used valid was weak were when which will with without wrong #scheme bearer basic digest token negotiate apikey hawk ntlm
    oauth key aws #verb is was provided ist lautet est es è é #password password passwd passphrase passcode pwd #generated token key cookie
    session authorization jwt bearer #header authorization cookie #pin pin pins #plain value raw new text string #name key name field header
    path input type kind for id label parameter identifier #kind type kind #value value values text
    """
}
