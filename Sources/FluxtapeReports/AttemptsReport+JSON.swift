import FluxtapeAnswers
import FluxtapeHistory
package import FluxtapeJSON

extension AttemptsReport {
  package var json: [JSONValue] {
    parts.flatMap { part in [part.json] + part.signatures.flatMap { $0.json } }
      + unreadable.map { .object(["kind": "unreadable", "log": .string($0.path), "why": .string($0.description)]) }
  }
}

extension AttemptsReport.Signature {
  fileprivate var json: [JSONValue] {
    let head: JSONObject = [
      "kind": "signature", "red": .array(red.compactMap(\.paths.first).map(JSONValue.string)),
      "nearest": .string(nearest.paths.first ?? ""), "decided": .bool(facts.isDecided),
    ]
    return [.object(head)] + facts.facts.map { .object($0.json(at: self.facts.names.address($0.row))) } + (comparison?.json ?? [])
  }
}

extension FailureFact {
  fileprivate func json(at address: String) -> JSONObject {
    let object: JSONObject = [
      "kind": "fact", "fact": .string(kind.rawValue), "store": .string(action.store), "type": .string(action.type),
    ]
    return object.adding([
      "other": other.map { .string($0.words) }, "path": path.isEmpty ? nil : .string(path),
      "detail": detail.isEmpty ? nil : .string(detail),
      "words": .string(words), "red": .number(JSONNumber(redCount)), "redOf": .number(JSONNumber(redObserved)),
      "green": .number(JSONNumber(greenCount)), "greenOf": .number(JSONNumber(greenObserved)),
      "chance": JSONNumber(chance).map(JSONValue.number), "at": .string(address),
    ])
  }
}

extension AttemptsReport.Part {
  var title: String { group.test?.title ?? "all runs" }

  /// `failed, then passed`, `3 red, 7 green`.
  var counts: String {
    let (red, green) = (group.red, group.green)
    if red.count == 1, green.isEmpty { return red[0].summary.verdict }
    if let bad = red.first?.summary, let good = green.first?.summary, red.count == 1, green.count == 1, let attempt = bad.test?.attempt,
      let other = good.test?.attempt, attempt < other
    {
      return "\(bad.verdict), then \(good.result.rawValue)"
    }
    return "\(red.count) red, \(green.count) green"
  }

  fileprivate var json: JSONValue {
    let object: JSONObject = ["kind": "group"]
    return .object(
      object.adding([
        "test": group.test.map { .string($0.name) }, "case": group.test?.arguments.map(JSONValue.string),
        "id": group.test.map { .string($0.identity) }, "red": .array(group.red.compactMap(\.paths.first).map(JSONValue.string)),
        "green": .array(group.green.compactMap(\.paths.first).map(JSONValue.string)),
      ]))
  }
}
