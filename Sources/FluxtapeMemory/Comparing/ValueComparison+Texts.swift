import FluxtapeCoding
import FluxtapeJSON

extension ValueComparison {
  /// Only in an open context.
  func compareTexts(_ old: ErasedValuePointer, _ new: ErasedValuePointer, in context: WritingContext) -> Outcome {
    let (oldText, newText) = (old.text, new.text)
    guard !oldText.isSameText(as: newText) else { return .unchanged }
    guard newText.utf8.count >= TextSplice.shortestText else { return replace(with: new, in: context) }
    // The bytes of both strings are accessed once for all further steps.
    let isWritten = oldText.withBytes { oldBytes in newText.withBytes { newBytes in writeSplice(from: oldBytes, to: newBytes) } }
    return isWritten ? .changedInside : replace(with: new, in: context)
  }

  /// Writes a splice. Returns `false`, with nothing written, if the new text has to be written whole.
  private func writeSplice(from old: Span<UInt8>, to new: Span<UInt8>) -> Bool {
    // A redacted text has nothing in common with another one.
    guard let splice = TextSplice(from: old, to: new), writer.writesAsTheyAre(new, old, where: splice.replaced) else { return false }
    write(splice, of: new)
    return true
  }
}
