import Dispatch
import FluxtapeLocking

/// Searches the bytes of a log for texts that a query needs, on two threads and at the speed of memory. Rows whose lines contain none of
/// them are skipped.
struct BlockPrefilter {
  private let index: RunIndex
  private let probes: [ByteProbe]
  /// The maximum number of bytes by which a text may cross the end of a block.
  private let margin: Int
  /// The rows of the last search, and the candidates among them, sorted.
  private var searched = 0..<0
  private var candidates: [Int] = []
  private var next = 0
  /// The number of bytes in the next search.
  private var stretch: Int
  /// Steps of actions that did not reach a reducer; computed on demand.
  private var unreducedSteps: Set<Int>?

  private let sizes: Sizes

  struct Sizes {
    /// The number of bytes to search while they are in the processor's cache.
    var block = 1 << 17
    /// The number of bytes per search. It starts small, as the caller may only want the next row. It grows so that the threads seldom wait
    /// for each other, but a search takes no more than some milliseconds.
    var stretch = 1 << 20...1 << 25
  }

  /// Returns `nil` if the query may hold for a row without any of the texts.
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
  /// The next candidate from `row` on and before `end`. Callers must go through rows in order.
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

  /// Searches the lines from a row on, with all bytes between them.
  private mutating func search(from row: Int) throws(HistoryError) {
    let last = index.rows.count - 1
    let start = index.rows[row].place
    let limit = start + stretch
    let end = min(max(row + 1, index.rows.partitioningIndex { $0.place >= limit }), last)
    stretch = min(stretch * 2, sizes.stretch.upperBound)
    // The end of the last row's line is unknown.
    guard row < last else {
      (searched, candidates, next) = (row..<row + 1, [row], 0)
      return
    }
    let found = try search(pieces(from: start, upTo: index.rows[end].place) + [.rows(row..<end)])
    (searched, next) = (row..<end, 0)
    candidates = found.open + copies(among: found.caused) + rows(of: found.hits) + rowsAtEndsOfFiles
    candidates.sort()
  }

  /// The pieces of a search between two places of the run.
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
  /// The rows whose lines contain these places.
  private func rows(of hits: [Int]) -> [Int] {
    var rows: [Int] = []
    for hit in hits.sorted() {
      let row = index.rows.partitioningIndex { $0.place > hit } - 1
      if rows.last != row { rows.append(row) }
    }
    return rows
  }

  /// The rows whose contents may be recorded with their cause.
  private mutating func copies(among rows: [Int]) -> [Int] {
    guard !rows.isEmpty else { return [] }
    let steps =
      unreducedSteps ?? Set(index.rows.indices.lazy.filter { [index] in index.rows[$0].flags.contains(.isUnreduced) }.map(index.step))
    unreducedSteps = steps
    guard !steps.isEmpty else { return [] }
    return rows.filter { row in index.cause(of: row).map(steps.contains) == true && index.mayBeCopy(row) }
  }

  /// The last rows of files, whose lines have no known end.
  private var rowsAtEndsOfFiles: [Int] {
    index.parts.dropFirst().compactMap { part in
      let row = index.rows.partitioningIndex { $0.place >= part.start } - 1
      return searched.contains(row) ? row : nil
    }
  }
}
