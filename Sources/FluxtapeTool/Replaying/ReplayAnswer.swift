import FluxtapeAnswers
import FluxtapeJSON
import FluxtapeReplay
import FluxtapeScreen

/// The result of a replay as lines of text or JSON.
struct ReplayAnswer {
  let log: String
  let isJSON: Bool

  func lines(_ result: ReplayResult) -> [String] {
    guard !isJSON else { return (result.divergences.map(json) + result.notReplayable.map(json) + [summary(result)]).map(\.printableText) }
    var lines = result.divergences.flatMap { $0.description.split(separator: "\n").map { String($0).displayed() } }
    lines += result.notReplayable.map { $0.description.displayed() }
    var words = [
      "\(result.replayed.counted("action")) replayed", "\(result.compared.counted("state")) compared", "\(result.divergences.count) differ",
    ]
    if result.withoutState > 0 { words.append("\(result.withoutState) without a known state before them") }
    if result.nullsAsMissing > 0 {
      lines.append("'null' counted as equal to a missing value in \(result.nullsAsMissing.counted("state")): 'Codable' leaves 'nil' out")
    }
    return lines + [words.joined(separator: ", ")]
  }

  func lines(_ repro: Recording.Repro, typeOfStep: (Int) -> String?) -> [String] {
    guard !isJSON else {
      let steps = JSONValue.array(repro.steps.map(number))
      let object: JSONValue = ["kind": "repro", "steps": steps, "of": number(repro.candidates), "trials": number(repro.trials)]
      return [object.printableText]
    }
    let heading =
      "\(repro.steps.count) of \(repro.candidates) actions suffice, and none can be removed (\(repro.trials) trials):"
    return [heading] + repro.steps.map { "  \(log):\($0)  \(typeOfStep($0) ?? "")".displayed() }
  }
}

// MARK: - JSON

extension ReplayAnswer {
  private func number(_ value: Int) -> JSONValue { .number(JSONNumber(value)) }

  private func json(_ divergence: ReplayDivergence) -> JSONValue {
    var object: JSONObject = ["kind": "divergence", "store": .string(divergence.store), "type": .string(divergence.type)]
    object["at"] = divergence.step.map { .string("\(log):\($0)") }
    object["seq"] = divergence.step.map(number)
    object["differences"] = divergence.differences.json
    return .object(object)
  }

  private func json(_ action: NotReplayable) -> JSONValue {
    [
      "kind": "notReplayable", "at": .string("\(log):\(action.step)"), "seq": number(action.step), "type": .string(action.type),
      "values": .array(action.values.map { ["pointer": .string($0.pointer), "why": .string($0.description)] }),
    ]
  }

  private func summary(_ result: ReplayResult) -> JSONValue {
    [
      "kind": "summary", "replayed": number(result.replayed), "compared": number(result.compared),
      "different": number(result.divergences.count), "withoutState": number(result.withoutState),
      "nullsAsMissing": number(result.nullsAsMissing),
    ]
  }
}

extension [ReplayDivergence.Difference] {
  /// `[{"pointer":"/total","recorded":1,"replayed":2}]`. A side without the value has no member.
  var json: JSONValue {
    .array(
      map { difference in
        var members: JSONObject = ["pointer": .string(difference.pointer)]
        members["recorded"] = difference.recorded
        members["replayed"] = difference.replayed
        return .object(members)
      })
  }
}
