import FluxtapeCoding
import FluxtapeJSON

// Operations in the form of RFC 6902, at the current `path`.

extension ValueComparison {
  /// A position in the patch.
  struct Mark {
    let bytes: Int
    let operations: Int
  }

  var mark: Mark { Mark(bytes: writer.count, operations: operationCount) }

  /// Discards everything written since the mark.
  func rollBack(to mark: Mark) {
    writer.rollBack(to: mark.bytes)
    operationCount = mark.operations
  }

  /// Runs `body` with a member appended to the path.
  func at<Result>(_ key: String, _ body: () -> Result) -> Result {
    let length = path.count
    path.append(TaggedValue.escapedKey(key))
    defer { path.rollBack(to: length) }
    return body()
  }

  /// Runs `body` with a member appended to the path; its key belongs to a type.
  func at<Result>(label key: String, _ body: () -> Result) -> Result {
    let length = path.count
    writer.appendToken(ofLabel: key, to: path)
    defer { path.rollBack(to: length) }
    return body()
  }

  /// Runs `body` with an element appended to the path.
  func at<Result>(_ index: Int, _ body: () -> Result) -> Result {
    let length = path.count
    path.append(index)
    defer { path.rollBack(to: length) }
    return body()
  }

  /// Writes a `replace` operation up to its value.
  func beginReplace() {
    beginOperation(#"{"op":"replace","path":""#)
    writer.append(#"","value":"#)
  }

  /// Writes an operation up to the end of its path.
  ///
  /// - Parameter start: Everything before the path, as one constant for speed: each typed letter makes an operation.
  private func beginOperation(_ start: StaticString) {
    if operationCount > 0 { writer.append(UInt8(ascii: ",")) }
    operationCount += 1
    writer.append(start)
    writer.append(path)
  }

  func endOperation() { writer.append(UInt8(ascii: "}")) }

  func writeAdd(_ writeValue: () -> Void) {
    beginOperation(#"{"op":"add","path":""#)
    writer.append(#"","value":"#)
    writeValue()
    endOperation()
  }

  func writeRemove() {
    beginOperation(#"{"op":"remove","path":""#)
    writer.append(#""}"#)
  }

  /// - Parameter text: The new text.
  func write(_ splice: TextSplice, of text: Span<UInt8>) {
    beginOperation(#"{"op":"splice","path":""#)
    writer.append(UInt8(ascii: "\""))
    writeSplice(at: splice.start, deleting: splice.deleted)
    writer.append(quoted: splice.inserted, of: text)
    endOperation()
  }

  /// Replaces the whole value instead of the operations since `mark` if that takes less than half of the bytes, the same rule as in
  /// `JSONPatch.difference`. For values that are not longer than the operations.
  func replaceIfShorter(since mark: Mark, _ writeValue: () -> Void) -> Bool {
    guard operationCount > mark.operations + 1 else { return false }
    let (end, operations) = (writer.count, operationCount)
    operationCount = mark.operations
    beginReplace()
    writeValue()
    endOperation()
    guard 2 * (writer.count - end) < end - mark.bytes else {
      writer.rollBack(to: end)
      operationCount = operations
      return false
    }
    let replacement = writer.bytes(end..<writer.count)
    writer.rollBack(to: mark.bytes)
    writer.append(replacement)
    return true
  }

  /// Moves an element of the array at ``path``.
  func writeMove(from: Int, to: Int) {
    write(.move(from: JSONPointer(tokens: [String(from)]), to: JSONPointer(tokens: [String(to)])))
  }

  /// Writes an operation whose pointers are relative to the current path.
  func write(_ operation: JSONPatch.Operation) {
    if operationCount > 0 { writer.append(UInt8(ascii: ",")) }
    operationCount += 1
    writer.append(#"{"op":""#)
    writer.append(raw: operation.name)
    writer.append(UInt8(ascii: "\""))
    if let from = operation.from { writePath("from", from) }
    writePath("path", operation.path)
    switch operation {
    case .add(_, let value), .replace(_, let value), .test(_, let value):
      writer.append(#","value":"#)
      writer.append(value.bytes)
    case .splice(_, let at, let deleting, let inserting):
      writeSplice(at: at, deleting: deleting)
      writer.append(quoted: inserting)
    case .remove, .move, .copy: break
    }
    endOperation()
  }

  private func writePath(_ key: StaticString, _ inside: JSONPointer) {
    writer.append(#",""#)
    writer.append(key)
    writer.append(#"":""#)
    let length = path.count
    for token in inside.tokens { path.append(token) }
    writer.append(path)
    path.rollBack(to: length)
    writer.append(UInt8(ascii: "\""))
  }

  /// Writes the members of a splice up to the inserted text.
  private func writeSplice(at: Int, deleting: Int) {
    writer.append(#","at":"#)
    writer.append(at)
    writer.append(#","del":"#)
    writer.append(deleting)
    writer.append(#","ins":"#)
  }
}
