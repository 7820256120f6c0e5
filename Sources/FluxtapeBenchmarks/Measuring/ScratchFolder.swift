import Dispatch
import Foundation

/// Where a run keeps its files. Removed at the end, and also when the run is interrupted.
final class ScratchFolder {
  private let url: URL
  private let interruptions: [any DispatchSourceSignal]

  init() throws {
    let url = FileManager.default.temporaryDirectory
      .appendingPathComponent("fluxtape-benchmarks-\(UUID().uuidString)", isDirectory: true)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    self.url = url
    interruptions = [SIGINT, SIGTERM, SIGHUP].map { number in
      _ = signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler {
        try? FileManager.default.removeItem(at: url)
        exit(128 + number)
      }
      source.resume()
      return source
    }
  }

  func remove() { try? FileManager.default.removeItem(at: url) }

  /// The path of a new file of this name.
  func path(_ name: String) -> String { url.appendingPathComponent("\(UUID().uuidString)-\(name)").path }

  func remove(_ path: String) { try? FileManager.default.removeItem(atPath: path) }
}
