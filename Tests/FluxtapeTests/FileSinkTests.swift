import FluxtapeLog
import Foundation
import Testing

@testable import Fluxtape
import FluxtapeLogReading

struct FileSinkTests {
  @Test func `does what a sink must do`() throws {
    let folder = try Folder()
    try checkLogSink({ FileSink(folder.path("a.jsonl")) }, contents: { _ in try folder.bytes("a.jsonl") })
    try checkLogSink({ MemorySink() }, contents: { ($0 as? MemorySink)?.bytes ?? [] })
  }

  @Test func `only its owner may read a log`() throws {
    let folder = try Folder()
    _ = try FileSink(folder.path("a.jsonl")).write([1])
    let attributes = try FileManager.default.attributesOfItem(atPath: folder.path("a.jsonl"))
    #expect(attributes[.posixPermissions] as? Int == 0o600)
  }

  private static let header = #"{"fluxtape":1,"run":"r","time":"2026-11-21T09:00:00.123456Z"}"# + "\n"

  @Test(arguments: [
    ("shop.jsonl", "shop.2026-11-21T09-00-00Z.jsonl", "shop.2026-11-21T09-00-00Z-2.jsonl"),
    ("shop", "shop.2026-11-21T09-00-00Z", "shop.2026-11-21T09-00-00Z-2"),
    (".hidden", ".hidden.2026-11-21T09-00-00Z", ".hidden.2026-11-21T09-00-00Z-2"),
    ("a.b.jsonl", "a.b.2026-11-21T09-00-00Z.jsonl", "a.b.2026-11-21T09-00-00Z-2.jsonl"),
  ])
  func `an earlier log gets the time of its beginning into its name, and keeps its bytes`(name: String, first: String, second: String)
    throws
  {
    let folder = try Folder()
    try folder.write(Self.header + "first", to: name)
    _ = try FileSink(folder.path(name)).write([1])
    #expect(folder.names == [name, first].sorted())
    try folder.write(Self.header + "second", to: name)
    _ = try FileSink(folder.path(name)).write([2])
    #expect(folder.names == [name, first, second].sorted())
    #expect(try folder.bytes(first) == Array((Self.header + "first").utf8))
    #expect(try folder.bytes(second) == Array((Self.header + "second").utf8))
    #expect(try folder.bytes(name) == [2])
  }

  @Test(arguments: [
    "precious", "", #"{"id":1,"title":"tea"}"# + "\n", #"{"fluxtape":1"#, "\n" + header, "[\(header)", #"{"fluxtape":1,"run""# + "\n",
    #"{"fluxtape":9}"# + "\n",
    #"{"fluxtape":1,"run":"a" "time":1}"# + "\n", #"{"run":"a{"fluxtape":1}"# + "\n",
  ])
  func `a file that is not a log is left unchanged, and the log is made beside it`(contents: String) throws {
    let folder = try Folder()
    try folder.write(contents, to: "notes.jsonl")
    let identity = folder.identity("notes.jsonl")
    let sink = FileSink(folder.path("notes.jsonl"))
    _ = try sink.write(Array(Self.header.utf8)[...])
    #expect(sink.path == folder.path("notes-2.jsonl"))
    // The next run renames only files of its own kind.
    _ = try FileSink(folder.path("notes.jsonl")).write([1])
    #expect(folder.names == ["notes-2.2026-11-21T09-00-00Z.jsonl", "notes-2.jsonl", "notes.jsonl"])
    #expect(folder.identity("notes.jsonl") == identity)
    #expect(try folder.bytes("notes.jsonl") == Array(contents.utf8))
  }

