import FluxtapeCoding
import FluxtapeJSON

// Sound: addresses are those of an action that stays in place, and of payloads while `withPayload` runs.

extension CaseList: ActionCases {
  func describe(_ address: UnsafeRawPointer, for writer: ActionWriter) -> ActionName? {
    if beginsEncoding { return unsafe describeEncoding(address, for: writer) }
    guard let leaf = unsafe leaf(at: address, for: writer) else { return nil }
    switch leaf.contents {
    case .nothing: return leaf.name
    case .fields(let fields, let payload):
      return unsafe access.withPayload(payload, of: address) { unsafe writer.write(fields, at: $0) } ? leaf.name : nil
    case .nested(let inner, let payload):
      return unsafe access.withPayload(payload, of: address) { unsafe inner.describe($0, for: writer) }
    case .encoded, .unknown: return nil
    }
  }

  /// Writes an enum by its own `encode(to:)`, and strips the nested cases if the encoding has their form.
  private func describeEncoding(_ address: UnsafeRawPointer, for writer: ActionWriter) -> ActionName? {
    guard let leaf = unsafe innermostLeaf(of: address, for: writer), case .encoded(let prefix, let braces) = leaf.contents else {
      return nil
    }
    let values = writer.values
    let start = values.count
    unsafe values.write(plan.type, at: address, in: WritingContext(depth: depth))
    defer { values.rollBack(to: start) }
    guard let contents = values.value(at: start, behind: prefix, closedBy: braces) else { return nil }
    let isEmpty = contents.count == 2 && values[contents.lowerBound] == UInt8(ascii: "{")
    if !isEmpty { writer.appendToPayload(contents) }
    return leaf.name
  }

  private func innermostLeaf(of address: UnsafeRawPointer, for writer: ActionWriter) -> CaseList.Leaf? {
    guard let leaf = unsafe leaf(at: address, for: writer) else { return nil }
    guard case .nested(let inner, let payload) = leaf.contents else { return leaf }
    return unsafe access.withPayload(payload, of: address) { unsafe inner.innermostLeaf(of: $0, for: writer) }
  }
}

extension ActionWriter {
  /// Returns `false`, with nothing written, if one field may name other fields as secrets.
  fileprivate func write(_ fields: [CaseList.Field], at address: UnsafeRawPointer) -> Bool {
    guard !fields.isEmpty else { return true }
    let start = values.count
    values.append(UInt8(ascii: "{"))
    for field in fields {
      values.append(field.key)
      let value = values.count
      unsafe values.write(field.plan.type, at: address + field.offset, in: field.context)
      if field.mayNameSecret, values.isSecretName(at: value) {
        values.rollBack(to: start)
        return false
      }
    }
    values.append(UInt8(ascii: "}"))
    moveToPayload(from: start)
    return true
  }
}
