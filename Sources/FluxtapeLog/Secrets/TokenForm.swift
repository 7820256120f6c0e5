/// The form of a service's tokens: a prefix, and a minimum number of characters after it.
package struct TokenForm: Sendable {
  package let beginning: String
  /// The minimum number of bytes after the prefix, and which may follow in addition to letters and digits.
  package let count: Int, marks: String

  /// The end of the token that begins at `place`, where a word begins or a sign is; `nil` if there is none.
  package static func end(ofTokenAt place: Int, in bytes: Span<UInt8>) -> Int? {
    guard place + 1 < bytes.count else { return nil }
    for form in byBeginning[UInt16(bytes[place]) << 8 | UInt16(bytes[place + 1])] ?? [] where bytes.has(form.beginning, at: place) {
      let start = place + form.beginning.utf8.count
      var end = bytes.end(of: { TextByte.isLetterOrDigit($0) || form.marks.utf8.contains($0) }, from: start)
      // A trailing dot ends a sentence.
      while end > start, bytes[end - 1] == UInt8(ascii: ".") { end -= 1 }
      // A long text with lower-case letters and no digit consists of words: `sk-toolbar-button`.
      let rest = start..<end
      let isCoded =
        form.beginning.hasSuffix(" ") && rest.count { bytes[$0] &- UInt8(ascii: "A") < 26 || bytes[$0] == UInt8(ascii: "=") } > 1
      let isMade = isCoded || rest.contains { TextByte.isDigit(bytes[$0]) } || !rest.contains { bytes[$0] &- UInt8(ascii: "a") < 26 }
      let isWhole = end == bytes.count || form.marks.contains("/") || !TextByte.isKey(bytes[end])
      if rest.count >= form.count, isMade, isWhole { return end }
    }
    return nil
  }

  /// By the first two bytes, as a number.
  private static let byBeginning = Dictionary(grouping: all) { $0.beginning.utf8.prefix(2).reduce(0 as UInt16) { $0 << 8 | UInt16($1) } }

  /// The well-known tokens that are recognized by form, anywhere in a text.
  package static let all = table.utf8.split { $0 <= 0x20 }.compactMap(TokenForm.init)

  /// Parses a table entry: `PREFIX{COUNT}MARKS`.
  private init?(_ entry: Substring.UTF8View) {
    let parts = entry.split(maxSplits: 2, omittingEmptySubsequences: false) { "{}".utf8.contains($0) }
    guard parts.count == 3, let count = Int(Substring(parts[1])) else { return nil }
    beginning = String(decoding: parts[0].map { $0 == UInt8(ascii: "~") ? 0x20 : $0 }, as: UTF8.self)
    (self.count, marks) = (count, String(Substring(parts[2])))
  }

  /// The prefix of each form, with `~` for a blank, the minimum number of letters and digits after it, and the other characters allowed
  /// among these. Sources: "Supported secret scanning patterns" of docs.github.com, the default rules of github.com/gitleaks/gitleaks, and
  /// the documentation of the services. In the order: credentials of HTTP and JSON web tokens (RFC 7519), clouds, code and packages, chats and
  /// mail, payments, language models, work, and URLs that are a secret as a whole.
  private static let table = """
    Bearer~{6}-_.~+/= bearer~{16}-_.~+/= Basic~{16}+/= basic~{16}+/= eyJ{17}-_. AKIA{16} ASIA{16} ABIA{16} ACCA{16} ABSK{60}+/=
    amzn.mws.{36}- amzn1.oa2-cs.v1.{64} AIza{35}-_ GOCSPX-{28}-_ LTAI{17} AKID{32} ya29.{20}-_. 1//0{40}-_ dop_v1_{64} doo_v1_{64}
    dor_v1_{64} HRKU-{36}-_ FlyV1~fm{60}_+/=, fo1_{40}-_ fm2_{60}+/= nfp_{36} sbp_{40} sb_secret_{20}-_ pscale_tkn_{32}-_.=
    pscale_oauth_{32}-_.= pscale_pw_{32}-_.= dapi{32}- tskey-{20}- v1.0-{140}- ghp_{30} gho_{30} ghu_{30} ghs_{30} ghr_{30} github_pat_{30}_
    glpat-{16}-_. gldt-{16}-_ glrt-{16}-_. glcbt-{16}-_ glptt-{16}-_ glft-{16}-_ glimt-{16}-_ glagent-{16}-_ glsoat-{16}-_ gloas-{16}-_
    glffct-{16}-_ ATATT3{60}-_= ATCTT3{60}-_= ATBB{28} npm_{30} pypi-AgE{50}-_ rubygems_{48} cio{32} oy2{43} CLOJARS_{60} dckr_pat_{27}-_
    dckr_oat_{27}-_ AKCp{60} cmVmd{55} CCIPAT_{40}_ bkua_{40} pul-{40} hvs.{20}-_ hvb.{20}-_ hvr.{20}-_ sntrys_{40}+/=_ sntryu_{60} squ_{40}
    sqp_{40} sqa_{40} glsa_{32}_ glc_{32}+/= dt0c01.{80}. dp.pt.{40} dp.st.{40}-_. dp.ct.{40} NRAK-{27} NRJS-{19} NRII-{32}- NRIQ-{32}-
    PMAK-{50}- AGE-SECRET-KEY-1{50} ops_eyJ{100}-_= A3-{30}- xoxb-{16}- xoxp-{16}- xoxa-{16}- xoxr-{16}- xoxs-{16}- xoxe-{16}- xoxe.xox{16}-
    xoxc-{16}- xoxd-{16}-% xapp-{16}- SG.{60}-_. xkeysib-{60}- key-{32} pubkey-{32} EAAC{60} EAAB{60} IGQV{60}-_ sk_live_{16} rk_live_{16}
    sk_test_{16} rk_test_{16} whsec_{24}+/= sk_org_{16}_ EAAA{56}-_ sq0atp-{22}-_ sq0csp-{40}-_ shpat_{32} shpca_{32} shppa_{32} shpss_{32}
    access_token$production${32} access-production-{32}- FLWSECK{32}-_ shippo_live_{40} shippo_test_{40} EZAK{54} EZTK{54}
    duffel_live_{40}-_= duffel_test_{40}-_= rzp_live_{14} pat{75}. .atlasv1.{60}-_= sk-ant-{16}-_ sk-proj-{16}-_ sk-svcacct-{16}-_
    sk-admin-{16}-_ sk-or-v1-{60} sk-{32} hf_{34} r8_{37} gsk_{40} pplx-{40} xai-{60} nvapi-{60}-_ co_live_{30} lin_api_{32} lin_oauth_{32}
    ntn_{40} secret_{40} figd_{40}-_ CFPAT-{40}-_ tfp_{40}-_ rdme_{60} pnu_{36} fio-u-{60}-_= pat-na1-{36}- pat-eu1-{36}- aio_{28}
    sk.{60}-_. phx_{40} phs_{40} patAT{14}. ico-{32} sl.{100}-_ hooks.slack.com/services/{20}/ hooks.slack.com/workflows/{20}/
    hooks.slack.com/triggers/{20}/ /webhooks/{30}/-_ webhook.office.com/{40}/-_@ /webhook/{40}/-_@ hooks.zapier.com/hooks/catch/{8}/
    /with/key/{16}-_ /magic-link/{16}-_. /magiclink/{16}-_.
    """
}
