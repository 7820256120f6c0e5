import FluxtapeLog
public import FluxtapeLogReading

/// A file, or the part of one, that a run was read from.
public struct LogFile: Sendable {
  /// The path as it was given. `-` is standard input.
  public let path: String

  /// Bytes of the whole file when it was opened.
  public let byteCount: Int

  /// The first line of this part; `nil` in a log without one, which then has no wall clock.
  public let header: LogHeader?

  let bytes: FileBytes
}

extension LogFile {
  /// The path that stands for standard input.
  public static let standardInputPath = "-"

  /// What people call the file.
  public var displayName: String { Self.displayName(of: path) }

  static func displayName(of path: String) -> String { path == standardInputPath ? "standard input" : path }
}
