import FluxtapeDocuments
import FluxtapeJSON

/// A value that a log lacks: it was secret, too large, or not encodable.
public struct UnknownValue: Hashable, Sendable, CustomStringConvertible {
  /// Why the log lacks the value.
  public enum Reason: Hashable, Sendable { case redacted, truncated, opaque(typeName: String) }

  /// The value's place, as an RFC 6901 pointer.
  public let pointer: String
  /// Why the log lacks the value.
  public let reason: Reason

  public var description: String {
    switch reason {
    case .redacted: "\(pointer) was redacted"
    case .truncated: "\(pointer) was truncated"
    case .opaque(let name): "\(pointer) could not be encoded (\(name))"
    }
  }

  /// Returns all unknown values in a value, in the order of the document.
  static func all(in value: JSONValue) -> [UnknownValue] {
    var found: [UnknownValue] = []
    collect(value, JSONPointer(), &found)
    return found
  }

  private static func collect(_ value: JSONValue, _ pointer: JSONPointer, _ found: inout [UnknownValue]) {
    switch value {
    case .array(let elements): for (place, element) in elements.enumerated() { collect(element, pointer.appending(place), &found) }
    case .object(let object):
      switch TaggedValue(value) {
      case .redacted: found.append(UnknownValue(pointer: pointer.description, reason: .redacted))
      case .truncated: found.append(UnknownValue(pointer: pointer.description, reason: .truncated))
      case .opaque(let name): found.append(UnknownValue(pointer: pointer.description, reason: .opaque(typeName: name)))
      case .float, nil: for member in object { collect(member.value, pointer.appending(member.key), &found) }
      }
    default: break
    }
  }

  /// Replaces redacted values by their digests, as strings.
  static func withDigests(_ value: JSONValue) -> JSONValue {
    switch value {
    case .array(let elements): return .array(elements.map(withDigests))
    case .object(let object):
      if case .redacted(let digest) = TaggedValue(value) { return .string(digest) }
      return .object(JSONObject(object.map { JSONObject.Member(key: $0.key, value: withDigests($0.value)) }))
    default: return value
    }
  }
}
