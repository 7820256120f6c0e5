import FluxtapeAnswers
import FluxtapeHistory
package import FluxtapeJSON

extension AttemptsReport {
  package var json: [JSONValue] { parts.flatMap { part in [part.json] + part.signatures.flatMap(\.json) } + unreadable.map(\.json) }
}

extension HistoryError {
  /// A log that cannot be read, in the JSON of an answer about several.
  var json: JSONValue { .object(members: ["kind": "unreadable", "log": path, "why": description]) }
}

extension AttemptsReport.Signature {
  fileprivate var json: [JSONValue] {
    let head = JSONValue.object(members: [
      "kind": "signature", "red": red.compactMap(\.paths.first), "nearest": nearest.paths.first ?? "", "decided": facts.isDecided,
    ])
    return [head] + facts.facts.map { $0.json(at: facts.names.address($0.row)) } + (comparison?.json ?? [])
  }
}

extension FailureFact {
  fileprivate func json(at address: String) -> JSONValue {
    .object(members: [
      "kind": "fact", "fact": kind.rawValue, "store": action.store, "type": action.type, "other": other?.words,
      "path": path.isEmpty ? nil : path, "detail": detail.isEmpty ? nil : detail, "words": words, "red": redCount, "redOf": redObserved,
      "green": greenCount, "greenOf": greenObserved, "chance": JSONNumber(chance).map(JSONValue.number), "at": address,
    ])
  }
}

extension AttemptsReport.Part {
  var title: String { group.test?.title ?? group.program ?? "all runs" }

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
    .object(members: [
      "kind": "group", "test": group.test?.name, "case": group.test?.arguments, "id": group.test?.identity,
      "program": group.program,
      "red": group.red.compactMap(\.paths.first), "green": group.green.compactMap(\.paths.first),
    ])
  }
}
