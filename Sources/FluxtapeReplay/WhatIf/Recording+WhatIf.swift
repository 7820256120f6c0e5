import FluxtapeHistory
import FluxtapeJSON
import FluxtapeLog
import FluxtapeLogReading

extension Recording {
  /// Replays the run with changes, using the host's reducers, and writes the what-if run as a log.
  ///
  /// Steps get new numbers, so that none seems to be missing. Each record keeps its old number as `was`. A moved or repeated action gets
  /// the time of the step that it comes before. The header's `meta` has the question.
  ///
  /// - Parameters:
  ///   - whatIf: The changes.
  ///   - host: The reducers.
  ///   - progress: Called regularly with the progress. May throw to stop.
  ///   - write: Called with whole lines.
  /// - Throws: ``HostError`` if the host fails, or `HistoryError` if the log can no longer be read. Rethrows errors of `progress` and
  ///   `write`.
  /// - Complexity: O(bytes of the log), plus the reducers.
  @discardableResult
  public func write(
    _ whatIf: WhatIf, by host: inout some ReducerHost, progress: (_ done: Int, _ all: Int) throws -> Void = { _, _ in },
    to write: ([UInt8]) throws -> Void
  ) throws -> WhatIfResult {
    let stores = try host.stores()
    let items = try RunItem.all(of: history)
    var writer = WhatIfWriter(history, whatIf, stores: stores.filter(history.stores.contains), items)
    try write(writer.header)
    for (place, item) in items.enumerated() {
      try progress(place, items.count)
      try writer.write(item, &host)
      if writer.bytes.count > 1 << 20 { try write(writer.takeBytes()) }
    }
    try writer.writeRest(&host)
    try write(writer.takeBytes())
    return writer.result
  }
}
