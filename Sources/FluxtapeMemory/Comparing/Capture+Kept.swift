// Keeps the captured parts of a value until the value is the earlier one of a comparison.
//
// This captures each value once instead of twice, which is correct since its `encode(to:)` is deterministic. It is done for the outermost
// value of a state, which is part of every step, and for the one part of it that changed in the latest steps; copies of their parts are
// kept, one level deep.
//
// Sound: the kept parts lie below everything captured later, with the inner part above the whole, and are taken out before anything else is
// captured at their level.

import FluxtapeCoding
import FluxtapeJSON

extension Capture {
  /// The captured parts of a kept value.
  struct Kept {
    let captured: Captured
    /// Identifies the value from which they were captured; equals its ``KeptValue/captureNumber``.
    let number: Int
  }

  /// Returns the parts kept for `value`, which the caller has to release or keep again; `nil` if there are none. Parts of other values are
  /// released.
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

  /// Keeps the parts captured last, from `value`, in place of those captured before; releases both if their structure differs.
  func keep(_ later: Captured, insteadOf earlier: Captured, of value: KeptValue) {
    // The part is out of date unless it was compared.
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

  /// Whether the value at a place of the earlier value has changed.
  private func hasChanged(_ later: Captured, at place: Int) -> Bool {
    later.summary.changes.contains { copy($0) != nil && partner($0) == place }
  }

  /// Updates the parts captured earlier with copies of the later ones. Returns `false` if the structure differs.
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

  /// Releases the kept parts, except those of `value`.
  func releaseKept(butOf value: KeptValue? = nil) {
    if let number = unsafe state.pointee.keptNumber, number != value?.captureNumber, let kept = unsafe state.pointee.takeKept() {
      release(kept.captured)
    }
  }

  /// Replaces an array by an equal one wherever it occurs in the parts kept for `value`. While a copy of a part refers to the former
  /// buffer, the app cannot change it in place.
  ///
  /// - Parameters:
  ///   - type: The type of the array.
  ///   - elements: The buffer object of the array to replace.
  func replaceKept(_ type: Any.Type, _ elements: UInt, with list: UnsafeRawPointer, of value: KeptValue) {
    guard let kept = unsafe state.pointee.kept, kept.number == value.captureNumber else { return }
    let end = unsafe state.pointee.keptPart?.captured.parts.upperBound ?? kept.captured.parts.upperBound
    for place in kept.captured.parts.lowerBound..<end { unsafe copy(place)?.replace(type, elements, with: list) }
  }
}

// MARK: - The inner part

extension Capture {
  /// The captured parts of a value inside of the kept value.
  struct KeptPart {
    let captured: Captured
    /// Its place in the kept value.
    let place: Int
    /// Whether these parts are up to date.
    var isCurrent = true
    /// Whether it was taken for comparison since the whole was.
    var isCompared = false
  }

  /// Returns the parts kept for the part at a place of the kept value; pass them to ``keepPart(_:insteadOf:)`` afterwards.
  func takeKeptPart(at place: Int) -> Captured? {
    guard let part = unsafe state.pointee.keptPart, part.place == place, part.isCurrent else { return nil }
    unsafe state.pointee.keptPart?.isCompared = true
    unsafe state.pointee.keptPart?.isCurrent = false
    forgetPartners(part.captured)
    return part.captured
  }

  /// Keeps the parts captured last. If the structure differs, the earlier ones stay until the comparison of the whole is done.
  func keepPart(_ later: Captured, insteadOf earlier: Captured) {
    let isCurrent = replace(earlier, by: later)
    release(later)
    unsafe state.pointee.keptPart?.isCurrent = isCurrent
  }

  /// Notes that the part at a place was compared. If the same part is compared twice, it is kept from then on.
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
