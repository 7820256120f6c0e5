import FluxtapeLogSchema
import Foundation
import Testing

/// A page of the documentation of the modules that apps and their tests link, or the README.
struct DocumentationPage: CustomTestStringConvertible {
  let file: URL

  private static let root = LogSchema.file.appendingPathComponent("../../../..").standardizedFileURL

  static let all: [DocumentationPage] =
    ["Fluxtape", "FluxtapeLive", "FluxtapeReplay", "FluxtapeStores", "FluxtapeTesting"].flatMap(pages(of:)).sorted {
      $0.file.path < $1.file.path
    }
    + [DocumentationPage(file: root.appendingPathComponent("README.md"))]

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
  /// The blocks of Swift code, without those that a step of CI builds (`<!-- ci: NAME -->`).
  func code() throws -> [String] {
    var blocks: [String] = []
    var isInside = false
    var previous = ""
    for line in try lines() {
      defer { previous = line }
      if line == "```swift" {
        if previous.hasPrefix("<!-- ci: ") { continue }
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

  /// Whether tests or samples compile these lines of code, one behind the other. Its imports may stand anywhere, and `{ … }` means a body
  /// that the page leaves out.
  static func isCompiled(_ block: String) throws -> Bool {
    let bare = bare(block).split(separator: "\n").map { $0.hasSuffix("{ … }") ? $0.dropLast(" … }".count) : $0 }
    let (lines, places) = try compiledLines.get()
    let imports = bare.prefix { $0.hasPrefix("import ") }
    let wanted = bare.dropFirst(imports.count)
    guard let first = wanted.first, imports.allSatisfy({ places[$0] != nil }) else { return false }
    return places[first]?.contains { lines[$0...].starts(with: wanted) } == true
  }

  /// The lines of all code, with an empty one behind each file, and where each line stands.
  private static let compiledLines = Result {
    let lines: [Substring] = try compiledCode().flatMap { $0.split(separator: "\n") + [""] }
    return (lines: lines, places: Dictionary(grouping: lines.indices) { lines[$0] })
  }

  private static let code = Result {
    try ["Tests", "samples/Sources", "samples/Tests"].flatMap { folder in
      let files = FileManager.default.enumerator(at: root.appendingPathComponent(folder), includingPropertiesForKeys: nil)
      return try (files?.compactMap { $0 as? URL } ?? []).filter { $0.pathExtension == "swift" }
        .map { bare(String(decoding: try Data(contentsOf: $0), as: UTF8.self)) }
    }
  }

  /// The lines of code without indentation, empty lines, and the `private` that separates types of several examples.
  static func bare(_ code: String) -> String {
    // By bytes, as this is all code of the tests.
    var bare: [UInt8] = []
    for line in code.utf8.split(separator: UInt8(ascii: "\n")) {
      let text = line.drop { $0 == UInt8(ascii: " ") }
      if text.isEmpty { continue }
      let isPrivateType = ["private struct ", "private final class "].contains { text.starts(with: $0.utf8) }
      bare.append(UInt8(ascii: "\n"))
      bare += isPrivateType ? text.dropFirst("private ".count) : text
    }
    return String(decoding: bare, as: UTF8.self) + "\n"
  }
}
