import Fluxtape
import FluxtapeRandomCases
import Foundation

/// Large logs with lines of about 500 bytes, as an app writes them; generated on first use and equal in every run.
final class BigLogs {
  private let folder: ScratchFolder
  private let byteCount: Int
  private var paths: [String: String] = [:]

  init(_ folder: ScratchFolder, byteCount: Int) {
    self.folder = folder
    self.byteCount = byteCount
  }

  /// - Parameter factor: How many times larger than usual the log is.
  func path(times factor: Int = 1) throws -> String {
    let name = "smallLines-\(factor).jsonl"
    if let path = paths[name] { return path }
    let path = folder.path(name)
    try Self.write(to: path, byteCount: byteCount * factor)
    paths[name] = path
    return path
  }
}

// MARK: - A session

extension BigLogs {
  /// The minimum size of an editing session's log in bytes.
  private static let sessionSize = 50 << 20

  /// Writes the log of an editing session, which repeats until the log has the required size.
  func path(ofSession session: EditingSession) throws -> String {
    if let path = paths["session"] { return path }
    let path = folder.path("session.jsonl")
    // A text that mentions a password would be redacted, and redacted text takes no time. A slow machine would leave states out.
    var options = RecorderOptions(redaction: .off)
    options.stateTimePerAction = .zero
    let recorder = Recorder(to: path, options: options)
    var document = EditedDocument(text: session.start)
    var places = LinePlaces(text: session.start)
    let reduce: (inout EditedDocument, TextEdited) -> Void = recorder.store("editor", state: document).reducer(EditedDocument.reduce)
    repeat {
      for edit in session.edits { reduce(&document, TextEdited(edit.patches, in: &places)) }
    } while try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? .max < Self.sessionSize
    recorder.close()
    paths["session"] = path
    return path
  }
}

// MARK: - Writing

extension BigLogs {
  private static func write(to path: String, byteCount: Int) throws {
    guard FileManager.default.createFile(atPath: path, contents: nil), let file = FileHandle(forWritingAtPath: path) else {
      throw BenchmarkError("no file can be made at \(path)")
    }
    defer { try? file.close() }
    var random = SplitMix64(seed: 7)
    let endings = (0..<4096).map { _ in ending(&random) }
    var bytes = Array(#"{"fluxtape":1,"run":"big","time":"2026-11-21T09:00:00.000000Z"}"#.utf8) + [0x0A]
    for store in stores { bytes += Array(#"{"t":0,"store":"\#(store)","type":"@@STATE","state":\#(smallState)}"#.utf8) + [0x0A] }
    var (step, time, written) = (0, 0, 0)
    while written + bytes.count < byteCount {
      step += 1
      time += Int.random(in: 3...3000, using: &random)
      bytes += Array(#"{"seq":\#(step),"t":\#(time)"#.utf8)
      bytes += endings[Int.random(in: endings.indices, using: &random)]
      if bytes.count > 1 << 22 {
        try file.write(contentsOf: Data(bytes))
        written += bytes.count
        bytes.removeAll(keepingCapacity: true)
      }
    }
    try file.write(contentsOf: Data(bytes))
    // Flush now: otherwise the system would write a gigabyte to the disk during the next measurement.
    try file.synchronize()
  }

  private static let stores = ["cart", "catalog", "session", "orders", "search"]
  private static let words = [
    "alpha", "größer", #"\"quoted\""#, "line\\nbreak", "naïve", "日本語", "delta", "the quick brown fox", "epsilon", "omega",
  ]
  private static let smallState = #"{"items":[\#((0..<50).map { #"{"n":\#($0),"title":"x"}"# }.joined(separator: ","))],"total":0}"#

  private static func text(_ count: ClosedRange<Int>, _ random: inout SplitMix64) -> String {
    (0..<Int.random(in: count, using: &random)).map { _ in words.randomElement(using: &random) ?? "" }.joined(separator: " ")
  }

  /// The part of a line after the step and the time.
  private static func ending(_ random: inout SplitMix64) -> [UInt8] {
    let store = stores.randomElement(using: &random) ?? ""
    let type = "action\(Int.random(in: 0..<20, using: &random))"
    let operations = (0..<Int.random(in: 1...3, using: &random)).map { _ in
      #"{"op":"replace","path":"/items/\#(Int.random(in: 0..<50, using: &random))/title","value":"\#(text(4...14, &random))"}"#
    }
    let line =
      #","store":"\#(store)","type":"\#(store).\#(type)","case":"\#(type)","site":"Shop/View.swift:\#(Int.random(in: 10...400, using: &random))","#
      + #""payload":{"sku":"p\#(Int.random(in: 0...9999, using: &random))","note":"\#(text(2...6, &random))"},"dur":\#(Int.random(in: 1...900, using: &random)),"#
      + #""patch":[\#(operations.joined(separator: ","))]}"#
    return Array(line.utf8) + [0x0A]
  }
}
