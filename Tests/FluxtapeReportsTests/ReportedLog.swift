import FluxtapeHistory
import Foundation
import Testing

extension History {
  /// A log without a header with these lines.
  static func holding(_ lines: [String]) throws -> History {
    let url = FileManager.default.temporaryDirectory.appending(path: "reports-\(UUID().uuidString).jsonl")
    defer { try? FileManager.default.removeItem(at: url) }
    try Data(lines.map { $0 + "\n" }.joined().utf8).write(to: url)
    return try #require(History.open([url.path]).first)
  }
}
