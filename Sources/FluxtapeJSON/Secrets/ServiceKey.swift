/// Keys of well-known services, which begin in a way of their own so that they can be found.
enum ServiceKey {
  private struct Form {
    let beginning: [UInt8]
    /// Bytes that follow at least.
    let count: Int

    init(_ beginning: String, _ count: Int) { (self.beginning, self.count) = (Array(beginning.utf8), count) }
  }

  /// As the services document them, and as the scanners of GitHub and GitLab know them.
  private static let forms = [
    // Amazon: access keys, for long and for a session.
    Form("AKIA", 16), Form("ASIA", 16),
    // GitHub: personal, of apps, of servers, for refreshing; fine-grained.
    Form("ghp_", 30), Form("gho_", 30), Form("ghu_", 30), Form("ghs_", 30), Form("ghr_", 30), Form("github_pat_", 30),
    Form("glpat-", 16), Form("AIza", 35), Form("npm_", 30),
    // Slack: of bots, of people, of apps.
    Form("xoxb-", 16), Form("xoxp-", 16), Form("xoxa-", 16), Form("xoxr-", 16), Form("xoxs-", 16),
    // Stripe.
    Form("sk_live_", 16), Form("rk_live_", 16), Form("sk_test_", 16),
    Form("sk-ant-", 16), Form("sk-proj-", 16),
  ]

  /// Whether three bytes may be the first of one.
  static func mayBegin(with first: UInt8, _ second: UInt8, _ third: UInt8) -> Bool {
    switch first {
    case UInt8(ascii: "A"):
      (second == UInt8(ascii: "K") || second == UInt8(ascii: "S")) && third == UInt8(ascii: "I")
        || (second == UInt8(ascii: "I") && third == UInt8(ascii: "z"))
    case UInt8(ascii: "g"):
      second == UInt8(ascii: "h") || (second == UInt8(ascii: "i") && third == UInt8(ascii: "t"))
        || (second == UInt8(ascii: "l") && third == UInt8(ascii: "p"))
    case UInt8(ascii: "n"): second == UInt8(ascii: "p") && third == UInt8(ascii: "m")
    case UInt8(ascii: "x"): second == UInt8(ascii: "o") && third == UInt8(ascii: "x")
    case UInt8(ascii: "s"), UInt8(ascii: "r"): second == UInt8(ascii: "k") && (third == UInt8(ascii: "_") || third == UInt8(ascii: "-"))
    default: false
    }
  }

  /// The place behind the key that begins at `place`; `nil` if none does.
  static func end(ofKeyAt place: Int, in bytes: [UInt8]) -> Int? {
    let rest = bytes[place...]
    guard let form = forms.first(where: { rest.starts(with: $0.beginning) }) else { return nil }
    let start = place + form.beginning.count
    let end = bytes[start...].firstIndex { !PrintedValue.isKeyByte($0) || $0 >= 0x80 } ?? bytes.count
    return end - start >= form.count ? end : nil
  }
}
