import FluxtapeAnswers
import FluxtapeDocuments
import FluxtapeHistory
import FluxtapeJSON
import FluxtapeReports
import Foundation

// The unsafe expressions here pass paths to the system, which reads them only during the call.

/// A part of a folder of tables that is being written. Only the owner can read it, as logs may be private.
final class TableDraft {
  /// What the list of a part says.
  enum Entry: Hashable, Sendable {
    case run(String, byteCount: Int)
    case problem(String, byteCount: Int?)
  }

  /// How far each table was written.
  struct Mark { fileprivate var counts: [RunTables.Table: Int] = [:] }

  static let prefix = ".draft-"
  private static let list = "index"

  private let path: String
  /// Held while this process writes the part.
  private let lock: FileLock
  private var descriptors: [RunTables.Table: Int32] = [:]
  private(set) var mark = Mark()
  private(set) var entries: [Entry] = []
  /// Bytes of logs by run.
  private var runs: [String: Int] = [:]
  private var isFinished = false

  init(in folder: String) throws {
    path = folder + "/" + Self.prefix + String(UInt64.random(in: 0 ... .max), radix: 16)
    guard unsafe mkdir(path, 0o700) == 0 else { throw OutputFile.failure(path, errno) }
    lock = try FileLock(path + "/.lock")
    guard lock.take() else { throw OutputFile.failure(path, errno) }
    // All of them, so that the pattern for a table finds at least one file.
    for table in RunTables.Table.allCases {
      let descriptor = unsafe open(file(table), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
      guard descriptor >= 0 else { throw OutputFile.failure(file(table), errno) }
      descriptors[table] = descriptor
    }
  }

  deinit {
    for descriptor in descriptors.values { close(descriptor) }
    if !isFinished { Self.remove(path) }
  }

  /// Removes a draft whose process has ended.
  static func removeIfAbandoned(_ path: String) {
    guard let lock = try? FileLock(path + "/.lock"), lock.take() else { return }
    remove(path)
  }

  private static func remove(_ path: String) {
    for name in LogFolder.names(in: path) ?? [] { _ = unsafe unlink(path + "/" + name) }
    _ = unsafe rmdir(path)
  }
}

// MARK: - Writing

extension TableDraft {
  var byteCount: Int { mark.counts.values.reduce(0, +) }

  func write(_ bytes: [UInt8], to table: RunTables.Table) throws(UsageError) {
    let descriptor = descriptors[table] ?? -1
    if let code = SystemOutput.write(bytes[...], to: descriptor) { throw OutputFile.failure(file(table), code) }
    mark.counts[table, default: 0] += bytes.count
  }

  /// Takes back what was written since.
  func rewind(to earlier: Mark) throws(UsageError) {
    for table in RunTables.Table.allCases { try rewind(table, to: earlier.counts[table] ?? 0) }
  }

  private func rewind(_ table: RunTables.Table, to count: Int) throws(UsageError) {
    let descriptor = descriptors[table] ?? -1
    guard ftruncate(descriptor, off_t(count)) == 0, lseek(descriptor, off_t(count), SEEK_SET) == count else {
      throw OutputFile.failure(file(table), errno)
    }
    mark.counts[table] = count
  }

  func add(run key: String, byteCount: Int) {
    entries.append(.run(key, byteCount: byteCount))
    runs[key] = byteCount
  }

  func add(problem log: String, byteCount: Int?) { entries.append(.problem(log, byteCount: byteCount)) }

  /// The bytes of the logs of a run that is in the draft.
  func byteCount(ofRun key: String) -> Int? { runs[key] }

  private func file(_ table: RunTables.Table) -> String { path + "/" + table.rawValue + ".jsonl" }
}

// MARK: - Ending

extension TableDraft {
  /// Leaves out the rows of some runs and problems.
  func drop(where isDropped: (Entry) -> Bool) throws {
    let dropped = Set(entries.filter(isDropped))
    guard !dropped.isEmpty else { return }
    entries.removeAll { dropped.contains($0) }
    for table in RunTables.Table.allCases {
      let rows = String(decoding: try TextFile.bytes(of: file(table), upTo: .max), as: UTF8.self).split(separator: "\n")
      try rewind(table, to: 0)
      var kept: [UInt8] = []
      for row in rows where !Entry.isOf(row, table, dropped) { kept += Array(row.utf8) + [UInt8(ascii: "\n")] }
      try write(kept, to: table)
    }
  }

  /// Gives the part its name.
  ///
  /// - Returns: The name.
  func finish(in folder: String, isPacked: Bool) throws -> String {
    try OutputFile.write(Array(entries.map { $0.line + "\n" }.joined().utf8), to: path + "/" + Self.list, .replacingPrivately)
    let files = RunTables.Table.allCases.map(file)
    if isPacked, ShellCommand.run(#"gzip -nf -- "$@""#, files, input: "", isSilent: true) != 0 {
      throw UsageError(message: "\(path): the program gzip cannot pack the tables; leave out --gzip, or install it")
    }
    _ = unsafe unlink(path + "/.lock")
    let name = "part-" + (path.split(separator: "-").last ?? "")
    guard unsafe rename(path, folder + "/" + name) == 0 else { throw OutputFile.failure(folder + "/" + name, errno) }
    isFinished = true
    return name
  }
}

// MARK: - The list of a part

extension TableDraft.Entry {
  /// One line of JSON: `{"run":"…","bytes":100}`, `{"log":"…","bytes":100}`.
  fileprivate var line: String {
    switch self {
    case .run(let key, let byteCount): JSONValue.object(members: ["run": key, "bytes": byteCount]).text
    case .problem(let log, let byteCount): JSONValue.object(members: ["log": log, "bytes": byteCount ?? -1]).text
    }
  }

  /// - Returns: Nothing for a part without a list.
  static func all(in part: String) -> [Self] {
    guard let text = try? TextFile.read(part + "/index") else { return [] }
    return text.split(separator: "\n").compactMap { line in
      guard let object = try? JSONValue(parsing: Array(line.utf8)).object, let byteCount = object["bytes"]?.int else { return nil }
      if let key = object["run"]?.string { return .run(key, byteCount: byteCount) }
      return object["log"]?.string.map { .problem($0, byteCount: byteCount < 0 ? nil : byteCount) }
    }
  }

  /// Whether a row of a table belongs to one of these.
  fileprivate static func isOf(_ row: Substring, _ table: RunTables.Table, _ entries: Set<Self>) -> Bool {
    guard let node = try? JSONNode(parsing: Array(row.utf8)) else { return false }
    let (run, log) = (node.member(named: "run")?.string, node.member(named: "log")?.string)
    return entries.contains { entry in
      switch entry {
      case .run(let key, _): table != .problems && key == run
      case .problem(let path, _): table == .problems && path == log
      }
    }
  }
}