  @Test(arguments: [("a.jsonl", RecorderError.Occupant.link), ("dangling", .link), ("device", .link), ("pipe", .pipe), ("folder", .folder)])
  func `what is no file is neither opened nor moved nor followed`(name: String, occupant: RecorderError.Occupant) throws {
    let folder = try Folder()
    try folder.write(Self.header, to: "log")
    for (link, target) in [("a.jsonl", "log"), ("dangling", "nowhere"), ("device", "pipe")] {
      try FileManager.default.createSymbolicLink(atPath: folder.path(link), withDestinationPath: folder.path(target))
    }
    #expect(unsafe mkfifo(folder.path("pipe"), 0o600) == 0)
    try FileManager.default.createDirectory(atPath: folder.path("folder"), withIntermediateDirectories: false)
    let before = folder.names
    let recorder = Recorder(to: folder.path(name), context: .fixed())
    recorder.mark("lost")
    recorder.close()
    #expect(recorder.failure == RecorderError(.occupied(by: occupant), path: folder.path(name)))
    #expect(
      recorder.failure?.description.hasSuffix(
        "stands there, and a log is only ever made as a new file; name a path at which nothing stands") == true)
    #expect(folder.names == before)
    #expect(try folder.bytes("log") == Array(Self.header.utf8))
  }

  @Test func `a log without a time is moved aside, too`() throws {
    let folder = try Folder()
    try folder.write(#"{"fluxtape":1,"run":"r"}"# + "\n", to: "a.jsonl")
    _ = try FileSink(folder.path("a.jsonl")).write([1])
    #expect(folder.names == ["a.0000-00-00T00-00-00Z.jsonl", "a.jsonl"])
  }

  @Test func `a place that cannot be written to is tried again`() throws {
    let folder = try Folder()
    let sink = FileSink(folder.path("later/a.jsonl"))
    let error = #expect(throws: RecorderError.self) { try sink.write([1]) }
    #expect(error?.reason == .cannotCreate(code: ENOENT))
    try FileManager.default.createDirectory(atPath: folder.path("later"), withIntermediateDirectories: false)
    #expect(try sink.write([1]) == 1)
  }

  @Test func `a recorder at an unwritable path says why, and its log tells what is missing`() throws {
    let folder = try Folder()
    let recorder = Recorder(to: folder.path("later/a.jsonl"), context: .fixed())
    #expect(recorder.failure?.reason == .cannotCreate(code: ENOENT))
    recorder.mark("lost")
    try FileManager.default.createDirectory(atPath: folder.path("later"), withIntermediateDirectories: false)
    recorder.mark("kept")
    recorder.close()
    let log = try RecordedLog(try folder.bytes("later/a.jsonl"))
    #expect(log.header?.run == "run")
    #expect(
      log.lines[1]
        == #"{"seq":2,"t":0,"gap":{"lost":1,"first":1,"last":1,"reason":"the log cannot be created: No such file or directory"}}"#)
    #expect(log.records.count == 3)
  }

  @Test(arguments: [false, true])
  func `a file that the app opened under the descriptor of the log is never written to`(isLogMoved: Bool) throws {
    let folder = try Folder()
    let sink = FileSink(folder.path("a.jsonl"))
    _ = try sink.write([1])
    try folder.write("precious", to: "other")
    let log = try #require(folder.identity("a.jsonl"))
    let descriptor = try #require((3..<1024 as Range<Int32>).first { Folder.identity(of: $0) == log })
    let other = unsafe open(folder.path("other"), O_WRONLY | O_APPEND)
    #expect(dup2(other, descriptor) == descriptor)
    #expect(close(other) == 0)
    if isLogMoved {
      try FileManager.default.moveItem(atPath: folder.path("a.jsonl"), toPath: folder.path("b.jsonl"))
      let error = #expect(throws: RecorderError.self) { try sink.write([2]) }
      #expect(error?.reason == .descriptorTaken)
    } else {
      #expect(try sink.write([2]) == 1)
      #expect(try folder.bytes("a.jsonl") == [1, 2])
    }
    sink.close()
    #expect(try folder.bytes("other") == Array("precious".utf8))
    #expect(close(descriptor) == 0, "it is the app's now, and stays open")
  }

  @Test func `a closed sink makes no file`() throws {
    let folder = try Folder()
    let sink = FileSink(folder.path("a.jsonl"))
    sink.close()
    let error = #expect(throws: RecorderError.self) { try sink.write([1]) }
    #expect(error?.reason == .closed)
    #expect(folder.names.isEmpty)
  }

  @Test func `two logs at one path are two files`() throws {
    let folder = try Folder()
    let first = Recorder(to: folder.path("a.jsonl"), context: .fixed(run: "first"))
    let second = Recorder(to: folder.path("a.jsonl"), context: .fixed(run: "second"))
    first.mark("of the first")
    second.mark("of the second")
    let moved = try RecordedLog(try folder.bytes("a.2026-11-21T09-00-00Z.jsonl"))
    let latest = try RecordedLog(try folder.bytes("a.jsonl"))
    #expect(moved.header?.run == "first" && moved.records.count == 1)
    #expect(latest.header?.run == "second" && latest.records.count == 1)
  }
}

