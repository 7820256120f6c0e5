import FluxtapeLog
import FluxtapeLogReading

/// Looks for work that completed after the store that began it had ended. What was cancelled has ended as it should.
struct LateAnswers {
  private let history: History
  private let index: RunIndex
  private let requests: RequestSearch
  private let ended: Int?
  /// Work by its store, and where each store ended last.
  private var open: [Int: [Int]] = [:]
  private var ends: [Int: Int] = [:]
  private var late: [(row: Int, end: Int, request: Int)] = []
  private var told: Set<Int> = []

  /// Work of one store that is remembered, and what is told.
  private static let mostOpen = 1024
  private static let mostFindings = 256

  init(_ history: History) {
    self.history = history
    index = history.index
    requests = RequestSearch(index)
    ended = index.texts.number(of: ActionRecord.storeEnded)
  }
}

extension LateAnswers {
  mutating func take(_ row: Int) {
    guard let store = index.store(of: row) else { return }
    if let ended, index.textNumber(of: row) == ended {
      ends[store] = row
      for work in open.removeValue(forKey: store) ?? [] { note(work, row, work) }
    } else if requests.isEffect(row), index.outcome(of: row) != nil {
      open[store, default: []].append(row)
      if open[store, default: []].count > Self.mostOpen { open[store]?.removeFirst(Self.mostOpen / 2) }
    } else if let end = ends[store], let request = requests.request(of: row), request < end, index.store(of: request) == store {
      note(row, end, request)
    }
  }

  private mutating func note(_ row: Int, _ end: Int, _ request: Int) {
    guard late.count < Self.mostFindings, !index.rows[row].flags.contains(.hasError), !index.rows[request].flags.contains(.hasError) else {
      return
    }
    if let outcome = index.outcome(of: row), row == request, .on(index.outcomes[outcome].place) < index.linePlace(of: end) { return }
    if told.insert(request).inserted { late.append((row, end, request)) }
  }

  func findings() throws(HistoryError) -> [Finding] {
    late.filter { index.rows[$0.row].flags.contains(.hasEffect) ? index.effect(of: $0.row)?.phase != .cancelled : true }.map { late in
      Finding(.suspicion(.lateAnswer), row: late.row, isNote: true, proof: [late.request, late.end].filter { $0 != late.row })
    }
  }
}
