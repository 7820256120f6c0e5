import FluxtapeLogReading
import FluxtapeHistory
import FluxtapeJSON

/// All changes of one value in a log.
package struct Series: Sendable {
  /// Ascending.
  private let rows: [LinePlace]
  private let values: [JSONValue?]
  private let numbers: [Double?]
  /// The lowest and the highest number.
  let range: ClosedRange<Double>?
  let isTruth: Bool
  /// The values that are not numbers, in order of appearance. At most 26, as a letter stands for each.
  private let names: [JSONValue]

  /// The contents of one column of a sparkline.
  enum Level: Hashable, Sendable {
    case absent
    case number(Double)
    /// A number in one part of the column; no number in another part.
    case broken(Double)
    case truth(Bool)
    /// The index of a value that is not a number.
    case other(Int)
  }

  /// - Parameter run: The run that the changes' row numbers refer to.
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
  /// Returns the value after a row, and the value before that row.
  func value(after row: LinePlace) -> (value: JSONValue?, previous: JSONValue?) {
    let place = changes(notAfter: row)
    guard place > 0 else { return (nil, nil) }
    guard rows[place - 1] == row else { return (values[place - 1], values[place - 1]) }
    return (values[place - 1], place > 1 ? values[place - 2] : nil)
  }

  /// Returns the number of changes up to and including `row`. O(log n).
  private func changes(notAfter row: LinePlace) -> Int { rows.partitioningIndex { $0 > row } }

  /// Returns the number of changes before a row, or of all changes if there is no such row.
  private func changes(before number: Int, in run: RunRows) -> Int {
    run.place(of: number).map { row in rows.partitioningIndex { $0 >= row } } ?? rows.count
  }

  /// Returns the level in each of `count` equal stretches of rows.
  ///
  /// A stretch with several numbers shows the one farthest from its first: short spikes stay visible, and so do gaps.
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
      // The previous column shows a gap that ends here.
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

  /// What a chart shows: the numbers; without any, 0 and 1 for truth, or a level for each other value. Nil if there is none.
  var chartRange: ClosedRange<Double>? { range ?? (isTruth ? 0...1 : names.isEmpty ? nil : 0...Double(max(names.count - 1, 1))) }

  /// Returns the number of a level in ``chartRange``.
  func number(of level: Level) -> Double? {
    switch level {
    case .number(let number), .broken(let number): number
    case .absent: nil
    case .truth(let truth): range == nil ? truth ? 1 : 0 : nil
    case .other(let place): range == nil && !isTruth ? Double(place) : nil
    }
  }

  /// Returns what a scale says at a number of ``chartRange``.
  func label(_ number: Double) -> String {
    if range != nil { return Self.text(number) }
    if isTruth { return number > 0 ? "true" : "false" }
    guard names.indices.contains(Int(number)) else { return "" }
    return names[Int(number)].text
  }

  /// Returns a number as the scale shows it.
  static func text(_ number: Double) -> String {
    number == number.rounded() && abs(number) < 1e15 ? Int(number).grouped : "\(number)"
  }
}
