import FluxtapeDocuments
import FluxtapeJSON
import FluxtapeLogReading

/// Answers a row from the index and the row's own record. Rows are independent of each other here.
struct RecordTest: Sendable {
  private let history: History
  /// The rows known when the search began.
  private let rows: HistoryRows
  private let plan: QueryPlan
  private var sieve: LinePrefilter
  private var lines: LineWindow
  private var reader = LineReader()
  /// Whether the conditions on lines need only the contents of actions.
  private let asksForPayloadAlone: Bool
  /// The answers of the last call, and the error if it failed.
  private(set) var answers: [Truth] = []
  private(set) var failure: HistoryError?

  init(_ history: History, _ rows: HistoryRows, _ plan: QueryPlan, _ sieve: LinePrefilter) {
    (self.history, self.rows, self.plan, self.sieve) = (history, rows, plan, sieve)
    lines = LineWindow(index: rows.index)
    asksForPayloadAlone = plan.leaves.allSatisfy { leaf in
      switch leaf {
      case .line(.text), .line(.trace): false
      case .line, .row, .state: true
      }
    }
  }
}

extension RecordTest {
  /// Answers each of these rows; ``Truth/pending`` if the answer needs states.
  mutating func answer(_ places: Range<Int>) {
    answers.removeAll(keepingCapacity: true)
    failure = nil
    do throws(HistoryError) {
      for place in places { answers.append(try truth(of: place)) }
    } catch {
      failure = error
    }
  }

  private mutating func truth(of place: Int) throws(HistoryError) -> Truth {
    let row = rows[place]
    let truth = try plan.formula.truth { (number) throws(HistoryError) in
      if case .row(let condition) = plan.leaves[number] { condition.truth(of: row, at: place) } else { .pending }
    }
    guard truth == .pending, plan.needsLines else { return truth }
    return try recordTruth(of: row, at: place)
  }

  private mutating func recordTruth(of row: HistoryRow, at place: Int) throws(HistoryError) -> Truth {
    if sieve.isUseful, let ruledOut = try sieve.ruledOut(at: place) {
      let truth = try plan.formula.truth { (number) throws(HistoryError) in
        switch plan.leaves[number] {
        case .row(let condition): condition.truth(of: row, at: place)
        case .line: ruledOut >> UInt64(number) & 1 == 1 ? .no : .pending
        case .state: .pending
        }
      }
      if truth != .pending { return truth }
    }
    let known = try payload(of: place)
    let content = if let known { known } else { try RowContent(of: place, in: history) }
    return try plan.formula.truth { (number) throws(HistoryError) in
      switch plan.leaves[number] {
      case .row(let condition): condition.truth(of: row, at: place)
      case .line(let condition): condition.truth(of: content)
      case .state: .pending
      }
    }
  }

  /// The contents of an action if its line has them and nothing else is needed; `nil` otherwise.
  private mutating func payload(of place: Int) throws(HistoryError) -> RowContent? {
    let listed = rows.index.rows[place]
    guard asksForPayloadAlone, listed.kind == .action, !listed.flags.contains(.isTorn), !rows.index.mayBeCopy(place) else { return nil }
    let payload = try lines.withLine(listed.place) { bytes, range in
      reader.read(bytes, in: range) ? bytes.bytes(reader.facts.payload) : nil
    }
    return payload.map { .payload(try? JSONNode(parsing: $0)) }
  }
}
