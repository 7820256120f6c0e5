import Dispatch
import FluxtapeLocking

/// Tells of stretches of a log, on two threads and at the speed of memory, near which lines something stands that a search is for. All
/// other rows are never looked at.
struct BlockPrefilter {
  private let index: RunIndex
  private let probes: [ByteProbe]
  /// Bytes that a text may reach beyond a block.
  private let margin: Int
  /// Rows whose lines were searched last, and those among them that may be found, rising.
  private var searched = 0..<0
  private var candidates: [Int] = []
  private var next = 0
  /// Bytes that are searched the next time.
  private var stretch: Int
  /// Steps of actions that did not reach a reducer, when it was necessary to know them.
  private var unreducedSteps: Set<Int>?

  private let sizes: Sizes

  struct Sizes {
    /// Bytes that are searched while they are near the processor.
    var block = 1 << 17
    /// Bytes that are searched at once: few at first, as somebody may want no more than the next row that is found. Then so many that the
    /// threads seldom wait for each other, and yet some milliseconds' work.
    var stretch = 1 << 20...1 << 25
  }

  /// - Returns: `nil` unless each row that does not hold any of the texts is certain not to be found.
  init?(_ needles: [LinePrefilter.Needle?], _ plan: QueryPlan, _ index: RunIndex, _ sizes: Sizes = Sizes()) {
    let known = needles.compactMap { $0 }
    let truth = try? plan.formula.truth { number in needles[number] == nil ? .pending : .no }
    guard truth == .no, !known.isEmpty, known.allSatisfy({ $0.text.isFoundInJSON && !$0.text.bytes.isEmpty }) else { return nil }
    (self.index, self.sizes, stretch) = (index, sizes, sizes.stretch.lowerBound)
    let texts = known.map(\.text) + [LinePrefilter.escape] + (known.contains(where: \.isAboutValues) ? [LinePrefilter.tag] : [])
    probes = ByteProbe.probes(for: texts)
    margin = texts.map(\.bytes.count).max() ?? 0
  }
}

extension BlockPrefilter {
  /// The next row that may be found, from `row` on and before `end`. Rows are asked for in their order.
  ///
  /// - Throws: ``HistoryError`` if the file can no longer be read.
  mutating func candidate(from row: Int, before end: Int) throws(HistoryError) -> Int? {
    var row = row
    while row < end {
      if !searched.contains(row) { try search(from: row) }
      while next < candidates.count, candidates[next] < row { next += 1 }
      if next < candidates.count { return candidates[next] < end ? candidates[next] : nil }
      row = searched.upperBound
    }
    return nil
  }

  /// Searches the lines of the rows from one on, and what stands between them.
  private mutating func search(from row: Int) throws(HistoryError) {
    let last = index.rows.count - 1
    let start = index.rows[row].place
    let limit = start + stretch
    let end = min(max(row + 1, index.rows.partitioningIndex { $0.place >= limit }), last)
    stretch = min(stretch * 2, sizes.stretch.upperBound)
    // Where the last row's line ends is not known.
    guard row < last else {
      (searched, candidates, next) = (row..<row + 1, [row], 0)
      return
    }
    let found = try search(pieces(from: start, upTo: index.rows[end].place) + [.rows(row..<end)])
    (searched, next) = (row..<end, 0)
    candidates = found.open + copies(among: found.caused) + rows(of: found.hits) + rowsAtEndsOfFiles
    candidates.sort()
  }

  /// What is to be done from one place in the run up to another.
  private func pieces(from start: Int, upTo end: Int) -> [BlockSearch.Piece] {
    var pieces: [BlockSearch.Piece] = []
    for number in index.parts.part(at: start)..<index.parts.count {
      let part = index.parts[number]
      guard part.start < end else { break }
      let partEnd = number + 1 < index.parts.count ? min(end, index.parts[number + 1].start) : end
      for place in stride(from: max(start, part.start), to: partEnd, by: sizes.block) {
        pieces.append(.bytes(index.files[number].bytes, place..<min(place + sizes.block, partEnd), base: part.base))
      }
    }
    return pieces
  }

  private func search(_ pieces: [BlockSearch.Piece]) throws(HistoryError) -> BlockSearch {
    let waiting = Locked(pieces[...])
    let threads = (0..<(pieces.count > 3 ? 2 : 1)).map { _ in Locked(BlockSearch(index: index, probes: probes, margin: margin)) }
    DispatchQueue.concurrentPerform(iterations: threads.count) { number in
      threads[number].withLock { search in
        while let piece = waiting.withLock({ $0.popFirst() }), search.failure == nil { search.look(at: piece) }
      }
    }
    var found = BlockSearch(index: index, probes: [], margin: 0)
    for thread in threads { found.add(thread.withLock { $0 }) }
    if let failure = found.failure { throw failure }
    return found
  }
}

// MARK: - Rows

extension BlockPrefilter {
  /// The rows whose lines these places are in.
  private func rows(of hits: [Int]) -> [Int] {
    var rows: [Int] = []
    for hit in hits.sorted() {
      let row = index.rows.partitioningIndex { $0.place > hit } - 1
      if rows.last != row { rows.append(row) }
    }
    return rows
  }

  /// Those whose contents may stand with their cause.
  private mutating func copies(among rows: [Int]) -> [Int] {
    guard !rows.isEmpty else { return [] }
    let steps =
      unreducedSteps ?? Set(index.rows.indices.lazy.filter { [index] in index.rows[$0].flags.contains(.isUnreduced) }.map(index.step))
    unreducedSteps = steps
    guard !steps.isEmpty else { return [] }
    return rows.filter { row in index.cause(of: row).map(steps.contains) == true && index.mayBeCopy(row) }
  }

  /// What follows the last row of a file is not counted on from it.
  private var rowsAtEndsOfFiles: [Int] {
    index.parts.dropFirst().compactMap { part in
      let row = index.rows.partitioningIndex { $0.place >= part.start } - 1
      return searched.contains(row) ? row : nil
    }
  }
}