struct LogPlaceTests {
  @Test(
    arguments: [
      (nil, true, LogPlace.standard(folder: "", file: "shop.jsonl")),
      (nil, false, .nowhere),
      ("", false, .nowhere),
      ("off", true, .nowhere),
      ("/logs/x.jsonl", false, .file("/logs/x.jsonl")),
      ("/logs/", false, .folder("/logs/", file: "shop.jsonl")),
      ("/tmp", true, .file("/tmp/shop.jsonl")),
    ] as [(String?, Bool, LogPlace)])
  func `a log goes`(asked: String?, isDebugBuild: Bool, place: LogPlace) {
    #expect(LogPlace(for: "shop", asked: asked, isDebugBuild: isDebugBuild) == place)
  }

  @Test func `a name is no way out of the folder`() {
    #expect(LogPlace(for: "../a/b", asked: "/logs/", isDebugBuild: true) == .folder("/logs/", file: "..-a-b.jsonl"))
  }

  @Test func `a folder that was asked for is made`() throws {
    let folder = try Folder()
    let recorder = Recorder("shop", at: .folder(folder.path("logs") + "/", file: "shop.jsonl"), context: .fixed(run: "mine"))
    #expect(recorder.failure == nil)
    #expect(try RecordedLog(try folder.bytes("logs/shop.jsonl")).header?.run == "mine")
  }

  @Test func `files of the app's own outlive any number of runs`() throws {
    let folder = try Folder()
    // One file has the name of the log, and one the name of an earlier log.
    let names = ["todos.jsonl", "todos-2.2026-01-01T00-00-00Z.jsonl"]
    for name in names { try folder.write(#"{"id":1}"# + "\n", to: name) }
    for _ in 0..<8 {
      Recorder("todos", at: .standard(folder: folder.url.path + "/", file: "todos.jsonl")).close()
    }
    for name in names { #expect(try folder.bytes(name) == Array((#"{"id":1}"# + "\n").utf8)) }
    #expect(folder.names.count == names.count + Recorder.earlierLogsKept + 1)
    #expect(folder.names.contains("todos-2.jsonl"))
  }

  @Test func `the newest five earlier logs stay in the standard place, and nothing else is touched`() throws {
    let folder = try Folder()
    let others = ["shop.2026.jsonl", "shop.2026-11-21T09-00-00Z.txt", "shopping.2026-01-01T00-00-00Z.jsonl", "shop.x.jsonl"]
    for name in others { try folder.write("", to: name) }
    let header = #"{"fluxtape":1,"run":"r"}"# + "\n"
    for second in 0..<8 { try folder.write(header, to: "shop.2026-01-01T00-00-0\(second)Z.jsonl") }
    for count in 2..<12 { try folder.write(header, to: "shop.2026-01-01T00-00-07Z-\(count).jsonl") }
    ExistingLog.keepNewest(5, besides: folder.path("shop.jsonl"))
    #expect(folder.names == (others + (7..<12).map { "shop.2026-01-01T00-00-07Z-\($0).jsonl" }).sorted())
  }
}
