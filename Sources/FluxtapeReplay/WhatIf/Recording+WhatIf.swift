import FluxtapeHistory
import FluxtapeJSON
import FluxtapeLog
import FluxtapeLogReading

extension Recording {
  /// Writes the run as it would have been, as a log of its own: states are made anew by the host's reducers.
  ///
  /// Steps are numbered anew, so that none seems lost; each record keeps its old number as `was`. The header's `meta` says what was asked.
  ///
  /// - Parameters:
  ///   - whatIf: What is otherwise.
  ///   - host: The reducers.
  ///   - progress: DecodedEvent now and then how much is done, and of how much; what it throws ends the work.
  ///   - write: Takes whole lines.
  /// - Throws: ``HostError`` if the host fails, `HistoryError` if the log can no longer be read, and what `progress` and `write` throw.
  /// - Complexity: O(bytes of the log) and what the reducers take.
  @discardableResult
  public func write(
    _ whatIf: WhatIf, by host: inout some ReducerHost, progress: (_ done: Int, _ all: Int) throws -> Void = { _, _ in },
    to write: ([UInt8]) throws -> Void
  ) throws -> WhatIfResult {
    let stores = try host.stores()
    var writer = WhatIfWriter(history, whatIf, stores: stores.filter(history.stores.contains))
    try write(writer.header)
    let items = try RunItem.all(of: history)
    for (place, item) in items.enumerated() {
      try progress(place, items.count)
      try writer.take(item, &host)
      if writer.bytes.count > 1 << 20 { try write(writer.takeBytes()) }
    }
    try write(writer.takeBytes())
    return writer.result
  }
}
