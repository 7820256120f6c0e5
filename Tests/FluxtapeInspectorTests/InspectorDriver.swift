import FluxtapeHistory
import FluxtapeLog
import FluxtapeScreen
import Foundation
import Testing

@testable import FluxtapeInspector

/// Presses keys and reads the screen, as a person would.
struct InspectorDriver {
  let inspector: Inspector
  private(set) var requests: [TerminalRequest] = []
  var size: Size

  /// - Parameter log: the name of a fixture.
  init(log: String, columns: Int, rows: Int, typesetting: Typesetting = .unicode) throws {
    try self.init(runs: History.open([Self.path(ofFixture: log)]), columns: columns, rows: rows, typesetting: typesetting)
  }

  init(runs: [History], columns: Int, rows: Int, typesetting: Typesetting = .unicode) throws {
    inspector = try #require(Inspector(runs: runs, typesetting: typesetting))
    size = Size(rows: rows, columns: columns)
    _ = inspector.frame(size: size)
  }

  static func path(ofFixture name: String) -> String { folder("Fixtures") + name + ".jsonl" }

  static func folder(_ name: String, file: String = #filePath) -> String {
    URL(fileURLWithPath: file).deletingLastPathComponent().appendingPathComponent(name).path + "/"
  }

  /// Presses keys by their names; what names no key is typed, character by character. Work in the background ends before the next key.
  mutating func press(_ keys: String...) {
    for name in keys { pressKeys(Key(named: name).map { [$0] } ?? name.map { Key.character($0) }) }
  }

  mutating func pressKeys(_ keys: [Key]) {
    for key in keys {
      requests += inspector.handle(key)
      while inspector.isBusy { inspector.work() }
    }
  }

  func frame() -> Frame { inspector.frame(size: size) }

  /// The rows of the screen, without blanks at their ends.
  func lines() -> [String] {
    frame().lines.map { line in String(line.reversed().drop { $0 == " " }.reversed()) }
  }

  /// The first row that holds `text`.
  func line(with text: String) -> String? { lines().first { $0.contains(text) } }

  /// The number of the step under the cursor, or 0.
  var step: Int { inspector.state.currentRow?.step?.rawValue ?? 0 }
}

/// A golden screen: a text file with the rows of a frame, each in bars so that blanks at their ends can be seen.
struct Screen {
  static let isRecording = ProcessInfo.processInfo.environment["RECORD_SCREENS"] == "1"

  /// Compares a frame with `Screens/NAME.screen`, or writes that file where `RECORD_SCREENS=1` asks for it.
  static func expect(
    _ frame: Frame, is name: String, withStyles: Bool = false, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    var text = frame.lines.map { "\($0)|\n" }.joined()
    if withStyles { text += "\n" + frame.styleText }
    let url = URL(fileURLWithPath: InspectorDriver.folder("Screens") + name + ".screen")
    if isRecording { try Data(text.utf8).write(to: url) }
    let expected = try String(decoding: Data(contentsOf: url), as: UTF8.self)
    #expect(text == expected, "\n\(text)is not Screens/\(name).screen; RECORD_SCREENS=1 writes it anew", sourceLocation: sourceLocation)
  }
}
