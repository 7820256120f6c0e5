import FluxtapeLog
public import FluxtapeLogReading

/// A file, or a part of one, that a run was read from.
public struct LogFile: Sendable {
  /// The path as given. `-` is standard input.
  public let path: String

  /// The number of bytes in the whole file when it was opened.
  public let byteCount: Int

  /// The first line of this part; `nil` in a log without a header, which has no wall clock.
  public let header: LogHeader?

  let bytes: FileBytes
}

extension LogFile {
  /// The path that stands for standard input.
  public static let standardInputPath = "-"

  /// The name of the file in messages.
  public var displayName: String { Self.displayName(of: path) }

  static func displayName(of path: String) -> String { path == standardInputPath ? "standard input" : path }
}
