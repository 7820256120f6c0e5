/// Foundation types with a built-in encoding. An app without Foundation must not link it for them, so they are found by name and encoded
/// from the output of their `encode(to:)`.
enum FoundationType: String {
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
}
