import FluxtapeLocking
import Foundation

// The unsafe expression here passes a path to the system, which reads it only during the call.

/// An advisory lock on a file, which ends with the process at the latest.
final class FileLock: Sendable {
  private let descriptor: Int32
  private let path: String
  /// Threads that share the object: the lock of the file does not tell them apart.
  private let threads = Locked(())

  init(_ path: String) throws(UsageError) {
    self.path = path
    descriptor = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw OutputFile.failure(path, errno) }
  }

  deinit { close(descriptor) }

  /// Takes the lock unless another process has it.
  func take() -> Bool { flock(descriptor, LOCK_EX | LOCK_NB) == 0 }

  /// Waits for the lock, and holds it during `body`.
  func hold<Result>(_ body: () throws -> Result) throws -> Result {
    try threads.withLock { _ in
      while flock(descriptor, LOCK_EX) != 0 {
        guard errno == EINTR else { throw OutputFile.failure(path, errno) }
      }
      defer { _ = flock(descriptor, LOCK_UN) }
      return try body()
    }
  }
}
