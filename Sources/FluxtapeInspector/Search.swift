/// A search through the log, from one row to the end and on from the beginning.
struct Search: Hashable, Sendable {
  /// Rows that are looked at before the next key is read.
  static let sliceRows = 400

  let text: String
  /// The row where it began.
  let origin: Int
  let rowCount: Int
  /// Rows that hold the text, rising.
  private(set) var hits: [Int] = []
  /// Rows that have been looked at.
  private(set) var scanned = 0
  /// Where to jump as soon as there is a hit that way.
  var awaited: Direction?

  enum Direction: Hashable, Sendable { case forward, backward }

  init(_ text: String, from origin: Int, rowCount: Int) {
    self.text = text
    self.origin = origin
    self.rowCount = rowCount
  }

  var isComplete: Bool { scanned >= rowCount }

  /// The rows to look at next; they do not run over the end of the log.
  var nextRows: Range<Int>? {
    guard !isComplete else { return nil }
    let start = (origin + scanned) % rowCount
    let limit = start >= origin ? rowCount : origin
    return start..<min(start + Self.sliceRows, limit)
  }

  /// Takes what was found in ``nextRows``.
  mutating func add(_ found: [Int], in rows: Range<Int>) {
    guard rows == nextRows else { return }
    let place = hits.firstIndex { $0 >= rows.lowerBound } ?? hits.count
    hits.insert(contentsOf: found, at: place)
    scanned += rows.count
  }

  /// The next hit, around the ends of the log; nil where none is known that way yet.
  func hit(_ direction: Direction, from row: Int) -> Int? {
    switch direction {
    case .forward:
      if let hit = hits.first(where: { $0 > row }), isComplete || hit < scannedEnd(from: row) { return hit }
      return isComplete ? hits.first : nil
    case .backward:
      guard isComplete else { return nil }
      return hits.last { $0 < row } ?? hits.last
    }
  }

  /// The end of the rows behind `row` that have been looked at without a hole.
  private func scannedEnd(from row: Int) -> Int {
    row + 1 >= origin ? min(origin + scanned, rowCount) : max(0, origin + scanned - rowCount)
  }

  /// `37 hits`, or `37 hits, 41% searched`.
  var progress: String {
    let found = QuantityText.counted(hits.count, "hit")
    return isComplete ? found : "\(found), \(scanned * 100 / max(rowCount, 1))% searched"
  }
}
