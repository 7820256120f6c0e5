import FluxtapeReports
import Foundation

/// A report that is written to a file. An earlier one is replaced, whole: a reader never finds half of it.
enum OutputFile {
  /// - Throws: ``UsageError`` if the file cannot be written.
  static func write(_ lines: [String], to path: String) throws(UsageError) {
    try write(Data(lines.map { $0 + "\n" }.joined().utf8), to: path)
  }

  static func write(_ bytes: Data, to path: String) throws(UsageError) {
    do { try bytes.write(to: URL(fileURLWithPath: path), options: .atomic) } catch {
      throw UsageError(message: "\(path): cannot be written: \(reason(for: error, path))")
    }
  }

  /// What the system says of a missing folder is about a missing file.
  private static func reason(for error: any Error, _ path: String) -> String {
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
    guard FileManager.default.fileExists(atPath: folder) else { return "there is no folder \(folder); make it, or name another" }
    return error.localizedDescription
  }
}
