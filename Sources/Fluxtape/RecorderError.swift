/// Why bytes of a log were not written.
public struct RecorderError: Error, Equatable, Sendable {
  /// What went wrong.
  public enum Reason: Equatable, Sendable {
    /// The log file could not be created.
    case cannotCreate(code: Int32)
    /// The path is occupied by something other than a file, which is left alone.
    case occupied(by: Occupant)
    /// An earlier log at the path could not be renamed.
    case cannotMoveAside(code: Int32)
    /// The system refused to write; the code is its `errno`.
    case cannotWrite(code: Int32)
    /// A file of the log cannot be read.
    case cannotRead(code: Int32)
    /// There is no file: nothing is recorded, or the recorder writes to a custom sink.
    case noFile
    /// The bytes were written, but may not have reached the disk.
    case cannotSynchronize(code: Int32)
    /// The file was deleted during recording. The log continues in a new one.
    case removed
    /// A record is larger than everything that may be kept. See ``RecorderOptions/Keeping``.
    case tooLarge(bytes: Int)
    /// The file descriptor no longer refers to the log: the app closed it, and may have opened something else with its number.
    case descriptorTaken
    /// The process is the child of a fork, and the log belongs to its parent. The child records nothing.
    case forked
    /// The sink is already closed.
    case closed
    /// A custom sink gave this reason.
    case refused(String)
    /// A sink took no byte and gave no reason.
    case tookNothing
  }

  /// What may occupy the path of a log. It is never followed, replaced, renamed or opened.
  public enum Occupant: Sendable {
    /// A symbolic link, whatever its target.
    case link
    /// A folder, a named pipe, or a socket.
    case folder, pipe, socket
    /// A device, such as `/dev/null`.
    case device
  }

  /// What went wrong.
  public let reason: Reason
  /// The path of the log file, if there is one.
  public let path: String?

  /// Creates an error, for a custom sink.
  public init(_ reason: Reason, path: String? = nil) {
    self.reason = reason
    self.path = path
  }
}

extension RecorderError {
  /// Whether nothing more can be written to the open file.
  var endsFile: Bool {
    switch reason {
    case .removed, .descriptorTaken: true
    default: false
    }
  }
}
