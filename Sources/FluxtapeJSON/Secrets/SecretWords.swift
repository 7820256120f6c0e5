/// The words and phrases that identify secrets and statements about them. They are compared inside of a single text, since building sets of
/// strings would slow down the launch of an app.
struct SecretWords: Sendable {
  /// The meaning of a word or phrase. The table has a heading for each, in this order.
  enum Role: UInt8 {
    /// Names a secret anywhere in a key.
    case secret
    /// Words that name a secret if they are adjacent or written as one word.
    case compound
    /// Names a secret as the last word of a key, if the value is text.
    case text
    /// Names a secret as the last word of a key, if the value is text that looks generated.
    case made
    /// The word before `pass` that makes it a password.
    case passOwner
    /// Words with the name of a secret that name something else.
    case otherThing
    /// As the last word of a key: the value describes a secret, or is a place where one is stored, even if it is text: `tokenType`,
    /// `passwordStrength`, `DB_PASSWORD_FILE`; or the key names an event on the screen: `pinDropped`.
    case description
    /// A number or date under the key is a fact about a secret and does not reveal it.
    case attribute
    /// Names personal data, as the last word of a key.
    case personal
    /// Words that name personal data if they are adjacent.
    case personalCompound
    /// The value, beside or inside of a secret, is not the secret.
    case innocent
    /// Follows the name of a secret in sentences that do not reveal it.
    case ordinary
    /// The name of a scheme before credentials.
    case scheme
    /// Connects the name of a secret and the secret in sentences.
    case verb
    /// A name after which a sentence reveals a secret, even if that is an ordinary word.
    case spokenName
    /// A command with the option `-pSECRET`.
    case gluedOption
    /// A command with the option `-p SECRET`.
    case apartOption
    /// A command with the option `-u NAME:SECRET`.
    case userOption
    /// A command with the option `-a SECRET`.
    case authOption
    /// The word for a one-time code.
    case code
    /// The word before a code says that the code is no secret: `error code`.
    case openCode
    /// Begins a phrase that tells somebody a one-time code: `your code is`, `enter the code`.
    case codeLead
  }

  private struct Entry {
    let role: UInt8
    let start: UInt16
    let end: UInt16
  }

  private let text: [UInt8]
  private var entries: [Entry] = []
  /// Indices in ``entries``, by the hash of the letters; -1 means free.
  private var slots: [Int16] = Array(repeating: -1, count: 1 << slotBits)

  private static let slotBits = 12
  private static let joint = UInt8(ascii: "_")

  static let all = SecretWords(table)

  private init(_ table: String) {
    text = Array(table.utf8)
    entries.reserveCapacity(1 << 10)
    var (place, headings) = (0, 0 as UInt8)
    while place < text.count {
      let start = place
      var hash = LetterHash()
      while place < text.count, text[place] > 0x20 {
        hash.add(text[place])
        place += 1
      }
      if text[start] == UInt8(ascii: "#") {
        headings += 1
      } else if place > start {
        var slot = hash.slot
        while slots[slot] >= 0 { slot = (slot + 1) & (slots.count - 1) }
        slots[slot] = Int16(entries.count)
        entries.append(Entry(role: headings - 1, start: UInt16(start), end: UInt16(place)))
      }
      place += 1
    }
  }

  private struct LetterHash {
    private var bits: UInt32 = 0

    mutating func add(_ letter: UInt8) { if letter != SecretWords.joint { bits = bits &* 33 &+ UInt32(letter) } }
    var slot: Int { Int((bits &* 0x9E37_79B1) >> UInt32(32 - SecretWords.slotBits)) }
  }
}

extension SecretWords {
  /// Whether a lower-case word has the role, as a word or as a phrase written without separators.
  func has(_ role: Role, _ word: String) -> Bool {
    var hash = LetterHash()
    for letter in word.utf8 { hash.add(letter) }
    return contains(role, hash) { isWord($0, word) }
  }

  /// Whether adjacent words form a phrase with the role.
  func has(_ role: Role, _ words: ArraySlice<String>) -> Bool {
    var hash = LetterHash()
    for word in words { for letter in word.utf8 { hash.add(letter) } }
    return contains(role, hash) { isPhrase($0, words) }
  }

  private func contains(_ role: Role, _ hash: LetterHash, where isSame: (Entry) -> Bool) -> Bool {
    var slot = hash.slot
    while slots[slot] >= 0 {
      let entry = entries[Int(slots[slot])]
      if entry.role == role.rawValue, isSame(entry) { return true }
      slot = (slot + 1) & (slots.count - 1)
    }
    return false
  }

