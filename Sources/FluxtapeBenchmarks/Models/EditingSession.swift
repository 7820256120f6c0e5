import FluxtapeRandomCases
import Foundation

/// An editing session, as josephg/editing-traces publishes them or made up.
struct EditingSession {
  let name: String
  let start: String
  /// The text that the last edit leads to, where it is known.
  let end: String?
  let edits: [TextEdited]
}

// MARK: - From a file

extension EditingSession {
  /// Reads a session, unpacking it first if its name ends in `.gz`.
  init(contentsOf path: String) throws {
    let file = try JSONDecoder().decode(File.self, from: Self.unpacked(path))
    var places = LinePlaces(text: file.startContent)
    edits = file.txns.map { TextEdited($0.patches, in: &places) }
    name = URL(fileURLWithPath: path).lastPathComponent
    start = file.startContent
    end = file.endContent
  }

  private struct File: Decodable {
    let startContent: String
    let endContent: String
    let txns: [Transaction]
  }

  private struct Transaction: Decodable {
    let patches: [TextEdited.Patch]
  }

  private static func unpacked(_ path: String) throws -> Data {
    guard path.hasSuffix(".gz") else { return try Data(contentsOf: URL(fileURLWithPath: path)) }
    let gzip = Process()
    gzip.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    gzip.arguments = ["gzip", "-dc", "--", path]
    let output = Pipe()
    gzip.standardOutput = output
    try gzip.run()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    gzip.waitUntilExit()
    guard gzip.terminationStatus == 0 else { throw BenchmarkError("gzip cannot unpack \(path)") }
    return data
  }
}

// MARK: - Made up

extension EditingSession {
  /// Somebody types paragraphs, goes back to mend words, deletes and adds lines: 40,000 keystrokes, the same in every run.
  static func generated() -> EditingSession {
    var random = SplitMix64(seed: 11)
    var words = StateGenerator(seed: 12)
    var places = LinePlaces(text: "")
    var edits: [TextEdited] = []
    var cursor = 0
    func edit(at position: Int, deleting deleted: Int, inserting inserted: String) {
      edits.append(TextEdited([TextEdited.Patch(position: position, deleted: deleted, inserted: inserted)], in: &places))
      cursor = position + inserted.unicodeScalars.count
    }
    while edits.count < 40_000 {
      switch Int.random(in: 0..<100, using: &random) {
      case 0..<70:
        for scalar in (words.words(1) + " ").unicodeScalars { edit(at: cursor, deleting: 0, inserting: String(scalar)) }
      case 70..<85:
        for _ in 0..<min(cursor, Int.random(in: 1..<8, using: &random)) { edit(at: cursor - 1, deleting: 1, inserting: "") }
      case 85..<92: edit(at: cursor, deleting: 0, inserting: "\n")
      case 92..<97: cursor = Int.random(in: 0...places.scalars, using: &random)
      default: cursor = places.scalars
      }
    }
    return EditingSession(name: "a session that is made up", start: "", end: places.text, edits: edits)
  }
}
