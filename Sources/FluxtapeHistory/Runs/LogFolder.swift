#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A folder with logs, such as the artifacts of a CI job.
///
/// Unsafe code: calls that read folders. Sound since each string and structure outlives its call, and each name is copied at once.
public enum LogFolder {
  /// Whether there is a folder at the path.
  public static func isFolder(_ path: String) -> Bool {
    if let names = LogNames.current { return names.folders[path] != nil }
    var status = stat()
    return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// Returns the logs in a folder and its subfolders: files named `*.jsonl` or `*.jsonl.gz`, in the order of their paths.
  ///
  /// Skips hidden folders, attachments of logs, folders more than ``deepest`` levels down, and links to folders, which may form cycles.
  ///
  /// - Throws: ``HistoryError`` if the folder cannot be read, or contains more than ``mostFolders``. Unreadable subfolders are skipped.
  public static func logs(in folder: String) throws(HistoryError) -> [String] {
    if let names = LogNames.current {
      guard let logs = names.folders[folder] else { throw HistoryError(.notFound, path: folder) }
      return logs
    }
    guard let names = names(in: folder) else { throw HistoryError(FileBytes.reason(errno), path: folder) }
    var found: [String] = []
    var waiting = [(path: folder, names: names, depth: 0)]
    var folders = 1
    while let (path, names, depth) = waiting.popLast() {
      for name in names where !name.hasPrefix(".") {
        let inside = path.hasSuffix("/") ? path + name : path + "/" + name
        if name.hasSuffix(".jsonl") || name.hasSuffix(".jsonl.gz") {
          found.append(inside)
        } else if depth < deepest, !name.hasSuffix(endOfAttachments), isOwnFolder(inside), let names = Self.names(in: inside) {
          folders += 1
          guard folders <= mostFolders else { throw HistoryError(.tooManyFolders, path: folder) }
          waiting.append((inside, names, depth + 1))
        }
      }
    }
    return found.sorted()
  }

  /// Artifacts are a few folders deep; a build folder that was named by mistake is deeper.
  public static let deepest = 6

  /// A whole disk that was named by mistake has more.
  public static let mostFolders = 10_000

  /// The end of the name of a folder with attachments.
  private static let endOfAttachments = ".attachments"

  /// Returns the paths of the attachments of a log: what is in the folder beside it, `cart.attachments` for `cart.jsonl` or `cart.jsonl.gz`.
  ///
  /// Skips hidden files. A link to a folder is not followed.
  package static func attachments(ofLogAt path: String) -> [String] {
    guard path != LogFile.standardInputPath else { return [] }
    let name = path.hasSuffix(".gz") ? path.dropLast(3) : path[...]
    let folder = String(name.hasSuffix(".jsonl") ? name.dropLast(6) : name) + endOfAttachments
    guard isOwnFolder(folder), let names = names(in: folder) else { return [] }
    return names.filter { !$0.hasPrefix(".") }.map { folder + "/" + $0 }
  }

  /// Returns the names of the files and folders in a folder, sorted. Folders end with a slash.
  ///
  /// Skips hidden ones. Empty if the folder cannot be read.
  package static func entries(of folder: String) -> [String] {
    guard LogNames.current == nil else { return [] }
    let start = folder.hasSuffix("/") ? folder : folder + "/"
    return (names(in: folder) ?? []).filter { !$0.hasPrefix(".") }.map { isFolder(start + $0) ? $0 + "/" : $0 }.sorted()
  }

  /// Whether there is a folder at the path, and not a link to one.
  package static func isOwnFolder(_ path: String) -> Bool {
    var status = stat()
    return unsafe lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// Returns the names in a folder in unspecified order, hidden ones too; nil if it cannot be read, as `errno` says.
  package static func names(in folder: String) -> [String]? {
    guard let stream = unsafe opendir(folder) else { return nil }
    defer { unsafe closedir(stream) }
    var names: [String] = []
    while let entry = unsafe readdir(stream) {
      let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      names.append(name)
    }
    return names
  }
}
