import FluxtapeJSON

/// What is left out of an exported log: values under some keys, and at some places of the states.
///
/// A value becomes `{"$redacted":"…"}` with a digest whose key is in memory only: equal values look equal, and nothing can be tried out.
/// Names, marks and error messages stay as they are.
public struct LogRedaction: Sendable {
  /// Keys in lower case.
  private var keys: Set<String> = []
  private var paths: [StatePath] = []

  public init() {}

  /// Adds a key (`password`, whatever its capitals), or a path of the states (`.user.email`, `session.user`, `/user/email`).
  ///
  /// - Throws: ``StatePathError`` if it is no path.
  public mutating func add(_ text: String) throws(StatePathError) {
    guard text.contains(where: { "./[\"".contains($0) }) else { return _ = keys.insert(text.lowercased()) }
    paths.append(try StatePath(parsing: text))
  }
}

extension LogRedaction {
  /// A payload without what is to be kept secret.
  func redacted(_ value: JSONValue) -> JSONValue {
    switch value {
    case .object(let members):
      var result = JSONObject()
      for member in members {
        result[member.key] = keys.contains(member.key.lowercased()) ? Self.digest(of: member.value) : redacted(member.value)
      }
      return .object(result)
    case .array(let elements): return .array(elements.map(redacted))
    case .null, .bool, .number, .string: return value
    }
  }

  /// A store's state without what is to be kept secret.
  func redacted(_ state: JSONValue, of store: String) -> JSONValue {
    var result = state
    for path in paths where path.store ?? store == store {
      guard let pointer = path.pointer(in: state), let value = result[pointer] else { continue }
      result = (try? JSONPatch([.replace(pointer, Self.digest(of: value))]).applied(to: result)) ?? Self.digest(of: state)
    }
    return redacted(result)
  }

  private static func digest(of value: JSONValue) -> JSONValue {
    if case .redacted? = TaggedValue(value) { return value }
    var hasher = Hasher()
    hasher.combine(value)
    let digits = String(UInt64(bitPattern: Int64(hasher.finalize())), radix: 16)
    return TaggedValue.redacted(digest: String(repeating: "0", count: 16 - digits.count) + digits).json
  }
}
