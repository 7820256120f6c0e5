import FluxtapeHistory
import FluxtapeLog

/// `100..200`: steps including both ends. Either end may be missing, or the line of a row without a step: `@12..40`.
struct StepRange: Hashable {
  private let first: StepAddress.Row?
  private let last: StepAddress.Row?
  private let text: String

  init(argument: String) throws(UsageError) {
    guard let dots = argument.firstRange(of: ".."), let first = Self.bound(argument[..<dots.lowerBound]),
      let last = Self.bound(argument[dots.upperBound...]), Self.areInOrder(first, last)
    else { throw UsageError(message: "--range \(argument): write 100..200, 100.. or ..200; a row without a number is @LINE") }
    (self.first, self.last, text) = (first, last, argument)
  }

  /// Parses a bound. Returns `.some(nil)` for an empty one, and `nil` for an invalid one.
  private static func bound(_ text: Substring) -> StepAddress.Row?? { text.isEmpty ? .some(nil) : StepAddress.Row(text).map { .some($0) } }

  private static func areInOrder(_ first: StepAddress.Row?, _ last: StepAddress.Row?) -> Bool {
    switch (first, last) {
    case (.step(let first)?, .step(let last)?): first <= last
    case (.line(let first)?, .line(let last)?): first <= last
    default: true
    }
  }
}

extension StepRange {
  /// Returns the rows in the range. A state without a step belongs to the step above it; other rows without one are excluded.
  ///
  /// - Throws: ``NotThere`` if a named line has no row.
  func rows(among rows: [Int], of history: History) throws -> [Int] {
    let (low, high) = (try row(first, of: history), try row(last, of: history))
    let wanted = Set(rows)
    var reached = 1
    return history.rows.indices.filter { number in
      let row = history.rows[number]
      reached = max(reached, row.step?.rawValue ?? 0)
      guard wanted.contains(number), row.step != nil || row.kind == .state else { return false }
      let step = row.step?.rawValue ?? reached
      return isInside(number, step, low, <=, first) && isInside(number, step, high, >=, last)
    }
  }

  private func row(_ bound: StepAddress.Row?, of history: History) throws -> Int? {
    guard case .line(let line)? = bound else { return nil }
    guard let row = history.row(onLine: line) else {
      throw NotThere(message: "--range \(text): the log has no row on line \(line)")
    }
    return row
  }

  private func isInside(_ row: Int, _ step: Int, _ boundRow: Int?, _ areInOrder: (Int, Int) -> Bool, _ bound: StepAddress.Row?) -> Bool {
    switch bound {
    case nil: true
    case .step(let bound)?: areInOrder(bound.rawValue, step)
    case .line?: boundRow.map { areInOrder($0, row) } ?? true
    }
  }
}
