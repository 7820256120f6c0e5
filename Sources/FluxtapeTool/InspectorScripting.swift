#if Inspector
  import FluxtapeHistory
  import FluxtapeInspector
  import FluxtapeScreen

  /// The inspector without a terminal: keys come from a file, screens go to files.
  enum InspectorScripting {
    private static let size = Size(rows: 24, columns: 80)

    static func run(_ path: String, on logs: [String], isASCII: Bool) throws {
      let text = try TextFile.read(path)
      let script: InspectorScript
      do { script = try InspectorScript(parsing: text) } catch { throw UsageError(message: "\(path): \(error)") }
      let opening = try HistoryOpening(toLookAt: logs)
      try opening.waitTellingProgress()
      let inspector = Inspector(opening, typesetting: isASCII ? .ascii : .unicode) { () throws(HistoryError) in
        try HistoryOpening(any: logs)
      }
      guard let inspector else { throw UsageError(message: "no log to inspect") }
      try script.run(on: inspector, size: size) { (name, frame) throws(UsageError) in
        let lines = frame.lines.map { String($0.reversed().drop { $0 == " " }.reversed()) }
        let screen = lines.map { $0 + "\n" }.joined()
        if name == "-" { StandardOutput.write(screen) } else { try TextFile.write(screen, to: name) }
      }
    }
  }
#endif
