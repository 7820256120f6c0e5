import Dispatch
import Foundation
import Synchronization

/// Where a run keeps its files. Removed at the end, and also when the program is interrupted.
final class ScratchFolder {
  private static let open = Mutex<Set<URL>>([])

  private let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory
      .appendingPathComponent("fluxtape-benchmarks-\(UUID().uuidString)", isDirectory: true)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    Self.open.withLock { _ = $0.insert(url) }
  }

  func remove() {
    Self.open.withLock { _ = $0.remove(url) }
    try? FileManager.default.removeItem(at: url)
  }

  /// The path of a new file of this name.
  func path(_ name: String) -> String { url.appendingPathComponent("\(UUID().uuidString)-\(name)").path }

  func remove(_ path: String) { try? FileManager.default.removeItem(atPath: path) }
}

extension ScratchFolder {
  /// From now on the program removes its folders when it is asked to end.
  ///
  /// For the program alone: a program that is started meanwhile ignores these signals too, and the programs that tests start must not.
  ///
  /// - Returns: What listens, for as long as it is kept.
  static func removeAllWhenInterrupted() -> [any DispatchSourceSignal] {
    [SIGINT, SIGTERM, SIGHUP].map { number in
      _ = signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler {
        for url in open.withLock({ $0 }) { try? FileManager.default.removeItem(at: url) }
        exit(128 + number)
      }
      source.resume()
      return source
    }
  }
}
