import Dispatch
import FluxtapeLogReading
import Foundation
import Testing

@testable import Fluxtape

/// The table and the code on the page "Where the log goes".
struct PlaceSnippets {
  @Test func `a name leads to where the table says`() throws {
    let rows = try #require(DocumentationPage.named("WhereTheLogGoes")).table(below: "A name instead of a path")
    #expect(rows.count == 8)
    for row in rows {
      let cells = row.map { $0.hasPrefix("`") ? String($0.dropFirst().prefix { $0 != "`" }) : $0 }
      let place = LogPlace(for: "shop", asked: cells[1] == "not set" ? nil : cells[1], isDebugBuild: cells[0] == "debug")
      switch place {
      case .nowhere: #expect(cells[2] == "none", "\(row)")
      case .file(let path): #expect(cells[2] == path, "\(row)")
      case .folder(let folder, let file): #expect(cells[2] == folder + file, "\(row)")
      case .standard(_, let file): #expect(row[2] == "`\(file)` in the working folder")
      }
    }
  }

  /// Only compiled: a test must not record to a path of its working folder.
  private func recordAtPath() {
    let recorder = Recorder(to: "logs/shop.jsonl")
    recorder.close()
  }

  /// Only compiled, for the same reason.
  private func recordInDebugBuilds() {
    #if DEBUG
    let recorder = Recorder(to: "logs/shop.jsonl")
    #else
    let recorder = Recorder.disabled
    #endif
    recorder.close()
  }

  @Test func `only the last part is kept`() throws {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("place-\(UUID().uuidString).jsonl").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let options = RecorderOptions(keeping: .last(megabytes: 20))
    let recorder = Recorder(to: path, options: options)
    let copy = path + ".copy"
    defer { try? FileManager.default.removeItem(atPath: copy) }
    recorder.mark("before")
    try recorder.export(to: copy)
    recorder.mark("after")
    recorder.close()
    let texts = try [path, copy].map { try String(decoding: Data(contentsOf: URL(fileURLWithPath: $0)), as: UTF8.self) }
    #expect(texts.map { $0.contains(#""segment":1"#) } == [true, true])
    #expect(texts.map { $0.contains("before") } == [true, true])
    #expect(texts.map { $0.contains("after") } == [true, false])
  }

  @Test func `a queued sink writes everything by the end, in its order, whatever is refused meanwhile`() throws {
    let sink = FailingSink(room: 60)
    let recorder = Recorder(writingTo: QueuedSink(sink), context: .fixed())
    for number in 0..<500 {
      recorder.mark("\(number)")
      if number == 250 { sink.setRoom(1 << 20) }
    }
    recorder.close()
    #expect(sink.isClosed)
    #expect(recorder.failure == nil)
    let log = try RecordedLog(sink.bytes)
    let marks = log.records.compactMap { if case .mark(let mark) = $0 { mark.text } else { nil } }
    #expect(marks == (0..<500).map { "\($0)" })
  }

  /// Only compiled, as above.
  private func recordOnQueue() {
    let recorder = Recorder(writingTo: QueuedSink(FileSink("shop.jsonl")))
    recorder.close()
  }

  @Test func `a fixed context gives the same bytes`() {
    func text() -> String {
      let sink = MemorySink()
      let context = RecordingContext(run: "test", start: 0, clock: { 0 }, digestKey: DigestKey(low: 1, high: 2))
      let recorder = Recorder(writingTo: sink, context: context)
      recorder.store("cart").record("opened", ["password": "abc"]) {}
      recorder.close()
      return sink.text
    }
    #expect(text() == text())
    #expect(text().contains("$redacted"))
  }
}

/// Copies bytes into memory, and passes them on to another sink on a queue.
private final class QueuedSink: LogSink, @unchecked Sendable {
  private let sink: any LogSink
  private let queue = DispatchQueue(label: "log")
  private let lock = NSLock()
  private var waiting: [UInt8] = []
  private var failure: RecorderError?

  init(_ sink: any LogSink) { self.sink = sink }

  func write(_ bytes: ArraySlice<UInt8>) throws(RecorderError) -> Int {
    lock.lock()
    defer { lock.unlock() }
    queue.async { self.writeWaiting() }
    guard waiting.count < 1 << 20 else { throw failure ?? RecorderError(.refused("the queue is full")) }
    waiting += bytes
    return bytes.count
  }

  func close() {
    queue.sync {
      writeWaiting()
      sink.close()
    }
  }

  /// Runs on the queue. What the sink refuses waits for the next write.
  private func writeWaiting() {
    let bytes = lock.withLock { waiting }
    var rest = bytes[...]
    do throws(RecorderError) {
      while !rest.isEmpty { rest = rest.dropFirst(try sink.write(rest)) }
    } catch {
      lock.withLock { failure = error }
    }
    lock.withLock { waiting.removeFirst(bytes.count - rest.count) }
  }
}
