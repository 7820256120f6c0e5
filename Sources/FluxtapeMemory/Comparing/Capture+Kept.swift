// What was captured of the later of two values, kept for when it is the earlier one.
//
// Each value is captured once that way, where it would be twice: its `encode(to:)` writes the same whenever it is asked. That is done of the
// outermost value of a state, since it is part of every step, and of the one part of it that changed in the latest steps; what is kept is
// copies of what stands in them, one level deep.
//
// Sound: what is kept lies below everything that is captured meanwhile, the part on top of the whole, and is taken out before anything else
// is captured at its level.

import FluxtapeCoding

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
    forgetPartners(kept.captured)
    unsafe state.pointee.keptPart?.isCompared = false
    return kept.captured
  }

  /// Keeps what was captured last, that of `value`, in the place of what was captured before it; releases both if they have other parts.
  func keep(_ later: Captured, insteadOf earlier: Captured, of value: KeptValue) {
    // What the part was is no longer what it is, unless that was found out.
    if let part = unsafe state.pointee.keptPart, !part.isCompared, hasChanged(later, at: part.place) {
      unsafe state.pointee.keptPart?.isCurrent = false
    }
    guard replace(earlier, by: later) else { return release(earlier) }
    release(later)
    if let part = unsafe state.pointee.keptPart, !part.isCurrent { release(part.captured) }
    var kept = earlier
    if !kept.summary.areKeysDifferent { kept.summary.areKeysDifferent = areKeysDifferent(kept.parts) }
    value.captureNumber = unsafe state.pointee.keep(kept)
    keepWantedPart(of: kept)
  }

  /// Whether another value stands at a place of the earlier value than did.
  private func hasChanged(_ later: Captured, at place: Int) -> Bool {
    later.summary.changes.contains { copy($0) != nil && partner($0) == place }
  }

  /// Brings what was captured earlier up to date, with the copies that the later one has. `false` if it has other parts.
  private func replace(_ earlier: Captured, by later: Captured) -> Bool {
    guard later.kind == earlier.kind, later.summary.isParallel else { return false }
    for place in later.summary.changes {
      guard let partner = partner(place), let copy = copy(place), let earlierCopy = self.copy(partner) else { continue }
      guard earlierCopy.take(copy) else { return false }
      unsafe state.pointee.part(place).pointee.copy = nil
    }
    return true
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

  /// Replaces a list in what is kept of `value`, wherever it lies there, by one that is equal. As long as a copy of a part held the former one,
  /// the app could not change it in place.
  ///
  /// - Parameters:
  ///   - type: That of the list.
  ///   - elements: The object that has the list's elements.
  func replaceKept(_ type: Any.Type, _ elements: UInt, with list: UnsafeRawPointer, of value: KeptValue) {
    guard let kept = unsafe state.pointee.kept, kept.number == value.captureNumber else { return }
    let end = unsafe state.pointee.keptPart?.captured.parts.upperBound ?? kept.captured.parts.upperBound
    for place in kept.captured.parts.lowerBound..<end { unsafe copy(place)?.replace(type, elements, with: list) }
  }
}

// MARK: - The part

extension Capture {
  /// Captured parts of a value that is itself a part of the one that is kept.
  struct KeptPart {
    let captured: Captured
    /// Where it stands in the other one.
    let place: Int
    /// Whether it is what the part is now.
    var isCurrent = true
    /// Whether it was taken to be compared since the whole was.
    var isCompared = false
  }

  /// What is kept of the part at a place of the value that is kept, to be handed to ``keepPart(_:insteadOf:)``.
  func takeKeptPart(at place: Int) -> Captured? {
    guard let part = unsafe state.pointee.keptPart, part.place == place, part.isCurrent else { return nil }
    unsafe state.pointee.keptPart?.isCompared = true
    unsafe state.pointee.keptPart?.isCurrent = false
    forgetPartners(part.captured)
    return part.captured
  }

  /// Keeps what was captured last of the part. What has other parts stays where it is until the whole is done.
  func keepPart(_ later: Captured, insteadOf earlier: Captured) {
    let isCurrent = replace(earlier, by: later)
    release(later)
    unsafe state.pointee.keptPart?.isCurrent = isCurrent
  }

  /// Notes that the part at a place was compared. If it is the same one again, it is kept from now on.
  func noteComparedPart(at place: Int) {
    unsafe state.pointee.wantsPart = unsafe state.pointee.latestPart == place
    unsafe state.pointee.latestPart = place
  }

  private func keepWantedPart(of kept: Captured) {
    guard unsafe state.pointee.wantsPart, unsafe state.pointee.keptPart == nil else { return }
    unsafe state.pointee.wantsPart = false
    let place = unsafe state.pointee.latestPart
    guard kept.parts.contains(place), let value = copy(place)?.value, case .members(let access) = value.type.way else { return }
    guard var captured = capture(value, by: access) else { return }
    captured.summary.areKeysDifferent = areKeysDifferent(captured.parts)
    unsafe state.pointee.keptPart = KeptPart(captured: captured, place: place)
  }

  private func forgetPartners(_ captured: Captured) {
    for place in captured.parts { unsafe state.pointee.part(place).pointee.partner = -1 }
  }
}
