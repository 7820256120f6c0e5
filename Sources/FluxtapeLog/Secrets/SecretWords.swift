/// The words and phrases that name secrets, and those that say that a value is none.
///
/// They are kept as hashes, since sets of strings would slow down the launch of an app.
package struct SecretWords: Sendable {
  /// The meanings of words. The table has a heading for each, in this order.
  package enum Role: UInt32 {
    case secret, text, made, otherThing, description, attribute, header, personal, password, innocent, neutral
    case nameOfNeighbor, kindOfNeighbor, nameOfFew, value, ordinary, scheme, verb
    /// The first word of a phrase, and the last word of one that names a secret.
    case beginning, ending
  }

  struct Roles {
    var bits: UInt32 = 0
    func contains(_ role: Role) -> Bool { bits & 1 << role.rawValue != 0 }
  }

  /// By hash, with open addressing; no roles mean that the slot is free.
  private var slots: [(hash: Hash, roles: Roles)] = Array(repeating: (Hash(), Roles()), count: 1 << 12)

  package static let all = SecretWords(table)

  private init(_ table: String) {
    var role = UInt32.max
    for line in table.utf8.split(separator: UInt8(ascii: "\n")) {
      guard line.first != UInt8(ascii: "#") else {
        role &+= 1
        continue
      }
      for phrase in line.split(separator: UInt8(ascii: " ")) { add(phrase, Role(rawValue: role) ?? .secret) }
    }
  }

  /// Adds a word, or a phrase as its words and as one word.
  private mutating func add(_ phrase: Substring.UTF8View, _ role: Role) {
    let words = phrase.split(separator: Hash.joint)
    guard let first = words.first, let last = words.last else { return }
    insert(role, Hash(words.joined()))
    guard words.count > 1 else { return }
    insert(role, Hash(phrase))
    insert(.beginning, Hash(first))
    if role == .secret { insert(.ending, Hash(last)) }
  }

  private mutating func insert(_ role: Role, _ hash: Hash) {
    let slot = slot(of: hash)
    slots[slot] = (hash, Roles(bits: slots[slot].roles.bits | 1 << role.rawValue))
  }

  private func slot(of hash: Hash) -> Int {
    var slot = Int(truncatingIfNeeded: hash.bits &>> 40) & (slots.count &- 1)
    while slots[slot].roles.bits != 0, slots[slot].hash != hash { slot = (slot &+ 1) & (slots.count &- 1) }
    return slot
  }
}

extension SecretWords {
  /// The hash of letters in lower case, and of `_` between the words of a phrase (FNV-1a).
  struct Hash: Equatable {
    private(set) var bits: UInt64 = 0xCBF2_9CE4_8422_2325

    init() {}

    init(_ letters: some Sequence<UInt8>) { for letter in letters { add(letter) } }

    mutating func add(_ letter: UInt8) { bits = (bits ^ UInt64(letter)) &* 0x0100_0000_01B3 }

    /// The hash of a phrase that begins with this word.
    var joined: Hash {
      var hash = self
      hash.add(Self.joint)
      return hash
    }

    static let joint = UInt8(ascii: "_")
  }

  func roles(_ hash: Hash) -> Roles { slots[slot(of: hash)].roles }

  /// Whether a word in lower case has a role.
  package func has(_ role: Role, _ word: some StringProtocol) -> Bool { roles(Hash(word.utf8)).contains(role) }
}

// MARK: - The table

