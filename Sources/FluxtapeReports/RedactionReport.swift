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
    for reason in reasons { table.append([reason.path, Self.words(reason.reason)]) }
    return table
  }

  package var text: [String] { table.textRows }

  package var json: [JSONValue] {
    reasons.map { reason in
      let (because, name) = Self.names(reason.reason)
      var object: JSONObject = ["path": .string(reason.path), "because": because.map(JSONValue.string) ?? .null]
      object["name"] = name.map(JSONValue.string)
      return .object(object)
    }
  }

  private static func words(_ reason: RedactionReason.Reason) -> String {
    switch reason {
    case .key(let key): "the key '\(key)' names a secret"
    case .personalKey(let key): "the key '\(key)' names personal data, which the app hides"
    case .neighbor: "a member beside it names a secret"
    case .action(let name): "the action '\(name)' names a secret"
    case .cutOut: "cut out of the text: behind the name of a secret, or in the form of one"
    case .untold: "the log does not tell: the app named its type, its path or its key, or the text held a secret"
    }
  }

  private static func names(_ reason: RedactionReason.Reason) -> (because: String?, name: String?) {
    switch reason {
    case .key(let key): ("key", key)
    case .personalKey(let key): ("personal", key)
    case .neighbor: ("neighbor", nil)
    case .action(let name): ("action", name)
    case .cutOut: ("cut", nil)
    case .untold: (nil, nil)
    }
  }
}
