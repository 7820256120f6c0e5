// What was captured of the later of two values, kept for when it is the earlier one.
//
// Each value is captured once that way, where it would be twice: its `encode(to:)` writes the same whenever it is asked. Only the outermost
// value of a state is kept, since it is part of every step; what is kept is copies of what stands in it, one level deep.
//
// Sound: what is kept lies below everything that is captured meanwhile, and is taken out before anything else is captured at its level.

extension Capture {
  /// Captured parts of a value that is kept.
  struct Kept {
    let captured: Captured
    /// Known to the one value that they were captured from, as its ``KeptValue/captureNumber``.
    let number: Int
  }

  /// What is kept of `value`, to be released or kept again; `nil` if there is nothing. Then nothing is kept of others any more either.
  func takeKept(of value: KeptValue) -> Captured? {
    guard let kept = unsafe state.pointee.takeKept() else { return nil }
    guard kept.number == value.captureNumber else {
      release(kept.captured)
      return nil
    }
    for place in kept.captured.parts { unsafe state.pointee.part(place).pointee.partner = -1 }
    return kept.captured
  }

  /// Keeps what was captured last, that of `value`, in the place of what was captured before it; releases both if they have other parts.
  func keep(_ later: Captured, insteadOf earlier: Captured, of value: KeptValue) {
    guard later.kind == earlier.kind, later.summary.isParallel else { return release(earlier) }
    for place in later.summary.changes {
      guard let partner = partner(place), let copy = copy(place), let earlierCopy = self.copy(partner) else { continue }
      earlierCopy.replace(with: copy.value)
    }
    release(later)
    var kept = earlier
    if !kept.summary.areKeysDifferent { kept.summary.areKeysDifferent = areKeysDifferent(kept.parts) }
    value.captureNumber = unsafe state.pointee.keep(kept)
  }

  /// Whether all keys of the outermost container differ.
  private func areKeysDifferent(_ parts: Range<Int>) -> Bool {
    allSiblings(parts) { place, _ in allSiblings(end(place)..<parts.upperBound) { other, _ in !key(place).isSameText(as: key(other)) } }
  }

  /// Lets go of what is kept, unless it is kept of `value`.
  func releaseKept(butOf value: KeptValue? = nil) {
    if let number = unsafe state.pointee.keptNumber, number != value?.captureNumber, let kept = unsafe state.pointee.takeKept() {
      release(kept.captured)
    }
  }

  /// Replaces a list in what is kept of `value` by one that is equal.
  ///
  /// - Parameters:
  ///   - type: That of the list.
  ///   - elements: The object that has the list's elements.
  func replaceKept(_ type: Any.Type, _ elements: UInt, with list: UnsafeRawPointer, of value: KeptValue) {
    guard let kept = unsafe state.pointee.kept, kept.number == value.captureNumber else { return }
    for place in kept.captured.parts {
      guard let kept = copy(place), kept.value.type.plan.type == type, unsafe kept.value.address.load(as: UInt.self) == elements else {
        continue
      }
      unsafe kept.replace(with: PlacedValue(kept.value.type, at: list))
    }
  }
}
