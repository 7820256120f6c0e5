import FluxtapeLog
import FluxtapeLogReading

/// Finds the request that a row answers.
///
/// ```text
/// 15 refreshPulled ───────────► 22 requestSuccess                     an action that led to it
/// 12 search, started ─────────► 38 search, finished                   work whose completion is a row
/// 12 search, started ─────────► its completion                        work whose completion is part of its row: it answers itself
/// 12 search, started ─► 13 app found ─► 14 results found              a dispatch in between
/// ```
struct RequestSearch {
  /// Requests, or answers, that are alike.
  struct Kind: Hashable {
    let store: Int
    let type: Int
  }

  private let index: RunIndex

  init(_ index: RunIndex) { self.index = index }
}

extension RequestSearch {
  /// The row of the request that `row` answers; `nil` if no recorded action led to it.
  func request(of row: Int) -> Int? {
    if isEffect(row) { return beginning(of: row) }
    guard var cause = cause(of: row) else { return nil }
    if isDispatch(cause, of: row) {
      guard let request = self.cause(of: cause) else { return nil }
      cause = request
    }
    guard index.rows[cause].kind == .action else { return nil }
    return isEffect(cause) ? beginning(of: cause) : cause
  }

  func kind(of row: Int) -> Kind? {
    guard let store = index.store(of: row), let type = index.textNumber(of: row) else { return nil }
    return Kind(store: store, type: type)
  }

  func isEffect(_ row: Int) -> Bool { index.rows[row].kind == .action && index.rows[row].flags.contains(.hasEffect) }

  /// Whether `cause` is the dispatch that `row` handles: the same action in another store, which reduced nothing itself.
  func isDispatch(_ cause: Int, of row: Int) -> Bool {
    index.rows[cause].kind == .action && index.rows[cause].flags.contains(.isUnreduced) && !isEffect(cause)
      && index.textNumber(of: cause) == index.textNumber(of: row) && index.store(of: cause) != index.store(of: row)
  }

  /// Whether the row is the completion of work that began with another row.
  func isCompletion(_ row: Int) -> Bool { isEffect(row) && beginning(of: row) != row }

  func cause(of row: Int) -> Int? {
    guard let cause = index.cause(of: row), cause < index.step(of: row) else { return nil }
    return index.row(of: cause)
  }

  /// The row with which work began; `row` itself if it is that one.
  private func beginning(of row: Int) -> Int {
    guard let cause = cause(of: row), isEffect(cause), kind(of: cause) == kind(of: row) else { return row }
    // Work may begin work of its own kind.
    return index.effect(of: row)?.phase == .started ? row : cause
  }

  /// Whether `row` led to `other`, over not too many steps.
  func led(_ row: Int, to other: Int) -> Bool {
    var next: Int? = other
    for _ in 0..<Self.longestWay {
      guard let place = next, place > row else { break }
      next = cause(of: place)
    }
    return next == row
  }

  private static let longestWay = 32
}
