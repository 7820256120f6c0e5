import Fluxtape
import FluxtapeStores
import Logging
import SampleWorld
import Testing

/// The handler of the page "Attach to any store", with the library itself.
private struct LogMarks: LogHandler {
  let recorder: Recorder
  var metadata: Logger.Metadata = [:]
  var metadataProvider: Logger.MetadataProvider?
  var logLevel = Logger.Level.info

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    let level: Recorder.Level = event.level >= .error ? .error : event.level == .warning ? .warning : .info
    recorder.mark("\(event.message)\(facts(of: event))", level: level, site: "\(event.file):\(event.line)")
  }

  /// What the logger, its context and the line add to the message: ` order=7 source=shop`.
  private func facts(of event: LogEvent) -> String {
    let facts = metadata.merging(metadataProvider?.get() ?? [:]) { $1 }.merging(event.metadata ?? [:]) { $1 }
    return facts.sorted { $0.key < $1.key }.map { " \($0.key)=\($0.value)" }.joined() + " source=\(event.source)"
  }
}

struct SwiftLogTests {
  @Test func `lines of a logger stand between the actions`() {
    let sink = MemorySink()
    let recorder = Recorder(writingTo: sink, context: .sample("logger", clock: VirtualClock()))
    // As a tracer does it, whose spans then stand in the log.
    let context = Logger.MetadataProvider { ["trace-id": "4bf92f35"] }
    var logger = Logger(label: "shop") { _ in LogMarks(recorder: recorder, metadataProvider: context) }
    logger[metadataKey: "user"] = "u7"
    recorder.store("cart").record("checkOutTapped") { logger.critical("no network", metadata: ["order": "7"], source: "Checkout") }
    logger.debug("not asked for")
    let marks = sink.text.split(separator: "\n").filter { $0.contains(#""mark":"#) }
    #expect(marks.count == 1)
    #expect(marks.first?.contains(#""mark":"no network order=7 trace-id=4bf92f35 user=u7 source=Checkout","level":"error""#) == true)
    #expect(marks.first?.contains(#""cause":1"#) == true)
  }
}
