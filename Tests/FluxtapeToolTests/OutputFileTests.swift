import Foundation
import Testing

@testable import FluxtapeTool

/// Files that commands write.
struct OutputFileTests {
  private static func names(in folder: TemporaryFolder) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path("")).sorted()
  }

  private static func text(_ path: String) throws -> String { try String(contentsOf: URL(fileURLWithPath: path), encoding: .utf8) }

  // MARK: - Complete files only

  @Test func `a file is there when it is whole, and nothing is when it is given up`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("a.jsonl")
    var file: OutputFile? = try OutputFile(path, .new)
    try file?.write(Array("half".utf8))
    #expect(!FileManager.default.fileExists(atPath: path))
    file = nil
    #expect(try Self.names(in: folder) == [])
    try OutputFile.write(Array("whole".utf8), to: path, .new)
    #expect(try Self.names(in: folder) == ["a.jsonl"])
    #expect(try Self.text(path) == "whole")
  }

  @Test func `a new file replaces none, also one that came about in the meantime`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("a.jsonl")
    let file = try OutputFile(path, .new)
    try file.write(Array("late".utf8))
    try OutputFile.write(Array("first".utf8), to: path, .new)
    #expect(throws: UsageError.self) { try file.finish() }
    #expect(throws: UsageError.self) { try OutputFile(path, .new) }
    #expect(try Self.text(path) == "first")
  }

  @Test func `a report is replaced, through a link too, and what is no file is written as it comes`() throws {
    let folder = try TemporaryFolder()
    try OutputFile.write(Array("old".utf8), to: folder.path("a.html"))
    try FileManager.default.createSymbolicLink(atPath: folder.path("link.html"), withDestinationPath: "a.html")
    try OutputFile.write(Array("new".utf8), to: folder.path("link.html"))
    #expect(try Self.text(folder.path("a.html")) == "new")
    #expect(try Self.names(in: folder) == ["a.html", "link.html"])
    try OutputFile.write(Array("gone".utf8), to: "/dev/null")
    #expect(OutputFile.kind(of: "/dev/null") != OutputFile.kind(of: folder.path("a.html")))
  }

  /// The system ends the program when a file exceeds its limit.
  @Test(arguments: [
    ["--to", "jsonl", "--full"], ["--to", "csv"], ["--to", "chrome-trace"], ["--to", "otlp-json"],
    ["--to", "redux-devtools", "--store", "cart"],
  ])
  func `an export that was stopped leaves nothing under its name`(_ form: [String]) throws {
    let folder = try TemporaryFolder()
    let export = [BuiltTool.path, "export", BuiltTool.shopName, "-o", folder.path("out")] + form
    let arguments = ["-c", "ulimit -f 16; exec \"$@\"", "sh"] + export
    #expect(try BuiltTool.run(arguments, program: URL(filePath: "/bin/sh")).status != 0)
    #expect(try !Self.names(in: folder).contains("out"))
  }

  @Test func `what is wrong with a place is said, and what to do`() throws {
    let folder = try TemporaryFolder()
    #expect(OutputFile.failure("logs/a.html", EACCES).message.hasSuffix("no permission to write to the folder logs; choose another"))
    #expect(OutputFile.failure("/a.html", EROFS).message.hasSuffix("no permission to write to the folder /; choose another"))
    #expect(OutputFile.failure("a.html", ENOENT).message == "a.html: cannot be written: there is no folder .; create it or choose another")
    let file = try folder.write("", to: "file")
    let answers = try [file + "/x.html", folder.path("none/x.html"), folder.path("dir.html")].map { path in
      try FileManager.default.createDirectory(atPath: folder.path("dir.html"), withIntermediateDirectories: true)
      return try BuiltTool.run("report", GoldenTests.folder + "/good.jsonl", "-o", path)
    }
    #expect(answers.map(\.status) == [2, 2, 2])
    #expect(answers[0].errors.contains("file is not a folder"))
    #expect(answers[1].errors.contains("there is no folder"))
    #expect(answers[2].errors.contains("is a folder"))
  }
}
