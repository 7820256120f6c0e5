/// The form of a service's tokens: a prefix, and a minimum number of characters after it.
package struct TokenForm: Sendable {
  /// The prefix of all tokens of this form.
  package let beginning: String
  /// The minimum number of bytes after the prefix.
  package let count: Int
  /// Bytes that may follow, in addition to letters and digits.
  package let marks: String
  /// Whether the token may directly follow a letter or digit, for example in a URL.
  package let isWithin: Bool

  /// The end of the token that begins at `place`; `nil` if there is none.
  package static func end(ofTokenAt place: Int, in bytes: Span<UInt8>, isBeginning: Bool) -> Int? {
    guard place + 1 < bytes.count else { return nil }
    for form in byBeginning[UInt16(bytes[place]) << 8 | UInt16(bytes[place + 1])] ?? [] where isBeginning || form.isWithin {
      if let end = form.end(ofTokenAt: place, in: bytes) { return end }
    }
    return nil
  }

  /// The end of the token of this form that begins at `place`, whatever precedes it; `nil` if there is none.
  package func end(ofTokenAt place: Int, in bytes: Span<UInt8>) -> Int? {
    guard bytes.has(beginning, at: place) else { return nil }
    let start = place + beginning.utf8.count
    var end = start
    while end < bytes.count, TextByte.isLetterOrDigit(bytes[end]) || marks.utf8.contains(bytes[end]) { end += 1 }
    // A trailing dot ends a sentence.
    while end > start, bytes[end - 1] == UInt8(ascii: ".") { end -= 1 }
    guard end - start >= count, end == bytes.count || isWithin || !TextByte.isKey(bytes[end]) else { return nil }
    // A long text with lower-case letters and no digit consists of words: `sk-toolbar-button`.
    let rest = start..<end
    return rest.contains { TextByte.isDigit(bytes[$0]) } || !rest.contains { bytes[$0] &- UInt8(ascii: "a") < 26 } ? end : nil
  }

  /// By the first two bytes, as a number.
  private static let byBeginning = Dictionary(grouping: all) { form in
    form.beginning.utf8.prefix(2).reduce(0 as UInt16) { $0 << 8 | UInt16($1) }
  }
}

// MARK: - The table

extension TokenForm {
  /// The well-known tokens that are recognized by form, anywhere in a text.
  package static let all: [TokenForm] = table.utf8.split(separator: UInt8(ascii: "\n")).flatMap { line in
    line.prefix { $0 != UInt8(ascii: "#") }.split(separator: UInt8(ascii: " ")).compactMap(TokenForm.init)
  }

