import Dispatch
import FluxtapeLocking

/// Tells of stretches of a log, on two threads and at the speed of memory, near which lines something stands that a search is for. All
/// other rows are never looked at.
struct BlockSieve {
  private let index: RunIndex
  private let workers: [Locked<Worker>]
  /// Where something was found in the stretch searched last, counted as the run's lines are; rising.
  private var hits: [Int] = []
  private var nextHit = 0

  /// Bytes for which a second thread is worth while.
  private static let worthSharing = 1 << 18

  /// - Returns: `nil` unless each row that does not hold any of the texts is certain not to be found.
  init?(_ needles: [LineSieve.Needle?], _ plan: QueryPlan, _ index: RunIndex) {
    let known = needles.compactMap { $0 }
    let truth = try? plan.formula.truth { number in needles[number] == nil ? .pending : .no }
    let probes = known.compactMap { ByteProbe($0.text, orTag: $0.isAboutValues) }
    guard truth == .no, !known.isEmpty, probes.count == known.count else { return nil }
    self.index = index
    workers = (0..<2).map { _ in Locked(Worker(probes: probes)) }
  }
}

extension BlockSieve {
  /// Searches the lines of these rows, and others that stand between them.
  ///
  /// - Throws: ``HistoryError`` if the file can no longer be read.
  mutating func search(_ rows: Range<Int>) throws(HistoryError) {
    hits.removeAll(keepingCapacity: true)
    nextHit = 0
    // Where the last row's line ends is not known.
    let last = index.rows.count - 1
    guard rows.lowerBound >= 0, rows.lowerBound < last else { return }
    let start = index.rows[rows.lowerBound].place
    let end = index.rows[min(rows.upperBound, last)].place
    for number in index.parts.part(at: start)..<index.parts.count {
      let part = index.parts[number]
      guard part.start < end else { break }
      let partEnd = number + 1 < index.parts.count ? index.parts[number + 1].start : Int.max
      let range = max(start, part.start)..<min(end, partEnd)
      try search(index.files[number].bytes, from: range.lowerBound - part.base, upTo: range.upperBound - part.base, base: part.base)
    }
  }

  private mutating func search(_ file: FileBytes, from start: Int, upTo end: Int, base: Int) throws(HistoryError) {
    guard start < end else { return }
    let middle = end - start > Self.worthSharing ? start + (end - start) / 2 : end
    let ranges = middle < end ? [start..<middle, middle..<end] : [start..<end]
    DispatchQueue.concurrentPerform(iterations: ranges.count) { [workers] number in
      workers[number].withLock { $0.search(file, ranges[number]) }
    }
    for number in ranges.indices {
      let found = workers[number].withLock { ($0.failure, $0.hits) }
      if let failure = found.0 { throw failure }
      hits += found.1.map { $0 + base }
    }
  }

  /// Whether a row of the stretch is certain not to hold what is looked for. To be asked of rows in their order.
  mutating func rulesOut(_ row: Int) -> Bool {
    guard row + 1 < index.rows.count else { return false }
    let packed = index.rows[row]
    while nextHit < hits.count, hits[nextHit] < packed.place { nextHit += 1 }
    guard packed.kind == .action, packed.flags.isDisjoint(with: [.isTorn, .isCompleted]), !index.mayBeCopy(row) else { return false }
    let next = index.rows[row + 1].place
    // What follows the last row of a file is not counted on from it.
    guard index.parts.count == 1 || index.parts.part(at: packed.place) == index.parts.part(at: next) else { return false }
    return nextHit == hits.count || hits[nextHit] >= next
  }
}

// MARK: - Searching

extension BlockSieve {
  /// What one thread searches with.
  fileprivate struct Worker: Sendable {
    let probes: [ByteProbe]
    private(set) var hits: [Int] = []
    private(set) var failure: HistoryError?
    private var buffer: [UInt8] = []

    /// Bytes that are searched while they are near the processor.
    private static let block = 1 << 18

    init(probes: [ByteProbe]) { self.probes = probes }

    mutating func search(_ file: FileBytes, _ range: Range<Int>) {
      hits.removeAll(keepingCapacity: true)
      failure = nil
      // What begins in a block may reach into its neighbours.
      let margin = (probes.map(\.count).max() ?? 0) + 8
      for start in stride(from: range.lowerBound, to: range.upperBound, by: Self.block) {
        let block = start..<min(start + Self.block, range.upperBound)
        let read = max(0, start - margin)..<block.upperBound + margin
        var received = 0
        do throws(HistoryError) {
          let missing = read.count + PaddedBytes.padding - buffer.count
          if missing > 0 { buffer.append(contentsOf: repeatElement(0, count: missing)) }
          received = try file.fill(&buffer, from: 0, at: read.lowerBound, count: read.count)
          guard received >= block.upperBound - read.lowerBound else { throw HistoryError(.changed, path: file.path) }
        } catch {
          failure = error
          return
        }
        find(in: block.lowerBound - read.lowerBound..<block.upperBound - read.lowerBound, count: received, offset: read.lowerBound)
      }
    }

    private mutating func find(in range: Range<Int>, count: Int, offset: Int) {
      let first = hits.count
      for probe in probes { PaddedBytes.with(buffer, count: count) { probe.find(in: $0, range, offset: offset, &hits) } }
      if probes.count > 1 { hits[first...].sort() }
    }
  }
}
