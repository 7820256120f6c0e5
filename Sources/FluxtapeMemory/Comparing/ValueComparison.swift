import FluxtapeCoding

/// Compares two values and writes the operations from one to the other into the buffer of its ``ValueWriter``.
///
/// It visits only what changed: two values of a proven type with the same bytes are equal, whatever they contain. If the members of a value
/// are unknown, or depend on each other, it compares encodings.
final class ValueComparison {
  let writer: ValueWriter
  let types: ComparedTypes
  let capture: Capture
  /// The number of operations written so far.
  var operationCount = 0
  /// The current path, as written in an operation.
  let path = PathText()
  /// The difference between two arrays compared in this patch. Their states retain both.
  var latestDifference: ListDifference?
  /// The last index at which elements of an array differed: successive changes are often in the same place.
  var likelyDifference = 0
  /// The depth from which values are compared as documents, by the rules or the comparison.
  let maximumDepth: Int

  init(_ writer: ValueWriter, layouts: @escaping (Any.Type) -> ValueLayout, copies arena: CopyArena) {
    self.writer = writer
    maximumDepth = min(writer.rules.maximumDepth, Self.deepestComparison)
    types = ComparedTypes(writtenBy: writer, layouts: layouts)
    capture = Capture(types, writtenBy: writer, copies: arena)
  }

  /// The result of comparing two values.
  enum Outcome {
    case unchanged
    /// One operation replaces the whole value.
    case replaced
    /// Operations replace all parts.
    case rewritten
    /// Operations change some parts.
    case changedInside
  }

  /// The role of two values among those kept from one step to the next.
  enum Kept {
    case nothing
    case whole(old: KeptValue, new: KeptValue)
    /// The part at this place of the earlier value.
    case part(Int)

    var isWhole: Bool { if case .whole = self { true } else { false } }
  }

  /// Values at this depth and below are compared as documents. This bounds the stack for any state.
  private static let deepestComparison = 64
}

extension ValueComparison {
  /// Appends the operations that `compare` writes, as a JSON array.
  func patch(appendingTo bytes: inout [UInt8], _ compare: (ValueComparison) -> Void) -> StatePatch {
    let start = writer.count
    operationCount = 0
    latestDifference = nil
    writer.append(UInt8(ascii: "["))
    compare(self)
    writer.append(UInt8(ascii: "]"))
    writer.move(from: start, to: &bytes)
    return StatePatch(operationCount: operationCount)
  }

  /// Whether any encoding depended on its coding path or stack depth.
  var dependsOnPlace: Bool { writer.dependsOnPlace || capture.isPathAsked }

  /// The bytes that `write` writes.
  func written(_ write: (ValueWriter) -> Void) -> [UInt8] {
    let start = writer.count
    write(writer)
    var bytes: [UInt8] = []
    writer.move(from: start, to: &bytes)
    return bytes
  }
}

// MARK: - Values

extension ValueComparison {
  /// Compares two live values at the current ``path``.
  ///
  /// - Parameter kept: Their role among the values kept from one step to the next.
  func compare(_ old: ErasedValuePointer, _ new: ErasedValuePointer, keeping kept: Kept = .nothing, in context: WritingContext) -> Outcome {
    guard new.withType({ $0.isBitwiseComparable }), new.hasSameType(as: old) else { return compareDocuments(old, new, in: context) }
    if old.hasSameBytes(as: new) { return .unchanged }
    guard writer.countValue(1) else { return .replaced }
    // In a secret context the value may become one digest.
    guard context.isOpen, context.depth < maximumDepth else { return compareDocuments(old, new, in: context) }
    switch new.type.way {
    case .text where context.secrecy != .open: return compareDocuments(old, new, in: context)
    case .text: return compareTexts(old, new, in: context)
    case .number: return new.isNotANumber ? compareDocuments(old, new, in: context) : replace(with: new, in: context)
    case .optional: if let access = new.type.optional { return compareWrapped(old, new, by: access, in: context) }
    case .list: if let access = new.type.list { return compareLists(old, new, by: access, in: context) }
    case .dictionary: if let access = new.type.dictionary { return compareDictionaries(old, new, by: access, in: context) }
    case .members(let access): return compareMembers(old, new, by: access, keeping: kept, in: context)
    case .document: break
    }
    return compareDocuments(old, new, in: context)
  }

  func replace(with new: ErasedValuePointer, in context: WritingContext) -> Outcome {
    beginReplace()
    new.withType { type in
      switch type.way {
      case .number where writer.write(number: new): break
      case .text: writer.write(text: new.text)
      default: writer.write(new, in: context)
      }
    }
    endOperation()
    return .replaced
  }

  private func compareWrapped(
    _ old: ErasedValuePointer, _ new: ErasedValuePointer, by access: any OptionalAccess, in context: WritingContext
  ) -> Outcome {
    let wrapped = types.of(access.wrapped.type)
    let outcome = old.withWrapped(by: access, wrapped) { oldWrapped in
      new.withWrapped(by: access, wrapped) { newWrapped -> Outcome? in
        guard let oldWrapped, let newWrapped else { return nil }
        return compare(oldWrapped, newWrapped, in: context)
      }
    }
    return outcome ?? compareDocuments(old, new, in: context)
  }
}
