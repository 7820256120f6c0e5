extension ValueComparison {
  /// In an open context.
  func compareTexts(_ old: PlacedValue, _ new: PlacedValue, in context: WritingContext) -> Outcome {
    let (oldText, newText) = (old.text, new.text)
    guard !oldText.isSameText(as: newText) else { return .unchanged }
    guard newText.utf8.count >= TextSplice.shortestText, let splice = TextSplice(from: oldText, to: newText) else {
      return replace(with: new, in: context)
    }
    // What was put in the place of a text has nothing in common with another one.
    guard writer.writesAsTheyAre(newText, oldText, where: splice.replaced) else { return replace(with: new, in: context) }
    write(splice, of: newText)
    return .changedInside
  }
}
