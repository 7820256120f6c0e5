import FluxtapeHistory
import FluxtapeLocking
import FluxtapeScreen

/// A folder of tables. It grows by parts: folders with some rows of each table, and a list of the runs in them.
///
/// ```text
/// DIR/part-3f9a0c…/runs.jsonl  steps.jsonl  changes.jsonl  findings.jsonl  problems.jsonl  index
/// DIR/.draft-81b2…/…                            a part that is being written
/// DIR/.asked                                    the rules and limits that the tables were made with
/// DIR/.lock                                     held while a process begins or ends a part
/// ```
/// A part gets its name when it is complete, so that a process that is killed leaves nothing but a draft, which the next one removes.
final class TableFolder: Sendable {
  fileprivate struct Known {
    /// Bytes of logs by the runs that were made from them.
    var runs: [String: Int] = [:]
    var problems: [String: Int] = [:]
    var parts: Set<String> = []
  }

  private let path: String
  private let isPacked: Bool
  private let lock: FileLock
  private let known = Locked(Known())

  /// - Parameter asked: The rules and limits, which all runs of a folder have in common.
  /// - Throws: ``UsageError`` if the folder cannot be made or read, or was made with other rules or limits.
  init(_ path: String, isPacked: Bool, asked: String) throws {
    (self.path, self.isPacked) = (path, isPacked)
    try OutputFile.makeFolder(path)
    lock = try FileLock(path + "/.lock")
    try lock.hold {
      for name in try names() where name.hasPrefix(TableDraft.prefix) { TableDraft.removeIfAbandoned(path + "/" + name) }
      try readParts()
      try keep(asked)
    }
  }

  private func keep(_ asked: String) throws {
    let file = path + "/.asked"
    guard OutputFile.kind(of: file) != nil else { return try OutputFile.write(Array(asked.utf8), to: file) }
    let earlier = try TextFile.read(file)
    guard earlier == asked else {
      throw UsageError(message: "\(path): was made with other rules or limits (\(earlier.displayed())); name another folder")
    }
  }
}

// MARK: - What is there

extension TableFolder {
  /// Whether the folder has any run.
  var hasRuns: Bool { known.withLock { !$0.runs.isEmpty } }

  /// The bytes of the logs of a run that is in the folder.
  func byteCount(ofRun key: String) -> Int? { known.withLock { $0.runs[key] } }

  /// Whether the folder says of a log of this size that it cannot be read.
  func hasProblem(_ log: String, byteCount: Int?) -> Bool { known.withLock { $0.problems[log] == byteCount ?? -1 } }

  private func names() throws -> [String] {
    guard let names = LogFolder.names(in: path) else { throw TextFile.failure(path) }
    return names.sorted()
  }

  /// Reads the lists of parts that are not known yet.
  private func readParts() throws {
    for name in try names() where name.hasPrefix("part-") && known.withLock({ $0.parts.insert(name).inserted }) {
      let entries = TableDraft.Entry.all(in: path + "/" + name)
      known.withLock { known in entries.forEach { known.add($0) } }
    }
  }
}

extension TableFolder.Known {
  mutating func add(_ entry: TableDraft.Entry) {
    switch entry {
    case .run(let key, let byteCount): runs[key] = byteCount
    case .problem(let log, let byteCount): problems[log] = byteCount ?? -1
    }
  }
}

// MARK: - Writing

extension TableFolder {
  /// Begins a part.
  func draft() throws -> TableDraft { try lock.hold { try TableDraft(in: path) } }

  /// Ends a part. Runs that another process wrote meanwhile are left out.
  func commit(_ draft: TableDraft) throws {
    try lock.hold {
      try readParts()
      try draft.drop { entry in
        switch entry {
        case .run(let key, _): byteCount(ofRun: key) != nil
        case .problem(let log, let byteCount): hasProblem(log, byteCount: byteCount)
        }
      }
      guard !draft.entries.isEmpty else { return }
      let name = try draft.finish(in: path, isPacked: isPacked)
      known.withLock { known in
        known.parts.insert(name)
        draft.entries.forEach { known.add($0) }
      }
    }
  }
}