extension SecretWords {
  /// In lower case. `_` separates the words of a phrase.
  private static let table = """
    #secret: Names a secret anywhere in a key, alone or as a phrase of adjacent words, which may be written as one.
    password passwords passwd psw pswd passw pword pwd pwds pw passphrase passcode passcodes pin puk otp otps totp secret secrets token
    tokens jwt bearer cookie cookies credential credentials creds cred cvv cvc cvn ssn sid sess csrf xsrf cfid iban mnemonic hmac dsn psk
    ccn storepass keypass mdp motdepasse csc parol passwort passwoerter kennwort losungswort zugangscode zugangsdaten geheimnis geheimzahl
    einmalcode einmalpasswort kreditkartennummer kartennummer personalausweisnummer ausweisnummer reisepassnummer sozialversicherungsnummer
    steuernummer jeton contrasena contraseña senha senhas segredo wachtwoord toegangscode pincode heslo hasło haslo parola şifre sifre
    salasana lösenord losenord passord adgangskode kodeord jelszó jelszo lozinka geslo slaptažodis mima matkhau katasandi sicherheitscode
    kartenprüfnummer kartenpruefnummer prüfnummer zugangsschlüssel schlüsselwort cpf cnpj nif dni codicefiscale aadhaar aadhar bsn nino
    pesel curp personnummer access_key account_key pass_key activation_key admin_key aes_key api_key app_key application_key auth_key
    cipher_key client_key consumer_key crypto_key deploy_key encryption_key entry_key hmac_key licence_key license_key maps_key master_key
    pre_shared_key preshared_key private_key product_key recovery_key root_key secret_key serial_key server_key service_key session_key
    setup_key shared_key signing_key ssh_key storage_key subscription_key wifi_key wpa_key write_key activation_code auth_code
    authorization_code backup_code card_code confirmation_code device_code door_code email_code fa_code gate_code login_code mfa_code
    one_time_code otp_code pairing_code pass_code recovery_code redemption_code reset_code security_code sign_in_code sms_code unlock_code
    verification_code verify_code card_number cc_number id_card_number identity_number passport_number tax_number database_url db_url
    mongo_url redis_url sas_url webhook_url code_challenge_verifier code_sms code_verifier code_secret code_confidentiel national_id
    session_id tax_id taxpayer_id steuer_id clé_api cle_api clave_api chave_api chiave_api card_verification card_no card_num card_pan
    connection_uri database_uri db_uri mongo_uri codice_segreto codice_fiscale codice_di_accesso codice_accesso секретный_ключ
    приватный_ключ закрытый_ключ секретний_ключ access_tok api_keys auth_data backup_codes cc_num client_assertion connection_string
    credit_card credit_cards debit_card driver_license driver_licence drivers_license drivers_licence driving_licence driving_license
    health_insurance key_material magic_link national_insurance oauth_verifier pass_phrase pass_word passport_no private_keys pwd_hash
    recovery_codes recovery_phrase saml_assertion saml_response saml_request security_answer security_answers seed_phrase seed_words
    signing_keys social_security two_factor mot_de_passe mot_passe clé_secrète cle_secrete jeton_acces jeton_accès clave_secreta
    clave_acceso clave_privada palabra_clave_secreta palavra_passe chave_secreta chave_acesso chave_privada chiave_segreta chiave_privata
    código_seguridad codigo_seguridad código_verificación codigo_verificacion seguridad_social securite_sociale sécurité_sociale
    geheime_sleutel geheimer_schlüssel privater_schlüssel mật_khẩu mat_khau kata_sandi kata_laluan код_подтверждения كلمة_المرور كلمة_السر
    #text: Names a secret as the last word of a key, if the value is text.
    pass pins
    #made: Names a secret as the last word of a key, if the value is text that looks generated.
    assertion auth authorization basic clave fa oauth pan passport session sig signature tan tok
    #otherThing: Words with the name of a secret that name something else.
    passkey cancel_token cancellation_token color_token continuation_token stop_token design_token lexer_token next_token observation_token
    observer_token page_token paging_token parser_token punctuation_token syntax_token notification_token theme_token subscription_token
    space_token keyword_token spacing_token text_token operator_token start_token end_token all_pass band_pass boarding_pass bus_pass
    by_pass day_pass depth_pass event_pass first_pass forward_pass high_pass last_pass low_pass mountain_pass render_pass season_pass
    second_pass shadow_pass ski_pass travel_pass wallet_pass battle_pass completion_tokens cached_tokens context_tokens max_tokens
    stop_tokens design_tokens generated_tokens input_tokens output_tokens prompt_tokens reasoning_tokens sub_tokens subword_tokens
    syntax_tokens observer_tokens cookie_added cookie_banner cookie_clicker cookie_consent cookie_cutter cookie_dough cookie_flavor
    cookie_flavour cookie_jar cookie_notice cookie_preferences cookie_recipe cookie_settings audio_session camera_session capture_session
    conference_session game_session talk_session training_session workout_session study_session jam_session secret_garden secret_level
    secret_santa secret_ingredient secret_menu secret_word secret_door secret_room secret_recipe email_signature key_signature
    mail_signature method_signature function_signature time_signature type_signature bowling_pin drop_pin hat_pin map_pin rolling_pin
    safety_pin token_kind token_index token_stream token_color token_colors pin_drop pin_tapped pin_added pin_removed pin_color tokens_per
    map_pins top_secret fortune_cookie digital_signature_algorithm face_auth bearer_party pall_bearer credential_manager
    academic_credential use_credentials with_credentials business_card_number skin_tan sun_tan frying_pan camera_pan audio_pan
    #description: As the last word: the value describes a secret or where one is stored, `DB_PASSWORD_FILE`; or an event, `pinDropped`.
    alg algorithm alignment animation author balance banner button categories category class color colors colour colours consent country
    currency description directory dismissed dropped encoding endpoint env environment expired file filename folder format font help icon
    image issuer kind label labels layout link locale location manager message method methods mode model name names namespace opacity page
    path permission permissions placeholder policy position price prompt provider purpose reason recipe region requirement requirements
    role roles rule rules scheme scope scopes screen section shape status state states stdin step strength style subtitle symbol tapped
    clicked pressed dragged hovered scrolled appeared disappeared title topic type types unit validation validator variant version view
    visibility
    #attribute: A number or date under the key is a fact about a secret and does not reveal it.
    age at attempt attempts budget cost count counts date days depth duration error errors expiration expires expiry failures height hours
    index interval kind left length lifetime limit max maximum milliseconds min minimum minutes ms offset per policy quota rate remaining
    resend retries rule rules score seconds size status strength timeout total ttl type usage used weeks width years
    #header: A header of HTTP, whose value extends to the end of the line.
    authorization cookie
    #personal: Names personal data, as the last word of a key.
    email emails mail phone phones mobile telephone tel msisdn fax dob birthday birthdate surname firstname lastname fullname street
    address postcode zip latitude longitude lat lon lng vin iban family_name first_name full_name given_name last_name account_number
    mobile_number phone_number routing_number birth_date date_of_birth e_mail ip_address licence_plate license_plate number_plate
    mac_address mail_address postal_code zip_code
    #password: Names a password, which a sentence reveals even if it is an ordinary word.
    password passwd passphrase passcode pwd
    #innocent: The value, beside or inside of a secret, is not the secret.
    account at attempt attempts count date duration email error errors expires expiry field for host id ids index is kind length line
    method name page permission permissions provider reason retries role roles scope scopes screen service source status step store
    strength time timeout tries type user users username uuid version via
    #neutral: Leaves the meaning of a value to the enclosing name.
    value raw new text string
    #nameOfNeighbor: As a key: the text may name a secret in the value beside it, `{"name":"Authorization","value":"…"}`.
    key name field header key_path input_type type kind
    #kindOfNeighbor: Of these, only if the text names a password: `{"kind":"password","value":"x"}`.
    type kind
    #nameOfFew: As a key in an object of two or three members: the text may name all others.
    id identifier label parameter for_key
    #value: As a key: the value beside such a name.
    value values text
    #ordinary: Follows the name of a secret in sentences that do not reveal it.
    a accepted again and are as at be because but by can cannot change changed check correct could did does empty entered error expired
    expires failed field fields for form from given had has hash have if in incorrect input invalid is it its length manager may mismatch
    missing must needed needs no not of ok on or policy refresh refreshed refused rejected required reset rule rules screen sent set short
    should that the then to too typed unknown updated used valid was weak were when which will with without wrong
    #scheme: The name of a scheme before credentials.
    bearer basic digest token aws4-hmac-sha256 negotiate apikey hawk ntlm oauth key
    #verb: Connects the name of a secret and the secret in sentences.
    is was is: provided: ist lautet lautet: est es è é — -
    """
}
