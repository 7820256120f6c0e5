import Fluxtape
import FluxtapeStores
import Logging
import SampleWorld
import Testing

/// The handler of the page "Attach to any store", with the library itself.
private struct LogMarks: LogHandler {
  let recorder: Recorder
  var metadata: Logger.Metadata = [:]
  var logLevel = Logger.Level.info

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    let level: Recorder.Level = event.level >= .error ? .error : event.level == .warning ? .warning : .info
    recorder.mark("\(event.message)", level: level, site: "\(event.file):\(event.line)")
  }
}

@Suite struct SwiftLogTests {
  @Test func `lines of a logger stand between the actions`() {
    let sink = MemorySink()
    let recorder = Recorder(writingTo: sink, context: .sample("logger", clock: VirtualClock()))
    let logger = Logger(label: "shop") { _ in LogMarks(recorder: recorder) }
    recorder.store("cart").record("checkOutTapped") { logger.critical("no network") }
    logger.debug("not asked for")
    let marks = sink.text.split(separator: "\n").filter { $0.contains(#""mark":"#) }
    #expect(marks.count == 1)
    #expect(marks.first?.contains(#""mark":"no network","level":"error""#) == true)
    #expect(marks.first?.contains(#""cause":1"#) == true)
  }
}
