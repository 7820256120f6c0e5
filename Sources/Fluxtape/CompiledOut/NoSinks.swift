#if RECORDING_COMPILED_OUT
public protocol LogSink: Sendable {
  func write(_ bytes: ArraySlice<UInt8>) throws(RecorderError) -> Int
  func synchronize() throws(RecorderError)
  func close()
}

extension LogSink {
  @inlinable public func synchronize() throws(RecorderError) {}
}

public final class FileSink: LogSink {
  @inlinable public var path: String { "" }

  public init(_ path: String) {}

  @inlinable public func write(_ bytes: ArraySlice<UInt8>) throws(RecorderError) -> Int { throw RecorderError(.noFile) }
  @inlinable public func synchronize() throws(RecorderError) {}
  @inlinable public func close() {}
}

public final class MemorySink: LogSink {
  @inlinable public var bytes: [UInt8] { [] }
  @inlinable public var text: String { "" }

  public init() {}

  @inlinable public func write(_ bytes: ArraySlice<UInt8>) -> Int { bytes.count }
  @inlinable public func close() {}
}

public struct RecorderError: Error, Equatable, Sendable, CustomStringConvertible {
  public enum Reason: Equatable, Sendable, CustomStringConvertible {
    case cannotCreate(code: Int32)
    case occupied(by: Occupant)
    case cannotMoveAside(code: Int32)
    case cannotWrite(code: Int32)
    case cannotRead(code: Int32)
    case noFile
    case cannotSynchronize(code: Int32)
    case queueFull(bytes: Int)
    case fileSizeLimit(bytes: Int)
    case removed
    case truncated(bytes: Int)
    case tooLarge(bytes: Int)
    case descriptorTaken
    case forked
    case closed
    case refused(String)
    case tookNothing

    @inlinable public var description: String { "nothing is recorded: recording is not part of this build" }
    @inlinable public static func == (left: Reason, right: Reason) -> Bool { left.description == right.description }
  }

  public enum Occupant: Sendable, CustomStringConvertible {
    case link, folder, pipe, socket, device

    @inlinable public var description: String { "" }
  }

  @inlinable public var path: String? { nil }
  @inlinable public var reason: Reason { .noFile }

  @inlinable public init(_ reason: Reason, path: String? = nil) {}
  @inlinable public var description: String { reason.description }
}
#endif
