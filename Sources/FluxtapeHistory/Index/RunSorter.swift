import FluxtapeLog

/// Reads files and hands each line to the run that it belongs to.
struct RunSorter {
  private var runs: [RunIndexer] = []
  /// The runs that have a name, and the last segment read of each.
  private var named: [String: (run: Int, segment: Int)] = [:]

  var histories: [History] { runs.map { History($0) } }
}

// MARK: - Order

extension RunSorter {
  /// The files as they were given, but those of one run together and in the order of their segments.
  static func inSegmentOrder(_ files: [FileBytes]) throws(HistoryError) -> [FileBytes] {
    var order: [(run: Int, segment: Int, file: FileBytes)] = []
    var firstOfRun: [String: Int] = [:]
    for (place, file) in files.enumerated() {
      let header = try firstHeader(of: file)
      let run = header?.run.map { name in
        firstOfRun[name] = firstOfRun[name] ?? place
        return firstOfRun[name] ?? place
      }
      order.append((run ?? place, header?.segment ?? 1, file))
    }
    return order.enumerated().sorted { left, right in
      (left.element.run, left.element.segment, left.offset) < (right.element.run, right.element.segment, right.offset)
    }.map(\.element.file)
  }

  private static func firstHeader(of file: FileBytes) throws(HistoryError) -> LogHeader? {
    var lines = LineSplitter(file)
    guard let line = try lines.next(), case .header(let header) = LineContent(line) else { return nil }
    return header
  }
}

// MARK: - Reading

extension RunSorter {
  mutating func read(_ file: FileBytes) throws(HistoryError) {
    var lines = LineSplitter(file)
    var current: Int?
    var waiting = WaitingLines()
    var scanner = LineScanner()
    while let line = try lines.next() {
      let content = LineContent(line, with: &scanner)
      if case .bad(let error) = content, case .newerVersion(let version) = error.reason {
        throw HistoryError(.newerVersion(version), path: file.path)
      }
      if case .header(let header) = content {
        let run = try begin(header, line: line, of: file)
        try waiting.empty(into: &runs[run])
        current = run
      } else if let current {
        try runs[current].add(content, line: line)
      } else if content.isRecord {
        let run = try begin(nil, line: nil, of: file)
        try waiting.empty(into: &runs[run])
        try runs[run].add(content, line: line)
        current = run
      } else {
        try waiting.append(content, line: line, of: file)
      }
    }
    if current == nil { throw waiting.error(for: file) }
  }

  /// The run that a header begins or goes on with; without one, a new run.
  private mutating func begin(_ header: LogHeader?, line: SplitLine?, of bytes: FileBytes) throws(HistoryError) -> Int {
    let file = LogFile(path: bytes.path, byteCount: bytes.count, header: header, bytes: bytes)
    let segment = header?.segment ?? 1
    var run = runs.count
    if let name = header?.run, let known = named[name], segment > known.segment { run = known.run } else { runs.append(RunIndexer()) }
    if let name = header?.run { named[name] = (run, segment) }
    try runs[run].begin(file, headerLine: line)
    return run
  }
}

// MARK: - Before the first record

/// Bad lines before the first header or record of a file: they belong to whatever run that begins.
private struct WaitingLines {
  /// Lines, and bytes of them, after which a file without a record is taken for one of another kind and not read to its end.
  private static let maximumCount = 20_000
  private static let maximumBytes = 1 << 26

  private var lines: [(content: LineContent, line: SplitLine)] = []
  private var byteCount = 0

  mutating func append(_ content: LineContent, line: SplitLine, of file: FileBytes) throws(HistoryError) {
    lines.append((content, line))
    byteCount += line.bytes.count
    if lines.count > Self.maximumCount || byteCount > Self.maximumBytes { throw error(for: file) }
  }

  mutating func empty(into run: inout RunIndexer) throws(HistoryError) {
    for (content, line) in lines { try run.add(content, line: line) }
    lines = []
  }

  /// Why a file with no more than these lines is no log.
  func error(for file: FileBytes) -> HistoryError {
    guard let first = lines.first else { return HistoryError(.empty, path: file.path) }
    switch first.content {
    case .bad(let error), .torn(_, let error): return HistoryError(.noRecords(error), path: file.path)
    case .header, .facts, .record, .raw: return HistoryError(.noRecords(nil), path: file.path)
    }
  }
}

extension LineContent {
  /// Whether something can be told from the line.
  fileprivate var isRecord: Bool {
    switch self {
    case .header, .facts, .record, .raw, .torn(.some, _): true
    case .bad, .torn(nil, _): false
    }
  }
}
