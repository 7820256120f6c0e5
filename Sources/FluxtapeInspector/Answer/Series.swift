import FluxtapeHistory
import FluxtapeJSON

/// A value's course through a log: what it became, and where.
package struct Series: Sendable {
  /// Rising.
  private let rows: [LinePlace]
  private let values: [JSONValue?]
  private let numbers: [Double?]
  /// Between which numbers it moved.
  let range: ClosedRange<Double>?
  let isTruth: Bool
  /// Other values than numbers, by first appearance, as far as a letter can stand for each.
  private let names: [JSONValue]

  /// What stands in a column of a sparkline.
  enum Level: Hashable, Sendable {
    case absent
    case number(Double)
    /// A number in a part of the column, and something else or nothing in another part.
    case broken(Double)
    case truth(Bool)
    /// The number of another value.
    case other(Int)
  }

  /// - Parameter run: Whose rows the changes name.
  init(_ changes: [ValueChange], in run: RunRows) {
    let changes = changes.sorted { $0.row < $1.row }.compactMap { change in run.place(of: change.row).map { (row: $0, new: change.new) } }
    rows = changes.map(\.row)
    values = changes.map(\.new)
    numbers = values.map { value in value?.number.flatMap { Double($0.text) } }
    let known = numbers.compactMap(\.self).filter(\.isFinite)
    range = known.min().flatMap { low in known.max().map { low...$0 } }
    isTruth = values.contains { if case .bool = $0 { true } else { false } }
    var names: [JSONValue] = []
    for case let value? in values where value.number == nil && names.count < 26 && !names.contains(value) { names.append(value) }
    self.names = names
  }
}

extension Series {
  /// How often it changed.
  var count: Int { rows.count }

  /// The value after a row, and what it was before that row.
  func value(after row: LinePlace) -> (value: JSONValue?, previous: JSONValue?) {
    let place = changes(notAfter: row)
    guard place > 0 else { return (nil, nil) }
    guard rows[place - 1] == row else { return (values[place - 1], values[place - 1]) }
    return (values[place - 1], place > 1 ? values[place - 2] : nil)
  }

  /// How many changes there are up to and with `row`. O(log n).
  private func changes(notAfter row: LinePlace) -> Int { rows.partitioningIndex { $0 > row } }

  /// How many there are before the row with a number; all where there is no such row.
  private func changes(before number: Int, in run: RunRows) -> Int {
    run.place(of: number).map { row in rows.partitioningIndex { $0 >= row } } ?? rows.count
  }

  /// What stands in each of `count` equal stretches of rows. Of several numbers in one, the farthest from where it began: a spike is
  /// seen however short it was, and so is a gap.
  func columns(_ count: Int, of run: RunRows) -> [Level] {
    (0..<count).map { column in
      let start = column * run.count / count
      let end = max(start + 1, (column + 1) * run.count / count)
      let first = changes(before: start, in: run)
      let last = changes(before: end, in: run)
      let begin = first > 0 ? numbers[first - 1] : nil
      let inside = numbers[first..<last]
      guard let spike = inside.compactMap(\.self).max(by: { abs($0 - (begin ?? $0)) < abs($1 - (begin ?? $1)) }) ?? begin else {
        return last > 0 ? level(of: values[last - 1]) : .absent
      }
      // A gap that only ends here is seen in the column before.
      return inside.contains(nil) ? .broken(spike) : .number(spike)
    }
  }

  private func level(of value: JSONValue?) -> Level {
    switch value {
    case nil: .absent
    case .bool(let truth): .truth(truth)
    case let value?: .other(names.firstIndex(of: value) ?? 25)
    }
  }

  /// A number as a scale shows it.
  static func text(_ number: Double) -> String {
    number == number.rounded() && abs(number) < 1e15 ? QuantityText.grouped(Int(number)) : "\(number)"
  }
}
