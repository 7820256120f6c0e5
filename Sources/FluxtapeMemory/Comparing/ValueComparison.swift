import FluxtapeCoding

/// Compares two values and writes the operations that lead from one to the other, in the buffer of its ``ValueWriter``.
///
/// It goes only where something changed: two values of a proven type with the same bytes are equal, whatever they hold. Where it cannot say
/// what the members of a value are, or these depend on each other, it compares what is written of both.
final class ValueComparison {
  let writer: ValueWriter
  let types: ComparedTypes
  let capture: Capture
  /// Operations written so far.
  var operationCount = 0
  /// The place that is being compared, as it stands in an operation.
  let path = PathText()
  /// Where two lists differ that were compared since the patch began. Both are held as long as the states that they belong to.
  var latestDifference: ListDifference?
  /// Where elements of a list differed last: who works on a list does so at one place for a while.
  var likelyDifference = 0
  /// The depth of values that are not entered any more, by the rules or by the comparison.
  let maximumDepth: Int

  init(_ writer: ValueWriter, layouts: @escaping (Any.Type) -> ValueLayout, copies arena: CopyArena) {
    self.writer = writer
    maximumDepth = min(writer.rules.maximumDepth, Self.deepestComparison)
    types = ComparedTypes(writtenBy: writer, layouts: layouts)
    capture = Capture(types, writtenBy: writer, copies: arena)
  }

  /// What came of comparing two values.
  enum Outcome {
    case unchanged
    /// One operation writes the new value whole.
    case replaced
    /// Operations write all that is inside anew.
    case rewritten
    /// Operations change something inside.
    case changedInside
  }

  /// What two values are of what is kept from one step to the next.
  enum Kept {
    case nothing
    case whole(old: KeptValue, new: KeptValue)
    /// The part that stood there in the earlier one.
    case part(Int)

    var isWhole: Bool { if case .whole = self { true } else { false } }
  }

  /// Values so deep and deeper are compared as documents. That keeps the stack small, whatever a state looks like.
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

  /// What `write` writes.
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
  /// Compares two living values that stand at the place of ``path``.
  ///
  /// - Parameter kept: What they are of what is kept from one step to the next.
  func compare(_ old: ErasedValuePointer, _ new: ErasedValuePointer, keeping kept: Kept = .nothing, in context: WritingContext) -> Outcome {
    guard new.withType({ $0.isBitwiseComparable }), new.hasSameType(as: old) else { return compareDocuments(old, new, in: context) }
    if old.hasSameBytes(as: new) { return .unchanged }
    guard writer.countValue(1) else { return .replaced }
    // What lies in a secret place may become one digest.
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
