import FluxtapeJSON

/// Types of Foundation that have a form of their own in a log. An app that uses none of Foundation is not to link it for them, so they are found by
/// their names, and written from what their own `encode(to:)` gives.
package enum FoundationType: String {
  case date = "Date"
  case data = "Data"
  case url = "URL"
  case uuid = "UUID"
  case decimal = "Decimal"

  init?(_ type: Any.Type) {
    // Names without a module are known, those with one have to be made.
    self.init(rawValue: TypeName.of(type))
    guard ["Foundation.", "FoundationEssentials."].contains(where: TypeName.qualified(type).hasPrefix) else { return nil }
  }

  /// How values of the type are written.
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

  /// Whether there are objects in values of the type that are copied before they change, and nothing else: no metadata tells this of them.
  package static func isCopiedOnWrite(_ type: Any.Type) -> Bool {
    switch FoundationType(type) {
    case .data, .url: true
    case .date, .uuid, .decimal, nil: false
    }
  }
}
