#if Inspector
import FluxtapeInspector
import Foundation

/// Hands the marks and notes of a log over, for `fluxtape notes` and for the inspector.
struct NotesHandover {
  let file: InspectorMemoryFile

  /// Writes the marks and notes to a file. Others can read it, unlike the file of the inspector.
  ///
  /// - Returns: What was written.
  /// - Throws: ``UsageError`` if the file cannot be written, or holds lines that would be lost.
  func export(to path: String) throws(UsageError) -> String {
    let lines = StepNotes(parsing: file.notes).lines
    guard !lines.isEmpty else { throw UsageError(message: "no marks or notes yet; m and a letter marks a step, :note TEXT adds a note") }
    if OutputFile.kind(of: path) == S_IFREG, !Self.isFile(path, within: lines) {
      throw UsageError(
        message: "\(path): not overwritten: it has lines that these notes lack; choose another name, or add its notes first with :import")
    }
    try OutputFile.write(lines, to: path)
    return "\(lines.count) \(lines.count == 1 ? "mark or note" : "marks and notes") written to \(path)"
  }

  /// Whether all lines of a file are among others.
  private static func isFile(_ path: String, within lines: [String]) -> Bool {
    guard let text = try? TextFile.read(path) else { return false }
    return Set(text.split(whereSeparator: \.isNewline).map(String.init)).isSubset(of: lines)
  }

  /// Adds the marks and notes of an exported file.
  ///
  /// - Returns: What was added.
  /// - Throws: ``UsageError`` if the file has none or cannot be read, or if the file of the inspector cannot be written.
  func add(from path: String) throws(UsageError) -> String {
    let notes = StepNotes(parsing: try TextFile.read(path))
    guard !notes.isEmpty else { throw UsageError(message: "\(path): no marks or notes in it; name a file that an export wrote") }
    let mine = StepNotes(parsing: file.notes)
    let lines = mine.lines(adding: notes)
    guard file.append(notes: lines) else { throw UsageError(message: "\(file.notesPath): cannot be written") }
    let shared = mine.countShared(with: notes)
    let kept = mine.letters(unlike: notes).map(String.init).joined(separator: ", ")
    return "\(lines.count) added" + (shared == 0 ? "" : ", \(shared) \(shared == 1 ? "was" : "were") there already")
      + (kept.isEmpty ? "" : "; these letters mark other steps here: \(kept)")
  }
}
#endif
