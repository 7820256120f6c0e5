import Foundation

/// A log that is being written.
struct WrittenLog {
  let path: String

  init(steps: Int) throws {
    path = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString.prefix(8)).jsonl").path
    try replace(steps: steps)
  }

  /// Replaces the log with another one.
  func replace(steps: Int) throws {
    try Data((Self.lines(1...steps).map { $0 + "\n" }.joined()).utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
  }

  func remove() { try? FileManager.default.removeItem(atPath: path) }

  func append(_ text: String) throws {
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    try file.seekToEnd()
    try file.write(contentsOf: Data(text.utf8))
    try file.close()
  }

  func append(steps: ClosedRange<Int>) throws { try append(Self.lines(steps).map { $0 + "\n" }.joined()) }

  func cut(to bytes: UInt64) throws {
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    try file.truncate(atOffset: bytes)
    try file.close()
  }

  static func lines(_ steps: ClosedRange<Int>) -> [String] {
    steps.map { step in
      step == 1
        ? #"{"seq":1,"t":0,"store":"a","type":"@@INIT","state":{"n":1}}"#
        : #"{"seq":\#(step),"t":\#(step)000,"store":"a","type":"tick","patch":[{"op":"replace","path":"/n","value":\#(step)}]}"#
    }
  }
}
