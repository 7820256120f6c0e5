import FluxtapeLog

/// Foundation types that are not written as their `encode(to:)` says. An app without Foundation must not link it for them, so they are found by
/// name.
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

extension Coder {
  func write(_ value: Subject, as type: any Encodable.Type, _ kind: FoundationType, into node: Node) {
    switch kind {
    case .date: if let seconds = seconds(of: value, as: type) { return JSONText.append(instant: seconds, to: &node.bytes) }
    case .data: if let data = value.boxed as? any Sequence<UInt8> { return JSONText.append(base64: Array(data), to: &node.bytes) }
    case .uuid: return JSONText.append(String(describing: value.boxed), to: &node.bytes)
    case .url:
      let text = String(describing: value.boxed)
      // A relative URL has two parts, which its `encode(to:)` writes.
      if !text.contains(" -- ") { return JSONText.append(text, to: &node.bytes) }
    case .decimal:
      let text = String(describing: value.boxed)
      if text == "NaN" { return JSONText.append(Double.nan, to: &node.bytes) }
      if text.utf8.allSatisfy({ "-.0123456789".utf8.contains($0) }) {
        // Foundation may print a zero with any number of digits.
        let isZero = text.utf8.allSatisfy { "-.0".utf8.contains($0) }
        return node.bytes.append(contentsOf: isZero ? "0".utf8 : text.utf8)
      }
    }
    writeContents(of: value, as: type, into: node)
  }

  /// The seconds since 2001 that a date encodes.
  private func seconds(of value: Subject, as type: any Encodable.Type) -> Double? {
    let facts = value.facts
    // Usually they are the date's bytes, which are read faster.
    if facts.areBytesProven, let seconds = value.bits { return seconds }
    let node = takeNode(facts)
    defer { giveBack(node) }
    guard (try? type.encode(value, to: NodeEncoder(node))) != nil, let seconds = Double(String(decoding: node.bytes, as: UTF8.self)) else {
      return nil
    }
    facts.areBytesProven = seconds != 0 && value.bits == seconds
    return seconds
  }
}
