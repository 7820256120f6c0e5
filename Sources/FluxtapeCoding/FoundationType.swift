import FluxtapeJSON

/// Foundation types with a built-in encoding. An app without Foundation must not link it for them, so they are found by name and encoded
/// from the output of their `encode(to:)`.
package enum FoundationType: String {
  case date = "Date"
  case data = "Data"
  case url = "URL"
  case uuid = "UUID"
  case decimal = "Decimal"

  init?(_ type: Any.Type) {
    // The unqualified name is cheap; the qualified one has to be made.
    self.init(rawValue: TypeName.of(type))
    guard ["Foundation.", "FoundationEssentials."].contains(where: TypeName.qualified(type).hasPrefix) else { return nil }
  }

  /// Returns the encoding of values of the type.
  func form(of type: Any.Type) -> ValueForm? {
    func form<Value: Encodable>(_ type: Value.Type) -> ValueForm {
      switch self {
      case .date: PartsForm(type, { $0.number }, bytes: .instant) { $1.write(instant: $0) }
      case .data: PartsForm(type, { $0.data }) { $1.write(base64: $0) }
      case .url: PartsForm(type, { $0.url }) { $1.write($0) }
      case .uuid: PartsForm(type, { $0.text }, bytes: .identifier) { $1.write($0) }
      case .decimal: PartsForm(type, { $0.decimal }) { $1.append(Array($0.utf8)) }
      }
    }
    return (type as? any Encodable.Type).map { form($0) }
  }
}
