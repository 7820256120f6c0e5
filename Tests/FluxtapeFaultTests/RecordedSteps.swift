import FluxtapeHistory
import FluxtapeJSON
import FluxtapeLog
import FluxtapeLogReading
import Testing

/// The log of a fault program, read with the public reader.
struct RecordedSteps {
  let history: History

  init(_ paths: [String]) throws {
    let histories = try History.open(paths)
    try #require(histories.count == 1)
    history = histories[0]
    let bad = history.rows.filter { $0.kind == .badLine && !$0.isTorn }
    #expect(bad.isEmpty)
  }

  /// A step of one store.
  struct Step {
    let number: Int
    let row: Int
    /// Begun, and not known to have ended: a kill may also cut the outcome of the line.
    let isInFlight: Bool
  }

  /// The steps of a store, in file order.
  func steps(of store: String) -> [Step] {
    guard let place = history.stores.firstIndex(of: store) else { return [] }
    return history.rows.indices.compactMap { row in
      guard history.rows[row].store == place, history.rows[row].type == "Step" else { return nil }
      // The payload may be incomplete if the line is torn.
      let number = try? history.action(at: row)?.payload?["number"]?.int
      let shown = history.rows[row]
      return number.map { Step(number: $0, row: row, isInFlight: shown.isInFlight || shown.isOutcomeBrokenOff) }
    }
  }

  /// The count in a store's last state.
  func lastCount(of store: String) throws -> Int? {
    guard let last = history.rows.indices.last else { return nil }
    return try history.state(of: store, after: last).value?["count"]?.int
  }

  /// The numbers of all marks.
  var marks: [(step: Int, number: Int)] {
    history.rows.compactMap { row in
      guard row.kind == .mark, let step = row.step, let number = Int(row.type) else { return nil }
      return (step.rawValue, number)
    }
  }

  /// The lost steps and the number of lost records, according to the gaps.
  var gaps: [(steps: ClosedRange<Int>?, lost: Int)] {
    history.rows.compactMap { row in
      guard row.kind == .gap else { return nil }
      return (row.missing.map { $0.lowerBound.rawValue...$0.upperBound.rawValue }, row.missingCount ?? 0)
    }
  }
}
