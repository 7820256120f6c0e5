import Dispatch
import Foundation
import Synchronization

/// The folder for the files of a run. It is removed at the end, and also when the program is interrupted.
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

  /// Returns the path for a new file of this name.
  func path(_ name: String) -> String { url.appendingPathComponent("\(UUID().uuidString)-\(name)").path }

  func remove(_ path: String) { try? FileManager.default.removeItem(atPath: path) }
}

extension ScratchFolder {
  /// Removes the folders when a signal asks the program to end.
  ///
  /// Only the program itself may call this. Child processes inherit the ignored signals, and the programs that tests start must not.
  ///
  /// - Returns: The signal sources, which listen as long as they are retained.
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
