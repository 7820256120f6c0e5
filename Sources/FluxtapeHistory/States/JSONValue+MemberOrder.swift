package import FluxtapeJSON

extension JSONValue {
  /// The value with the members of every object in it sorted by the UTF-8 bytes of their keys: rebuilt states that are equal print equally,
  /// whichever patches led to them.
  ///
  /// - Complexity: O(members · log members).
  package var withSortedMembers: JSONValue {
    switch self {
    case .object(let object):
      .object(
        JSONObject(
          object.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
            .map { JSONObject.Member(key: $0.key, value: $0.value.withSortedMembers) }))
    case .array(let elements): .array(elements.map(\.withSortedMembers))
    case .null, .bool, .number, .string: self
    }
  }
}
