/// Why bytes of a log did not reach their place.
public struct RecorderError: Error, Equatable, Sendable {
  /// What went wrong.
  public enum Reason: Equatable, Sendable {
    /// The log file could not be made.
    case cannotCreate(code: Int32)
    /// Something stands at the place that is no file. It is left alone.
    case occupied(by: Occupant)
    /// A log of an earlier run stands at the place and could not be moved aside.
    case cannotMoveAside(code: Int32)
    /// The system refused to write; the code is its `errno`.
    case cannotWrite(code: Int32)
    /// A file of the log cannot be read.
    case cannotRead(code: Int32)
    /// There is no file: nothing is recorded, or into a sink of the app's own.
    case noFile
    /// The bytes were written, but whether the disk has them is not certain.
    case cannotSynchronize(code: Int32)
    /// The queue of a recorder that writes in the background is full.
    case queueFull(bytes: Int)
    /// The file is as long as the process may make one; the system would end the process at the next byte.
    case fileSizeLimit(bytes: Int)
    /// The file was deleted while it was written. The log goes on in a new one.
    case removed
    /// The file was shortened to so many bytes while it was written. The log goes on behind them.
    case truncated(bytes: Int)
    /// A record takes more bytes than all that is to be kept. See ``RecorderOptions/Keeping``.
    case tooLarge(bytes: Int)
    /// The descriptor no longer leads to the log: the app closed it, and may have opened something else under its number.
    case descriptorTaken
    /// The process is the child of a fork. It records into a file of its own; a sink of the app's own belongs to the parent.
    case forked
    /// The sink was closed before.
    case closed
    /// A sink of the app's own gives this reason.
    case refused(String)
    /// A sink took no byte and gave no reason.
    case tookNothing
  }

  /// What may stand where a log is to be made, and is never followed, replaced, renamed or opened.
  public enum Occupant: Sendable {
    /// A symbolic link, wherever it leads.
    case link
    /// A folder, a named pipe, or a socket.
    case folder, pipe, socket
    /// A device, such as `/dev/null`.
    case device
  }

  #if RECORDING_COMPILED_OUT
  @inlinable public var reason: Reason { .noFile }
  @inlinable public var path: String? { nil }

  /// Creates an error, for a sink of the app's own.
  @inlinable public init(_ reason: Reason, path: String? = nil) {}
  #else
  /// What went wrong.
  public let reason: Reason
  /// The log file, where there is one.
  public let path: String?

  /// Creates an error, for a sink of the app's own.
  public init(_ reason: Reason, path: String? = nil) {
    self.reason = reason
    self.path = path
  }
  #endif
}

extension RecorderError {
  /// Whether nothing more can be written to the file that is open.
  var endsFile: Bool {
    switch reason {
    case .removed, .truncated, .descriptorTaken: true
    default: false
    }
  }
}
