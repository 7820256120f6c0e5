import Foundation

/// An editing session, from josephg/editing-traces or generated.
struct EditingSession {
  let name: String
  let start: String
  /// The text after the last edit, if known.
  let end: String?
  let edits: [TextEdited]
}

extension EditingSession {
  /// Generates a realistic session, equal in every run.
  static func generated(edits count: Int = 137_000) -> EditingSession {
    var generator = SessionGenerator(seed: 13)
    return generator.session(edits: count)
  }
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
