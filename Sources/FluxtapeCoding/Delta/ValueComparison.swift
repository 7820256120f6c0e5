import FluxtapeJSON

/// Compares two values and writes the operations that lead from one to the other, in the buffer of its ``ValueWriter``.
final class ValueComparison {
  let writer: ValueWriter
  /// Operations written so far.
  var operationCount = 0
  /// The place that is being compared, as it stands in an operation.
  var path = PathText()

  init(_ writer: ValueWriter) { self.writer = writer }
}

extension ValueComparison {
  /// Appends the operations that `compare` writes, as a JSON array.
  func patch(appendingTo bytes: inout [UInt8], _ compare: (ValueComparison) -> Void) -> StateDelta.Patch {
    let start = writer.count
    operationCount = 0
    writer.append(UInt8(ascii: "["))
    compare(self)
    writer.append(UInt8(ascii: "]"))
    writer.move(from: start, to: &bytes)
    return StateDelta.Patch(operationCount: operationCount)
  }

  /// What `write` writes.
  func written(_ write: (ValueWriter) -> Void) -> [UInt8] {
    let start = writer.count
    write(writer)
    var bytes: [UInt8] = []
    writer.move(from: start, to: &bytes)
    return bytes
  }
}

// MARK: - Documents

extension ValueComparison {
  func compare(_ old: WrittenValue, _ new: WrittenValue) {
    guard old.bytes != new.bytes else { return }
    compareDocuments(old.bytes, new.bytes)
  }

  /// Compares two values by what was written of them: the way that is right for all values, and slow.
  private func compareDocuments(_ old: [UInt8], _ new: [UInt8]) {
    guard let old = try? JSONValue(parsing: old), let new = try? JSONValue(parsing: new) else { return }
    for operation in JSONPatch.difference(from: old, to: new, splicing: true).operations { write(operation) }
  }

  /// Writes an operation whose pointers begin at the place that is being compared.
  private func write(_ operation: JSONPatch.Operation) {
    beginOperation(operation.name)
    if let from = operation.from { writePath("from", from) }
    writePath("path", operation.path)
    switch operation {
    case .add(_, let value), .replace(_, let value), .test(_, let value):
      writer.append(#","value":"#)
      value.write(into: &writer.buffer)
    case .splice(_, let at, let deleting, let inserting): writeSplice(at: at, deleting: deleting, inserting: inserting)
    case .remove, .move, .copy: break
    }
    writer.append(UInt8(ascii: "}"))
  }
}

// MARK: - Operations

extension ValueComparison {
  private func beginOperation(_ name: String) {
    if operationCount > 0 { writer.append(UInt8(ascii: ",")) }
    operationCount += 1
    writer.append(#"{"op":""#)
    writer.append(name)
    writer.append(UInt8(ascii: "\""))
  }

  private func writePath(_ key: StaticString, _ inside: JSONPointer) {
    writer.append(#",""#)
    writer.append(key)
    writer.append(#"":""#)
    var path = path
    for token in inside.tokens { path.append(token) }
    writer.buffer.append(contentsOf: path.bytes)
    writer.append(UInt8(ascii: "\""))
  }

  private func writeSplice(at: Int, deleting: Int, inserting: String) {
    writer.append(#","at":"#)
    writer.append(String(at))
    writer.append(#","del":"#)
    writer.append(String(deleting))
    writer.append(#","ins":"#)
    JSONValue.writeString(inserting, into: &writer.buffer)
  }
}
