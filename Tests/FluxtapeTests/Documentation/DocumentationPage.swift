import FluxtapeLogSchema
import Foundation
import Testing

/// A page of the documentation of the modules that apps link.
struct DocumentationPage: CustomTestStringConvertible {
  let file: URL

  private static let root = LogSchema.file.appendingPathComponent("../../../..").standardizedFileURL

  static let all: [DocumentationPage] = ["Fluxtape", "FluxtapeStores"].flatMap(pages(of:)).sorted { $0.file.path < $1.file.path }

  private static func pages(of module: String) -> [DocumentationPage] {
    let folder = root.appendingPathComponent("Sources/\(module)/\(module).docc")
    let files = try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    return (files ?? []).filter { $0.pathExtension == "md" }.map(DocumentationPage.init)
  }

  static func named(_ name: String) -> DocumentationPage? { all.first { $0.file.lastPathComponent == name + ".md" } }

  var testDescription: String { file.lastPathComponent }

  func lines() throws -> [String] {
    try String(decoding: Data(contentsOf: file), as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }
}

// MARK: - Parts

extension DocumentationPage {
  /// The blocks of Swift code.
  func code() throws -> [String] {
    var blocks: [String] = []
    var isInside = false
    for line in try lines() {
      if line == "```swift" {
        isInside = true
        blocks.append("")
      } else if line == "```" {
        isInside = false
      } else if isInside {
        blocks[blocks.count - 1] += line + "\n"
      }
    }
    return blocks
  }

  /// The rows of the table below a heading, without its title row and its rule, with trimmed cells.
  func table(below heading: String) throws -> [[String]] {
    try lines().drop { $0 != "## " + heading }.drop { !$0.hasPrefix("|") }.prefix { $0.hasPrefix("|") }.dropFirst(2)
      .map { $0.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) } }
  }
}

// MARK: - Where code is compiled

extension DocumentationPage {
  /// All code that the tests and the samples compile, without the differences in indentation and access.
  static func compiledCode() throws -> [String] { try code.get() }

  private static let code = Result {
    try ["Tests", "samples/Sources", "samples/Tests"].flatMap { folder in
      let files = FileManager.default.enumerator(at: root.appendingPathComponent(folder), includingPropertiesForKeys: nil)
      return try (files?.compactMap { $0 as? URL } ?? []).filter { $0.pathExtension == "swift" }
        .map { bare(String(decoding: try Data(contentsOf: $0), as: UTF8.self)) }
    }
  }

  /// The lines of code without indentation, empty lines, and the `private` that separates types of several examples.
  static func bare(_ code: String) -> String {
    code.split(separator: "\n").map { line in
      let text = line.trimmingCharacters(in: .whitespaces)
      return ["private struct ", "private final class "].contains { text.hasPrefix($0) } ? String(text.dropFirst("private ".count)) : text
    }
    .filter { !$0.isEmpty }.map { "\n" + $0 }.joined() + "\n"
  }
}
