#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

import FluxtapeHistory

/// A log that is made to be asked, and gone when it was.
enum TemporaryLog {
  /// The run that `write` writes. Its file has no name any more: the run holds it open.
  static func history(_ write: (([UInt8]) throws -> Void) throws -> Void) throws -> History {
    // Sound: `getenv` returns a terminated text, which is copied at once.
    let folder = unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? "/tmp"
    let path = "\(folder)/fluxtape-\(getpid())-\(UInt64.random(in: 0 ... .max)).jsonl"
    let file = try NewFile(path)
    // Sound: `unlink` reads the terminated text that Swift makes of the path for the call.
    defer { unsafe unlink(path) }
    try write { try file.write($0) }
    guard let history = try History.open([path]).first else { throw NotThere(message: "nothing is left of the log") }
    return history
  }
}
