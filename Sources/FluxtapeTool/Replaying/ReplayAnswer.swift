import FluxtapeAnswers
package import FluxtapeJSON
package import FluxtapeReplay
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
      let object = JSONValue.object(members: ["kind": "repro", "steps": repro.steps, "of": repro.candidates, "trials": repro.trials])
      return [object.printableText]
    }
    let heading =
      "\(repro.steps.count) of \(repro.candidates) actions suffice, and none can be removed (\(repro.trials) trials):"
    return [heading] + repro.steps.map { "  \(log):\($0)  \(typeOfStep($0) ?? "")".displayed() }
  }
}

// MARK: - JSON

extension ReplayAnswer {
  private func json(_ divergence: ReplayDivergence) -> JSONValue {
    .object(members: [
      "kind": "divergence", "store": divergence.store, "type": divergence.type, "at": divergence.step.map { "\(log):\($0)" },
      "seq": divergence.step, "differences": divergence.differences,
    ])
  }

  private func json(_ action: NotReplayable) -> JSONValue {
    .object(members: [
      "kind": "notReplayable", "at": "\(log):\(action.step)", "seq": action.step, "type": action.type,
      "values": action.values.map { JSONObject(members: ["pointer": $0.pointer, "why": $0.description]) },
    ])
  }

  private func summary(_ result: ReplayResult) -> JSONValue {
    .object(members: [
      "kind": "summary", "replayed": result.replayed, "compared": result.compared, "different": result.divergences.count,
      "withoutState": result.withoutState, "nullsAsMissing": result.nullsAsMissing,
    ])
  }
}

extension ReplayDivergence.Difference: JSONMember {
  /// `{"pointer":"/total","recorded":1,"replayed":2}`. A side without the value has no member.
  package var jsonValue: JSONValue { .object(members: ["pointer": pointer, "recorded": recorded, "replayed": replayed]) }
}
