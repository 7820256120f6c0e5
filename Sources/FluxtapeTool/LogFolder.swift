#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Logs in a folder, as a job that failed leaves them.
enum LogFolder {
  private static let suffixes = [".jsonl", ".jsonl.gz"]

  /// The path itself; of a folder, the logs in it, by name.
  ///
  /// - Throws: ``UsageError`` if a folder holds none, or cannot be read.
  static func logs(at path: String) throws(UsageError) -> [String] {
    // Sound: `opendir` reads the terminated text that Swift makes of the path for the call; entries are copied before the next is read.
    guard let folder = unsafe opendir(path) else { return [path] }
    defer { unsafe closedir(folder) }
    var names: [String] = []
    while let entry = unsafe readdir(folder) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) {
        unsafe $0.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) { unsafe String(cString: $0) }
      }
      if suffixes.contains(where: name.hasSuffix) { names.append(name) }
    }
    guard !names.isEmpty else { throw UsageError(message: "\(path): there is no log in this folder") }
    return names.sorted().map { path.hasSuffix("/") ? path + $0 : "\(path)/\($0)" }
  }
}
