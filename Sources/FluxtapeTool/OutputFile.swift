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
      throw UsageError(message: "\(path): cannot be written: \(error.localizedDescription)")
    }
  }
}
