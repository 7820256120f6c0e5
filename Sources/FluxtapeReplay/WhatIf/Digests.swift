import FluxtapeDocuments
import FluxtapeJSON

/// The digests that replaced secrets in requests to a host. Answers that contain one become redacted again, as in the recorded log.
struct Digests {
  private var known: Set<String> = []

  mutating func learn(from value: JSONValue) {
    switch value {
    case .array(let elements): for element in elements { learn(from: element) }
    case .object(let object):
      if case .redacted(let digest) = TaggedValue(value) {
        known.insert(digest)
      } else {
        for member in object { learn(from: member.value) }
      }
    default: break
    }
  }

  func redacted(_ value: JSONValue) -> JSONValue {
    guard !known.isEmpty else { return value }
    switch value {
    case .string(let text): return known.contains(text) ? TaggedValue.redacted(digest: text).json : value
    case .array(let elements): return .array(elements.map(redacted))
    case .object(let object): return .object(JSONObject(object.map { JSONObject.Member(key: $0.key, value: redacted($0.value)) }))
    default: return value
    }
  }

  func redacted(_ patch: JSONPatch) throws -> JSONPatch { known.isEmpty ? patch : try JSONPatch(decoding: redacted(patch.json)) }
}
