import FluxtapeCoding
import FluxtapeJSON

extension ValueComparison {
  /// In an open context.
  func compareTexts(_ old: ErasedValuePointer, _ new: ErasedValuePointer, in context: WritingContext) -> Outcome {
    let (oldText, newText) = (old.text, new.text)
    guard !oldText.isSameText(as: newText) else { return .unchanged }
    guard newText.utf8.count >= TextSplice.shortestText else { return replace(with: new, in: context) }
    // The bytes of both are looked up once for all that is done with them.
    let isWritten = oldText.withBytes { oldBytes in newText.withBytes { newBytes in writeSplice(from: oldBytes, to: newBytes) } }
    return isWritten ? .changedInside : replace(with: new, in: context)
  }

  /// Writes what leads from one text to another. `false`, with nothing written, if the other one is to be written as a whole.
  private func writeSplice(from old: Span<UInt8>, to new: Span<UInt8>) -> Bool {
    // What was put in the place of a text has nothing in common with another one.
    guard let splice = TextSplice(from: old, to: new), writer.writesAsTheyAre(new, old, where: splice.replaced) else { return false }
    write(splice, of: new)
    return true
  }
}
