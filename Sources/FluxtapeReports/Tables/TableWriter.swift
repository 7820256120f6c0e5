import FluxtapeAnswers
import FluxtapeDocuments
import FluxtapeJSON
import FluxtapeLog

/// Collects rows of tables as lines of JSON, and hands them on some hundred kilobytes at once.
package final class TableWriter {
  private let put: (RunTables.Table, [UInt8]) throws -> Void
  /// Whether each row tells its table: all go to one place.
  private let namesTables: Bool
  private var waiting: [TableRow] = RunTables.Table.allCases.map { _ in TableRow(bytes: []) }
  private var byteCount = 0

  private static let pieceByteCount = 1 << 18

  package init(namesTables: Bool, _ put: @escaping (RunTables.Table, [UInt8]) throws -> Void) {
    (self.namesTables, self.put) = (namesTables, put)
  }

  /// Adds a row of a run, whose key is given as JSON.
  func row(_ table: RunTables.Table, of run: [UInt8]?, _ fill: (inout TableRow) -> Void) {
    /// The row is written where it stays.
    func write(_ row: inout TableRow) -> Int {
      let start = row.bytes.count
      if namesTables { row.add(#","table":"#, table.rawValue) }
      row.add(#","run":"#, json: run?[...])
      fill(&row)
      row.close(from: start)
      return row.bytes.count - start
    }
    byteCount += write(&waiting[table.number])
  }

  /// Forgets the rows that were not handed on yet.
  package func forget() {
    for number in waiting.indices { waiting[number].bytes.removeAll(keepingCapacity: true) }
    byteCount = 0
  }

  func flushIfLarge() throws { if byteCount >= Self.pieceByteCount { try flush() } }

  func flush() throws {
    byteCount = 0
    for table in RunTables.Table.allCases where !waiting[table.number].bytes.isEmpty {
      try put(table, waiting[table.number].bytes)
      waiting[table.number].bytes.removeAll(keepingCapacity: true)
    }
  }
}

extension RunTables.Table {
  /// The table's place among all.
  fileprivate var number: Int {
    switch self {
    case .runs: 0
    case .steps: 1
    case .changes: 2
    case .findings: 3
    case .problems: 4
    }
  }
}

/// A row that is being written, behind earlier ones. Members without a value are left out.
///
/// Keys are given as they are written, as in `,"step":`: many millions of them are.
struct TableRow {
  fileprivate(set) var bytes: [UInt8]

  mutating func add(_ key: StaticString, _ text: String?) {
    guard let text else { return }
    bytes.append(literal: key)
    JSONValue.writeString(text, into: &bytes)
  }

  mutating func add(_ key: StaticString, _ number: Int?) {
    guard let number else { return }
    bytes.append(key, decimal: number)
  }

  mutating func add(_ key: StaticString, _ instant: Timestamp?) {
    guard let instant else { return }
    bytes.append(literal: key)
    bytes.append(UInt8(ascii: "\""))
    instant.write(into: &bytes)
    bytes.append(UInt8(ascii: "\""))
  }

  mutating func add(_ key: StaticString, _ flag: Bool) {
    bytes.append(literal: key)
    bytes.append(literal: flag ? "true" : "false")
  }

  mutating func add(_ key: StaticString, list texts: [String]) {
    bytes.append(literal: key)
    JSONValue.array(texts.map(JSONValue.string)).write(into: &bytes)
  }

  /// Of a value of more than `limit` bytes, only their number is written: `"newBytes":120931`.
  mutating func add(_ key: StaticString, _ value: JSONNode?, upTo limit: Int = .max) {
    guard let value else { return }
    bytes.append(literal: key)
    let first = bytes.count
    value.write(into: &bytes)
    shorten(from: first, to: limit)
  }

  /// The same of a value that is given as it is written.
  mutating func add(_ key: StaticString, json: ArraySlice<UInt8>?, upTo limit: Int = .max) {
    guard let json else { return }
    bytes.append(literal: key)
    let first = bytes.count
    bytes.append(contentsOf: json)
    shorten(from: first, to: limit)
  }

  private mutating func shorten(from first: Int, to limit: Int) {
    let count = bytes.count - first
    guard count > limit else { return }
    bytes.removeLast(count + "\":".utf8.count)
    bytes.append("Bytes\":", decimal: count)
  }

  /// Makes an object of the members since `start`, and ends its line.
  fileprivate mutating func close(from start: Int) {
    if start == bytes.count { bytes.append(UInt8(ascii: "{")) } else { bytes[start] = UInt8(ascii: "{") }
    bytes.append(literal: "}\n")
  }
}
