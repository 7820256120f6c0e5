import FluxtapeLocking

/// Names by which this process calls logs and folders instead of by their paths, for a server that gave them short names.
///
/// A name takes the place of a path in every call, answer and error; only opening a file looks up the path. Other files cannot be opened.
/// No two names are equal as strings, whatever their paths are.
package struct LogNames: Sendable {
  /// The paths of logs, by their names.
  package let paths: [String: String]
  /// The names of the logs in folders, by the names of the folders.
  package let folders: [String: [String]]

  package init(paths: [String: String], folders: [String: [String]]) {
    self.paths = paths
    self.folders = folders
  }

  private static let inUse = Locked<LogNames?>(nil)

  /// Lets this process open only these logs, by these names, from here on.
  package func use() { Self.inUse.withLock { $0 = self } }

  /// The names in use; `nil` if logs go by their paths, as usual.
  static var current: LogNames? { inUse.withLock { $0 } }

  /// Returns the path of the log with this name, which is the path itself as usual; `nil` if no log has the name.
  package static func path(of name: String) -> String? { inUse.withLock { $0 == nil ? name : $0?.paths[name] } }
}