  /// Parses a table entry: `PREFIX{COUNT}MARKS`.
  private init?(_ entry: Substring.UTF8View) {
    let parts = entry.split(maxSplits: 2, omittingEmptySubsequences: false) { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "}") }
    guard parts.count == 3, let count = Int(Substring(parts[1])) else { return nil }
    isWithin = parts[0].first == UInt8(ascii: "*")
    beginning = String(decoding: parts[0].dropFirst(isWithin ? 1 : 0).map { $0 == UInt8(ascii: "~") ? 0x20 : $0 }, as: UTF8.self)
    self.count = count
    marks = String(Substring(parts[2]))
  }

  /// The prefix of each form, the minimum number of letters and digits after it, and the other characters allowed among these. A leading
  /// `*` permits a preceding letter, `~` stands for a blank. Each line cites the services' documentation: `GH` is "Supported secret
  /// scanning patterns" of docs.github.com, `GL` the default rules of github.com/gitleaks/gitleaks.
  private static let table = """
    # Clouds
    AKIA{16} ASIA{16} ABIA{16} ACCA{16}  # docs.aws.amazon.com/IAM/latest/UserGuide/reference_identifiers.html
    ABSK{60}+/= amzn.mws.{36}- amzn1.oa2-cs.v1.{64} AIza{35}-_ GOCSPX-{28}-_ LTAI{17} AKID{32}  # GL, GH: Amazon, Google, Alibaba, Tencent
    ya29.{20}-_. 1//0{40}-_  # developers.google.com/identity/protocols/oauth2
    dop_v1_{64} doo_v1_{64} dor_v1_{64} HRKU-{36}-_  # docs.digitalocean.com/reference/api, devcenter.heroku.com/articles/authentication
    FlyV1~fm{60}_+/=, fo1_{40}-_ fm2_{60}+/=  # fly.io/docs/security/tokens
    nfp_{36} sbp_{40} sb_secret_{20}-_ pscale_tkn_{32}-_.= pscale_oauth_{32}-_.= pscale_pw_{32}-_.=  # GH: Netlify, Supabase, PlanetScale
    dapi{32}- tskey-{20}- v1.0-{140}-  # GH and GL: Databricks, Tailscale, Cloudflare
    # Code, packages and builds
    ghp_{30} gho_{30} ghu_{30} ghs_{30} ghr_{30} github_pat_{30}_  # github.blog/2021-04-05, GH
    glpat-{16}-_. gldt-{16}-_ glrt-{16}-_. glcbt-{16}-_ glptt-{16}-_ glft-{16}-_  # docs.gitlab.com/security/tokens
    glimt-{16}-_ glagent-{16}-_ glsoat-{16}-_ gloas-{16}-_ glffct-{16}-_  # the same
    ATATT3{60}-_= ATCTT3{60}-_= ATBB{28} npm_{30} pypi-AgE{50}-_ rubygems_{48} cio{32}  # GH: Atlassian, registries
    oy2{43} CLOJARS_{60} dckr_pat_{27}-_ dckr_oat_{27}-_ AKCp{60} cmVmd{55}  # GH and GL: registries, JFrog
    CCIPAT_{40}_ bkua_{40} pul-{40} hvs.{20}-_ hvb.{20}-_ hvr.{20}-_ sntrys_{40}+/=_ sntryu_{60} squ_{40} sqp_{40} sqa_{40}  # GH
    glsa_{32}_ glc_{32}+/= dt0c01.{80}. dp.pt.{40} dp.st.{40}-_. dp.ct.{40}  # GH, of their companies
    NRAK-{27} NRJS-{19} NRII-{32}- NRIQ-{32}-  # docs.newrelic.com/docs/apis
    PMAK-{50}- AGE-SECRET-KEY-1{50} ops_eyJ{100}-_= A3-{30}-  # GH and GL
    # Chats and mail
    xoxb-{16}- xoxp-{16}- xoxa-{16}- xoxr-{16}- xoxs-{16}- xoxe-{16}- xoxe.xox{16}- xoxc-{16}- xoxd-{16}-%  # docs.slack.dev/authentication
    xapp-{16}- SG.{60}-_. xkeysib-{60}- key-{32} pubkey-{32} EAAC{60} EAAB{60} IGQV{60}-_  # the same; GH, of mails and Meta
    # Money
    sk_live_{16} rk_live_{16} sk_test_{16} rk_test_{16} whsec_{24}+/= sk_org_{16}_  # docs.stripe.com/keys
    EAAA{56}-_ sq0atp-{22}-_ sq0csp-{40}-_ shpat_{32} shpca_{32} shppa_{32} shpss_{32}  # developer.squareup.com/docs, shopify.dev/docs
    access_token$production${32} access-production-{32}- FLWSECK{32}-_ shippo_live_{40} shippo_test_{40} EZAK{54} EZTK{54}  # GH
    duffel_live_{40}-_= duffel_test_{40}-_= rzp_live_{14} pat{75}. *.atlasv1.{60}-_=  # GH and GL: payments, Airtable, HashiCorp
    # Models
    sk-ant-{16}-_ sk-proj-{16}-_ sk-svcacct-{16}-_ sk-admin-{16}-_ sk-or-v1-{60} sk-{32} hf_{34} r8_{37} gsk_{40}  # GH, of their companies
    pplx-{40} xai-{60} nvapi-{60}-_ co_live_{30}  # GH and GL, of their companies
    # Work
    lin_api_{32} lin_oauth_{32} ntn_{40} secret_{40} figd_{40}-_ CFPAT-{40}-_ tfp_{40}-_ rdme_{60} pnu_{36} fio-u-{60}-_=  # GH and GL
    pat-na1-{36}- pat-eu1-{36}- aio_{28} sk.{60}-_. phx_{40} phs_{40} patAT{14}. ico-{32} sl.{100}-_  # GH and GL
    # URLs that are a secret as a whole
    *hooks.slack.com/services/{20}/ *hooks.slack.com/workflows/{20}/  # docs.slack.dev/messaging/sending-messages-using-incoming-webhooks
    *hooks.slack.com/triggers/{20}/ */webhooks/{30}/-_ *webhook.office.com/{40}/-_@ */webhook/{40}/-_@  # the same; discord.com/developers
    *hooks.zapier.com/hooks/catch/{8}/ */with/key/{16}-_ */magic-link/{16}-_. */magiclink/{16}-_.  # Zapier, IFTTT
    """
}
