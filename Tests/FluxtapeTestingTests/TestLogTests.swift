import Fluxtape
import Foundation
import Testing

@testable import FluxtapeTesting

struct TrialLogTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func trial(_ name: String = "a", in path: String? = nil) -> TestLog {
    TestLog(name, in: path ?? folder.path(""), options: RecorderOptions()) { .still(run: "run \($0)") }
  }

  @Test func `a test is named in other logs without what its own options take for secrets`() {
    let facts = CaseFacts(module: "M", suite: "S", test: "t()", arguments: #"badge: "tulip7""#, site: nil, identity: "M.S/t()")
    #expect(facts.title(RecorderOptions()) == #"S/t() [badge: "tulip7"]"#)
    let title = facts.title(RecorderOptions(redaction: Redaction(secretKeys: ["badge"])))
    #expect(title.hasPrefix("S/t() [badge") && !title.contains("tulip7"), "\(title)")
  }

  @Test func `a trial's log is there from the start, and its end names it`() throws {
    let trial = trial(in: folder.path("deep/down"))
    #expect(folder.names == ["deep"] && trial.number == 1)
    #expect(PosixFile.names(inFolder: folder.path("deep/down")).contains("a.1-unfinished.jsonl"))
    trial.recorder.mark("m")
    #expect(trial.keep(as: "failed") == folder.path("deep/down/a.1-failed.jsonl"))
    let log = String(decoding: try folder.bytes("deep/down/a.1-failed.jsonl"), as: UTF8.self)
    #expect(log.hasPrefix(#"{"fluxtape":1,"run":"run 1","#) && log.hasSuffix(#","end":"failed"}"# + "\n"))
  }

  @Test func `trials of one name are counted, and know of a failure before them`() {
    #expect(trial("ab").keep(as: "passed") != nil)
    #expect(trial().keep(as: "passed") != nil)
    let second = trial()
    #expect(second.number == 2 && !second.followsFailure)
    #expect(second.keep(as: "failed") != nil)
    let third = trial()
    #expect(third.number == 3 && third.followsFailure)
    third.discard()
    #expect(folder.names == ["a.1-passed.jsonl", "a.2-failed.jsonl", "ab.1-passed.jsonl"])
  }

  @Test func `what others put into the folder is neither counted nor overwritten`() throws {
    for name in ["a.9.jsonl", "a.x-failed.jsonl", "a.0-failed.jsonl", "a.7-failed.txt", "a.99999999999999999999-failed.jsonl"] {
      try folder.write("mine", to: name)
    }
    let trial = trial()
    #expect(trial.number == 1)
    try folder.write("mine", to: "a.1-failed.jsonl")
    #expect(trial.keep(as: "failed") == folder.path("a.2-failed.jsonl"))
    #expect(try folder.bytes("a.1-failed.jsonl") == Array("mine".utf8))
  }

  @Test func `two trials that begin at once keep a log each`() {
    let (first, second) = (trial(), TestLog("a", in: folder.path(""), options: RecorderOptions()) { _ in .still(run: "other") })
    first.recorder.mark("first")
    second.recorder.mark("second")
    first.discard()
    #expect(second.keep(as: "failed") != nil)
    #expect(folder.names.count == 1)
  }

  @Test func `of many trials the last ones stay, and what is no log`() throws {
    for _ in 1...4 { _ = trial().keep(as: "failed") }
    try folder.write("no log", to: "a.1-failed.jsonl")
    let running = trial()
    let last = trial()
    _ = last.keep(as: "failed")
    last.keepNewest(2)
    #expect(folder.names == ["a.1-failed.jsonl", "a.5-unfinished.jsonl", "a.6-failed.jsonl"])
    running.discard()
  }

  @Test func `attachments are renamed and deleted with their log`() throws {
    func attach(to trial: TestLog) throws -> String {
      let attachments = try #require(trial.makeAttachmentsFolder())
      #expect(attachments == folder.path("a.\(trial.number)-unfinished.attachments") && trial.makeAttachmentsFolder() == attachments)
      PosixFile.makeFolders(attachments + "/deep/down")
      try folder.write("seen", to: "a.\(trial.number)-unfinished.attachments/deep/a.txt")
      return attachments
    }
    let first = trial()
    _ = try attach(to: first)
    #expect(first.keep(as: "failed") != nil)
    #expect(folder.names == ["a.1-failed.attachments", "a.1-failed.jsonl"])
    #expect(try folder.bytes("a.1-failed.attachments/deep/a.txt") == Array("seen".utf8))
    // What a link leads to stays.
    let second = trial()
    let link = try attach(to: second) + "/link"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: folder.path("a.1-failed.attachments"))
    second.discard()
    #expect(folder.names == ["a.1-failed.attachments", "a.1-failed.jsonl"])
    #expect(try folder.bytes("a.1-failed.attachments/deep/a.txt") == Array("seen".utf8))
    // Attachments whose log somebody deleted do not become those of another one.
    try folder.remove("a.1-failed.jsonl")
    let third = trial()
    _ = try attach(to: third)
    #expect(third.keep(as: "failed") == folder.path("a.2-failed.jsonl"))
    let last = trial()
    #expect(last.keep(as: "failed") != nil)
    last.keepNewest(1)
    #expect(folder.names == ["a.1-failed.attachments", "a.3-failed.jsonl"])
  }
}

extension RecordingContext {
  /// A context whose clock stands still.
  fileprivate static func still(run: String) -> RecordingContext { RecordingContext(run: run, start: 0, clock: { 0 }) }
}

extension TemporaryFolder {
  fileprivate func path(_ name: String) -> String { url.appending(path: name).path }
  fileprivate func remove(_ name: String) throws { try FileManager.default.removeItem(at: url.appending(path: name)) }
  fileprivate func bytes(_ name: String) throws -> [UInt8] { try [UInt8](Data(contentsOf: url.appending(path: name))) }
  fileprivate func write(_ text: String, to name: String) throws { try Data(text.utf8).write(to: url.appending(path: name)) }
  fileprivate var names: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []).sorted() }
}
