/// Tracks the steps so far: finds those that are missing, late or repeated.
struct StepLedger: Sendable {
  /// Missing steps, and the row that shows them.
  struct Missing: Sendable {
    var steps: ClosedRange<Int>
    /// `nil` if the log itself reports the loss.
    var row: UInt32?
  }

  enum Arrival {
    case next
    /// The step was missing until now.
    case late
    case repeated
    /// The steps just before it are missing.
    case jump(ClosedRange<Int>)
  }

  private var highest = 0
  /// Sorted, without overlaps.
  private(set) var missing: [Missing] = []
  private var late: Set<Int> = []
  /// The late steps, sorted, as of the last call of ``settle(_:)``.
  private var lateSteps: [Int] = []
}

extension StepLedger {
  /// Adds the step if it is the expected one. Returns whether it is.
  @inline(__always) mutating func takeNext(_ step: Int) -> Bool {
    guard step == highest &+ 1 else { return false }
    highest = step
    return true
  }

  /// - Parameter step: At least 1.
  mutating func take(_ step: Int) -> Arrival {
    if step > highest {
      defer { highest = step }
      return step - highest == 1 ? .next : .jump(highest + 1...step - 1)
    }
    let place = missing.partitioningIndex { $0.steps.upperBound >= step }
    guard place < missing.count, missing[place].steps.contains(step) else { return .repeated }
    return late.insert(step).inserted ? .late : .repeated
  }

  mutating func addMissing(_ steps: ClosedRange<Int>, row: UInt32?) { missing.append(Missing(steps: steps, row: row)) }

  /// Updates the rows that show missing steps.
  mutating func settle(_ row: (StepLedger, Missing) -> UInt32?) {
    lateSteps = late.sorted()
    let ledger = self
    for place in missing.indices where missing[place].row != nil { missing[place].row = row(ledger, missing[place]) }
  }

  mutating func renumberRows(_ number: (UInt32) -> UInt32) {
    for place in missing.indices { missing[place].row = missing[place].row.map(number) }
  }

  /// The rest of a range of missing steps, without the steps at its ends that came late or that a gap reports. The count excludes late
  /// steps inside it too.
  func remaining(of steps: ClosedRange<Int>, told: [ClosedRange<Int>]) -> (steps: ClosedRange<Int>, count: Int)? {
    var (first, last) = (steps.lowerBound, steps.upperBound)
    while first <= last, let next = end(after: first, told: told) { first = next == .max ? .max : next + 1 }
    guard first <= last else { return nil }
    while last > first, let next = start(before: last, told: told) { last = next - 1 }
    let lateInside = lateSteps.partitioningIndex { $0 > last } - lateSteps.partitioningIndex { $0 >= first }
    return (first...last, last - first + 1 - lateInside)
  }

  /// The end of the accounted range that contains `step`; `nil` if `step` is missing.
  private func end(after step: Int, told: [ClosedRange<Int>]) -> Int? {
    told.range(containing: step)?.upperBound ?? (late.contains(step) ? step : nil)
  }

  private func start(before step: Int, told: [ClosedRange<Int>]) -> Int? {
    told.range(containing: step)?.lowerBound ?? (late.contains(step) ? step : nil)
  }
}

// MARK: - Ranges of steps

extension [ClosedRange<Int>] {
  /// The same steps as sorted ranges that neither overlap nor touch.
  var merged: [ClosedRange<Int>] {
    sorted { $0.lowerBound < $1.lowerBound }.reduce(into: []) { result, range in
      guard let last = result.last, range.lowerBound <= last.upperBound || range.lowerBound == last.upperBound &+ 1 else {
        return result.append(range)
      }
      result[result.count - 1] = last.lowerBound...Swift.max(last.upperBound, range.upperBound)
    }
  }

  /// The range that contains `step`, among sorted ranges without overlaps.
  func range(containing step: Int) -> ClosedRange<Int>? {
    let place = partitioningIndex { $0.upperBound >= step }
    return place < count && self[place].contains(step) ? self[place] : nil
  }
}
