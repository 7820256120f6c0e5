extension ValueComparison {
  func compareTexts(_ old: PlacedValue, _ new: PlacedValue, in context: WritingContext) -> Outcome {
    let (oldText, newText) = (old.text, new.text)
    guard !oldText.isSameText(as: newText) else { return .unchanged }
    let mark = mark
    beginOperation("replace")
    let start = writer.count
    writer.write(new, in: context)
    endOperation()
    guard newText.utf8.count >= TextSplice.shortestText, isPlain(start), isWrittenPlain(old, in: context) else { return .replaced }
    guard let splice = TextSplice(from: oldText, to: newText) else { return .replaced }
    rollBack(to: mark)
    write(splice)
    return .changedInside
  }

  /// Whether a text stands there, and nothing that was put in its place.
  private func isPlain(_ start: Int) -> Bool { writer[start] == UInt8(ascii: "\"") }

  private func isWrittenPlain(_ text: PlacedValue, in context: WritingContext) -> Bool {
    let start = writer.count
    defer { writer.rollBack(to: start) }
    writer.write(text, in: context)
    return isPlain(start)
  }
}