  private func isWord(_ entry: Entry, _ word: String) -> Bool {
    var place = Int(entry.start)
    for letter in word.utf8 where letter != Self.joint {
      if place < entry.end, text[place] == Self.joint { place += 1 }
      guard place < entry.end, text[place] == letter else { return false }
      place += 1
    }
    return place == entry.end
  }

  private func isPhrase(_ entry: Entry, _ words: ArraySlice<String>) -> Bool {
    var place = Int(entry.start)
    for word in words {
      if place > entry.start {
        guard place < entry.end, text[place] == Self.joint else { return false }
        place += 1
      }
      for letter in word.utf8 {
        guard place < entry.end, text[place] == letter else { return false }
        place += 1
      }
    }
    return place == entry.end
  }

  /// Visits the words and phrases with a role, phrases as their words.
  func forEach(_ role: Role, _ visit: ([ArraySlice<UInt8>]) -> Void) {
    for entry in entries where entry.role == role.rawValue {
      visit(text[Int(entry.start)..<Int(entry.end)].split(separator: Self.joint))
    }
  }
}

// MARK: - The table

extension SecretWords {
  /// In lower case. `_` separates the words of a phrase.
  private static let table = """
    #secret
    password passwords passwd psw pswd passw pword pwd pwds pw passphrase passcode passcodes pin puk otp otps totp secret secrets token
    tokens jwt bearer cookie cookies credential credentials creds cred cvv cvc cvn ssn sid sess csrf xsrf cfid iban mnemonic hmac dsn psk
    ccn storepass keypass mdp motdepasse csc parol passwort passwoerter kennwort losungswort zugangscode zugangsdaten geheimnis geheimzahl
    einmalcode einmalpasswort kreditkartennummer kartennummer personalausweisnummer ausweisnummer reisepassnummer sozialversicherungsnummer
    steuernummer jeton contrasena contraseña senha senhas segredo wachtwoord toegangscode pincode heslo hasło haslo parola şifre sifre
    salasana lösenord losenord passord adgangskode kodeord jelszó jelszo lozinka geslo slaptažodis mima matkhau katasandi sicherheitscode
    kartenprüfnummer kartenpruefnummer prüfnummer zugangsschlüssel schlüsselwort cpf cnpj nif dni codicefiscale aadhaar aadhar bsn nino
    pesel curp personnummer
    #compound
    access_key access_tok account_key activation_code activation_key admin_key aes_key api_key api_keys app_key application_key auth_code
    auth_data auth_key authorization_code backup_code backup_codes card_code card_number card_verification card_no card_num card_pan cc_num
    cc_number cipher_key client_assertion client_key code_challenge_verifier code_sms code_verifier confirmation_code connection_string
    connection_uri consumer_key credit_card credit_cards crypto_key database_uri database_url db_uri db_url debit_card deploy_key
    device_code door_code driver_license driver_licence drivers_license drivers_licence driving_licence driving_license email_code
    encryption_key entry_key fa_code gate_code health_insurance hmac_key id_card_number identity_number key_material licence_key
    license_key login_code magic_link maps_key master_key mfa_code mongo_uri mongo_url national_id national_insurance oauth_verifier
    one_time_code otp_code pairing_code pass_code pass_phrase pass_key pass_word passport_no passport_number pre_shared_key preshared_key
    private_key private_keys product_key pwd_hash recovery_code recovery_codes recovery_key recovery_phrase redemption_code redis_url
    reset_code root_key saml_assertion saml_response saml_request sas_url secret_key security_answer security_answers security_code
    seed_phrase seed_words serial_key server_key service_key session_id session_key setup_key shared_key sign_in_code signing_key
    signing_keys sms_code social_security ssh_key storage_key subscription_key tax_id tax_number taxpayer_id two_factor unlock_code
    verification_code verify_code webhook_url wifi_key wpa_key write_key mot_de_passe mot_passe clé_api cle_api clé_secrète cle_secrete
    code_secret code_confidentiel jeton_acces jeton_accès clave_secreta clave_api clave_acceso clave_privada palabra_clave_secreta
    palavra_passe chave_secreta chave_api chave_acesso chave_privada chiave_segreta chiave_api chiave_privata codice_segreto codice_fiscale
    codice_di_accesso codice_accesso código_seguridad codigo_seguridad código_verificación codigo_verificacion seguridad_social
    securite_sociale sécurité_sociale geheime_sleutel geheimer_schlüssel privater_schlüssel steuer_id mật_khẩu mat_khau kata_sandi
    kata_laluan секретный_ключ приватный_ключ закрытый_ключ секретний_ключ код_подтверждения كلمة_المرور كلمة_السر
    #text
    pass pins
    #made
    assertion auth basic clave fa oauth pan passport session sig signature tan tok
    #passOwner
    account admin app archive auth basic cert client confirm current database db default enc ftp ftps guest host http imap ldap login mail
    master mongo my mysql new old password pdf pg pop postgres proxy redis repeat rpc root server service sftp smtp sql ssh temp tmp user
    vault vpn web wifi zip
    #otherThing
    cancel_token cancellation_token color_token continuation_token completion_tokens cached_tokens context_tokens max_tokens stop_token stop_tokens design_token
    design_tokens generated_tokens input_tokens lexer_token next_token observation_token observer_token output_tokens page_token
    paging_token parser_token prompt_tokens reasoning_tokens punctuation_token sub_tokens subword_tokens syntax_token syntax_tokens
    token_kind token_index token_stream tokens_per token_color token_colors notification_token observer_tokens theme_token
    subscription_token space_token keyword_token spacing_token text_token operator_token start_token end_token bowling_pin drop_pin hat_pin
    map_pin map_pins pin_drop pin_tapped pin_added pin_removed pin_color rolling_pin safety_pin secret_garden secret_level secret_santa
    secret_ingredient secret_menu secret_word top_secret secret_door secret_room secret_recipe cookie_added cookie_banner cookie_clicker
    cookie_consent cookie_cutter cookie_dough cookie_flavor cookie_flavour cookie_jar cookie_notice cookie_preferences cookie_recipe
    cookie_settings fortune_cookie all_pass band_pass boarding_pass bus_pass by_pass day_pass depth_pass event_pass first_pass forward_pass
    high_pass last_pass low_pass mountain_pass render_pass season_pass second_pass shadow_pass ski_pass travel_pass wallet_pass battle_pass
    digital_signature_algorithm email_signature key_signature mail_signature method_signature function_signature time_signature
    type_signature audio_session camera_session capture_session conference_session game_session talk_session training_session
    workout_session study_session jam_session face_auth bearer_party pall_bearer credential_manager academic_credential use_credentials
    with_credentials business_card_number skin_tan sun_tan frying_pan camera_pan audio_pan
    #description
    alg algorithm alignment animation author balance banner button categories category class color colors colour colours consent country
    currency description directory dismissed dropped encoding endpoint env environment expired file filename folder format font help icon
    image issuer kind label labels layout link locale location manager message method methods mode model name names namespace opacity page
    path permission permissions placeholder policy position price prompt provider purpose reason recipe region requirement requirements
    role roles rule rules scheme scope scopes screen section shape status state states stdin step strength style subtitle symbol tapped
    clicked pressed dragged hovered scrolled appeared disappeared title topic type types unit validation validator variant version view
    visibility
    #attribute
    age at attempt attempts budget cost count counts date days depth duration error errors expiration expires expiry failures height hours
    index interval kind left length lifetime limit max maximum milliseconds min minimum minutes ms offset per policy quota rate remaining
    resend retries rule rules score seconds size status strength timeout total ttl type usage used weeks width years
    #personal
    email emails mail phone phones mobile telephone tel msisdn fax dob birthday birthdate surname firstname lastname fullname street
    address postcode zip latitude longitude lat lon lng vin iban
    #personalCompound
    account_number birth_date date_of_birth e_mail family_name first_name full_name given_name ip_address last_name licence_plate
    license_plate number_plate mac_address mail_address mobile_number phone_number postal_code routing_number zip_code
    #innocent
    account at attempt attempts count date duration email error errors expires expiry field for host id ids index is kind length line
    method name page permission permissions provider reason retries role roles scope scopes screen service source status step store
    strength time timeout tries type user users username uuid version via
    #ordinary
    a accepted again and are as at be because but by can cannot change changed check correct could did does empty entered error expired
    expires failed field fields for form from given had has hash have if in incorrect input invalid is it its length manager may mismatch
    missing must needed needs no not of ok on or policy refresh refreshed refused rejected required reset rule rules screen sent set short
    should that the then to too typed unknown updated used valid was weak were when which will with without wrong
    #scheme
    bearer basic digest token aws4-hmac-sha256 negotiate apikey hawk ntlm oauth key
    #verb
    is was is: provided: ist lautet lautet: est es è é — -
    #spokenName
    password passwd passphrase passcode pwd
    #gluedOption
    mysql mysqldump mysqladmin mysqlimport mariadb mariadb-dump sshpass
    #apartOption
    login altool sshpass notarytool mongo mongosh mongodump mosquitto_pub unlock-keychain create-keychain
    #userOption
    curl wget http smbclient
    #authOption
    redis-cli
    #code
    code kod código codigo codice pin otp passcode password passwort
    #openCode
    area booking country coupon dial dialing discount error exit gift postal postcode product promo promotion promotional referral result
    return status store tracking voucher zip
    #codeLead
    your ihr dein votre ton tu su il enter
    """
}
