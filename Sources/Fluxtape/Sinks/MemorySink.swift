internal import FluxtapeLocking

/// A log in memory, for tests and previews. It grows without limit.
public final class MemorySink: LogSink {
  private let content = Locked<[UInt8]>([])

  /// Creates an empty sink.
  public init() {}

  /// Everything written so far. The last line may be incomplete.
  public var bytes: [UInt8] { content.withLock { $0 } }

  /// ``bytes`` as text.
  public var text: String { String(decoding: bytes, as: UTF8.self) }

  public func write(_ bytes: ArraySlice<UInt8>) -> Int {
    content.withLock { $0.append(contentsOf: bytes) }
    return bytes.count
  }

  public func close() {}
}
