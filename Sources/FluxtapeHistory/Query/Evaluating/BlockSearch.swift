/// The search of one thread: what it finds in the pieces it takes.
struct BlockSearch: Sendable {
  enum Piece: Sendable {
    /// A range of the run and the file with these bytes. Subtract `base` to get offsets in the file.
    case bytes(FileBytes, Range<Int>, base: Int)
    case rows(Range<Int>)
  }

  private let index: RunIndex
  private let probes: [ByteProbe]
  private let margin: Int
  /// Places in the run that contain a text; at least one for each matching line.
  private(set) var hits: [Int] = []
  /// Rows that need more than their own lines.
  private(set) var open: [Int] = []
  /// Rows that have a cause.
  private(set) var caused: [Int] = []
  private(set) var failure: HistoryError?
  private var buffer: [UInt8] = []

  init(index: RunIndex, probes: [ByteProbe], margin: Int) {
    self.index = index
    self.probes = probes
    self.margin = margin
  }

  /// Adds what another thread has found.
  mutating func add(_ other: BlockSearch) {
    hits += other.hits
    open += other.open
    caused += other.caused
    failure = failure ?? other.failure
  }
}

extension BlockSearch {
  mutating func look(at piece: Piece) {
    switch piece {
    case .rows(let rows): look(at: rows)
    case .bytes(let file, let range, let base):
      do throws(HistoryError) { try search(file, range.lowerBound - base..<range.upperBound - base, base) } catch { failure = error }
    }
  }

  private mutating func look(at rows: Range<Int>) {
    for row in rows {
      let packed = index.rows[row]
      if packed.kind != .action || !packed.flags.isDisjoint(with: [.isTorn, .isCompleted]) {
        open.append(row)
      } else if packed.flags.contains(.hasCause) {
        caused.append(row)
      }
    }
  }

  private mutating func search(_ file: FileBytes, _ range: Range<Int>, _ base: Int) throws(HistoryError) {
    // A text that begins in a piece may extend into its neighbors.
    let read = max(0, range.lowerBound - margin)..<range.upperBound + margin
    let missing = read.count + ByteProbe.padding - buffer.count
    if missing > 0 { buffer.append(contentsOf: repeatElement(0, count: missing)) }
    let received = try file.fill(&buffer, from: 0, at: read.lowerBound, count: read.count)
    let searched = range.lowerBound - read.lowerBound..<range.upperBound - read.lowerBound
    guard received >= searched.upperBound else { throw HistoryError(.changed, path: file.path) }
    for probe in probes { probe.find(in: buffer, searched, count: received, offset: read.lowerBound + base, &hits) }
  }
}
