import FluxtapeDocuments
import FluxtapeJSON
package import Foundation

/// The schema beside the page on the format, for tests of lines.
package enum LogSchema {
  /// The schema of one line.
  package static let line = Result { try JSONSchema(json.get()) }

  private static let json = Result { try JSONValue(parsing: Array(Data(contentsOf: file))) }

  /// The schema of a part of lines, by its name under `$defs`.
  package static func part(_ name: String) throws -> JSONSchema {
    let definitions = try json.get()["$defs"] ?? [:]
    return try JSONSchema(["$ref": .string("#/$defs/\(name)"), "$defs": definitions])
  }

  package static let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../Sources/FluxtapeLog/FluxtapeLog.docc/log-line.schema.json").standardizedFileURL

  /// The violation of a line, with its place; `nil` if the line is valid.
  package static func fault(in line: [UInt8]) throws -> String? {
    let value: JSONValue
    do { value = try JSONValue(parsing: line) } catch { return "\(error)" }
    return try self.line.get().fault(in: value)
  }
}
