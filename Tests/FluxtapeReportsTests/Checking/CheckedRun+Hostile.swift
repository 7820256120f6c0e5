import FluxtapeAnswers
import FluxtapeHistory
import FluxtapeReports

extension CheckedRun {
  /// Texts that do harm unless they are escaped.
  static let hostileTexts = [
    #"</failure>]]><script>alert(1)</script>&amp;"#, #"| `x` **b** [l](javascript:alert(1)) <img src=x onerror=alert(1)> @team"#,
    "%0A::error::x\\r\\n::add-mask::y", "\\u202egnp.exe \\u0007\\u001b[31m \\u0000", "=1+1", #"'\" onmouseover='alert(1)"#,
  ]

  /// A run in which every name, message, mark and value is such a text.
  static func hostile(rules: [CheckRule] = []) throws -> CheckedRun {
    var lines = [#"{"t":0,"store":"a","type":"@@STATE","state":{"n":1}}"#]
    for text in hostileTexts {
      let value = text.contains("\\u") || text.contains("\\r") || text.contains(#"\""#) ? text : text.replacing("\"", with: "\\\"")
      let step = lines.count
      lines.append(#"{"seq":\#(2 * step - 1),"t":\#(step),"mark":"\#(value)","level":"error","site":"\#(value):3"}"#)
      lines.append(
        #"{"seq":\#(2 * step),"t":\#(step),"store":"a","type":"\#(value)","site":"\#(value)","payload":{"\#(value)":"\#(value)"},"#
          + #""error":{"type":"\#(value)","message":"\#(value)"}}"#)
    }
    let history = try History.holding(renumbered(lines))
    return CheckedRun(history, log: "<hostile>|`log`.jsonl", findings: try history.check(Checklist(rules: rules)))
  }

  /// The lines with steps in their order.
  private static func renumbered(_ lines: [String]) -> [String] {
    var step = 0
    return lines.map { line in
      guard let start = line.firstRange(of: #"{"seq":"#), let comma = line[start.upperBound...].firstIndex(of: ",") else { return line }
      step += 1
      return #"{"seq":\#(step)"# + line[comma...]
    }
  }
}
