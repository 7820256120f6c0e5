import FluxtapeHistory
import FluxtapeInterop
import FluxtapeLog

extension History {
  /// Writes a run as trace events. - Returns: how many actions and marks were written.
  func writeTrace(named name: String, of rows: [Int]?, _ write: ([UInt8]) throws -> Void) throws -> Int {
    var trace = ChromeTrace()
    var count = 0
    try write(trace.begin(name: name, header: header))
    var progress = Progress("writing")
    defer { progress.end() }
    let rows = rows ?? Array(self.rows.indices)
    for (place, row) in rows.enumerated() {
      progress.show(place, of: rows.count)
      switch self.rows[row].kind {
      case .action:
        guard let action = try action(at: row) else { continue }
        try write(trace.add(action))
      case .mark:
        guard case .mark(let mark)? = try record(at: row) else { continue }
        try write(trace.add(mark))
      default: continue
      }
      count += 1
    }
    try write(trace.end())
    return count
  }
}
