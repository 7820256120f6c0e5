import FluxtapeAnswers
import FluxtapeDocuments
import FluxtapeJSON
import FluxtapeLog

/// Collects rows of tables as lines of JSON, and hands them on some hundred kilobytes at once.
package final class TableWriter {
  private let put: (RunTables.Table, [UInt8]) throws -> Void
  /// Whether each row tells its table: all go to one place.
  private let namesTables: Bool
  private var waiting: [RunTables.Table: [UInt8]] = [:]
  private var byteCount = 0

  private static let pieceByteCount = 1 << 18

  package init(namesTables: Bool, _ put: @escaping (RunTables.Table, [UInt8]) throws -> Void) {
    (self.namesTables, self.put) = (namesTables, put)
  }

  /// Adds a row of a run. Members without a value are left out.
  func row(_ table: RunTables.Table, of run: JSONText?, _ members: KeyValuePairs<String, (any JSONWritable)?>) {
    /// The row is written where it stays.
    func write(_ bytes: inout [UInt8]) -> Int {
      let start = bytes.count
      bytes.append(UInt8(ascii: "{"))
      bytes.append(members: ["table": namesTables ? table.rawValue : nil, "run": run])
      bytes.append(members: members)
      bytes.append(literal: "}\n")
      return bytes.count - start
    }
    byteCount += write(&waiting[table, default: []])
  }

  /// Forgets the rows that were not handed on yet.
  package func forget() {
    for table in waiting.keys { waiting[table]?.removeAll(keepingCapacity: true) }
    byteCount = 0
  }

  func flushIfLarge() throws { if byteCount >= Self.pieceByteCount { try flush() } }

  func flush() throws {
    for table in RunTables.Table.allCases {
      guard let rows = waiting[table], !rows.isEmpty else { continue }
      try put(table, rows)
    }
    forget()
  }
}

/// A value as it is written. Of one with more than `limit` bytes, a row has only their number: `"newBytes":120931`.
struct JSONText: JSONWritable {
  let bytes: ArraySlice<UInt8>
  let limit: Int

  init?(_ bytes: ArraySlice<UInt8>?, upTo limit: Int = .max) {
    guard let bytes else { return nil }
    (self.bytes, self.limit) = (bytes, limit)
  }

  init?(_ value: JSONNode?, upTo limit: Int) {
    guard let value else { return nil }
    var bytes: [UInt8] = []
    value.write(into: &bytes)
    self.init(bytes[...], upTo: limit)
  }

  package func write(into bytes: inout [UInt8]) { bytes.append(contentsOf: self.bytes) }
}

extension Timestamp: JSONWritable {
  package func write(into bytes: inout [UInt8]) { description.write(into: &bytes) }
}

extension [UInt8] {
  fileprivate mutating func append(members: KeyValuePairs<String, (any JSONWritable)?>) {
    for case (let key, let value?) in members {
      if last != UInt8(ascii: "{") { append(UInt8(ascii: ",")) }
      append(UInt8(ascii: "\""))
      append(contentsOf: key.utf8)
      if let text = value as? JSONText, text.bytes.count > text.limit {
        append("Bytes\":", decimal: text.bytes.count)
      } else {
        append(literal: "\":")
        value.write(into: &self)
      }
    }
  }
}
