import FluxtapeHistory
import FluxtapeInterop
import FluxtapeLog
import FluxtapeLogReading

extension History {
  /// Writes a run as a trace. Returns the number of actions, states and marks.
  func write(
    _ form: some RunTrace, named name: String, of rows: [Int]?, _ write: ([UInt8]) throws -> Void
  ) throws -> Int {
    var trace = form
    var count = 0
    try write(trace.begin(name: name, header: header))
    var progress = Progress("writing")
    defer { progress.end() }
    let rows = rows ?? Array(self.rows.indices)
    for (place, row) in rows.enumerated() {
      progress.show(place, of: rows.count)
      switch self.rows[row].kind {
      case .action, .state:
        switch try exported(at: row) {
        case .action(let action): try write(trace.add(action))
        case .state(let state): try write(trace.add(state, line: self.rows[row].lineNumber))
        case nil: continue
        }
      case .mark:
        guard case .mark(let mark)? = try record(at: row) else { continue }
        try write(trace.add(mark))
      case .gap, .jump, .badLine, .unknown, .end: continue
      }
      count += 1
    }
    try write(trace.end())
    return count
  }
}
