import FluxtapeCoding
import FluxtapeJSON

// Compares encodings: correct for all values, at the cost of encoding both.

extension ValueComparison {
  func compareDocuments(_ old: ErasedValuePointer, _ new: ErasedValuePointer, in context: WritingContext) -> Outcome {
    compareDocuments({ $0.write(old, in: context) }, { $0.write(new, in: context) })
  }

  /// Compares the output of two closures.
  func compareDocuments(_ writeOld: (ValueWriter) -> Void, _ writeNew: (ValueWriter) -> Void) -> Outcome {
    let mark = mark
    beginReplace()
    let newStart = writer.count
    writeNew(writer)
    let new = newStart..<writer.count
    writeOld(writer)
    let old = new.upperBound..<writer.count
    guard !writer.isSame(old, new) else {
      rollBack(to: mark)
      return .unchanged
    }
    guard let operations = difference(old, new) else {
      writer.rollBack(to: new.upperBound)
      endOperation()
      return .replaced
    }
    rollBack(to: mark)
    for operation in operations { write(operation) }
    return operations.isEmpty ? .unchanged : .changedInside
  }

  /// The operations between two documents in the buffer; `nil` if one replaces the other as a whole.
  private func difference(_ old: Range<Int>, _ new: Range<Int>) -> [JSONPatch.Operation]? {
    // Only texts, and containers of the same kind, can have common parts.
    guard writer[old.lowerBound] == writer[new.lowerBound], "{[\"".utf8.contains(writer[old.lowerBound]) else { return nil }
    guard let old = try? JSONValue(parsing: writer.bytes(old)), let new = try? JSONValue(parsing: writer.bytes(new)) else { return nil }
    let operations = JSONPatch.difference(from: old, to: new, splicing: true).operations
    if operations.count == 1, case .replace(let path, _) = operations[0], path.tokens.isEmpty { return nil }
    return operations
  }
}
