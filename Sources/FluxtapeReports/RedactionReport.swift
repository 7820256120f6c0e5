package import FluxtapeAnswers
package import FluxtapeHistory
package import FluxtapeJSON

/// Why the values of a step are redacted, a line each. JSON: `path`, `because` (`key`, `personal`, `neighbor`, `action`, `cut`, or `null` if the
/// log does not tell) and the `name` that tells.
package struct RedactionReport: Report {
  private let reasons: [RedactionReason]

  package init(_ reasons: [RedactionReason]) { self.reasons = reasons }

  package var table: Table {
    var table = Table([.init("path"), .init("why")])
    for reason in reasons { table.append([reason.path, Self.words(reason)]) }
    return table
  }

  package var text: [String] { table.textRows }

  package var json: [JSONValue] {
    reasons.map { .object(JSONObject(members: ["path": $0.path, "because": $0.reason?.rawValue ?? JSONValue.null, "name": $0.name])) }
  }

  private static func words(_ reason: RedactionReason) -> String {
    let name = reason.name ?? ""
    return switch reason.reason {
    case .key: "the key '\(name)' names a secret"
    case .personal: "the key '\(name)' names personal data, which the app hides"
    case .neighbor: "a member beside it names a secret"
    case .action: "the action '\(name)' names a secret"
    case .cut: "cut out of the text: behind the name of a secret, or in the form of one"
    case nil: "the log does not tell: the app named its type, its path or its key, or the text held a secret"
    }
  }
}
