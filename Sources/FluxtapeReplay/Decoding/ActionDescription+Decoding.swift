package import FluxtapeCoding
package import FluxtapeJSON

extension ActionDescription {
  /// The JSON that `ValueDecoder` decodes the action from.
  package var decodable: JSONValue { Self.decodable(case: self.case, payload: payload) }

  /// Returns the JSON that `ValueDecoder` decodes an action from, for the `case` and `payload` of its record.
  ///
  /// `cart.rows.qtyChanged` gives `{"cart":{"_0":{"rows":{"_0":{"qtyChanged":payload}}}}}`.
  package static func decodable(case path: String?, payload: JSONValue?) -> JSONValue {
    let contents = payload ?? [:]
    guard let names = path?.split(separator: ".", omittingEmptySubsequences: false), let leaf = names.last else { return contents }
    let innermost: JSONValue = [TaggedValue.escapedKey(String(leaf)): contents]
    return names.dropLast().reversed().reduce(innermost) { inner, name in [TaggedValue.escapedKey(String(name)): ["_0": inner]] }
  }
}
