internal import FluxtapeLog

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// A log of an earlier run that stands where a new one is to be made.
struct EarlierLog {
  let path: String

  /// Gives the log a name with the time at which it began; not a byte of it changes. Nothing happens if it is gone already.
  ///
  /// `shop.jsonl` becomes `shop.2026-11-21T09-00-00Z.jsonl`, or `shop.2026-11-21T09-00-00Z-2.jsonl` if that is taken.
  func moveAside() throws(PosixError) {
    guard let start = try start else { return }
    var count = 1
    while true {
      let label = Self.label(of: start) + (count == 1 ? "" : "-\(count)")
      do throws(PosixError) {
        if try PosixFile.move(path, to: name(with: label)) { return }
      } catch {
        // Another process moved it.
        if error.code == ENOENT { return }
        throw error
      }
      guard count < Self.mostOfOneSecond else { throw PosixError(code: EEXIST) }
      count += 1
    }
  }

  /// Logs that begin within one second and are all kept. A loop that starts a program 10,000 times is finished by then.
  private static let mostOfOneSecond = 10_000

  /// When the log began: as its header says, else when the file was last changed. `nil` if there is no file.
  private var start: Timestamp? {
    get throws(PosixError) {
      switch PosixFile.occupant(of: path) {
      case .nothing: nil
      case .file(let changed): header?.start ?? Timestamp(microsecondsSince1970: changed * 1_000_000)
      case .link: header?.start ?? Timestamp(microsecondsSince1970: SystemFacts.microsecondsSince1970)
      case .other: throw PosixError(code: EEXIST)  // a folder, a device: not ours to move
      }
    }
  }

  private var header: LogHeader? {
    let beginning = PosixFile.beginning(of: path, count: Self.longestHeader)
    guard let end = beginning.firstIndex(of: UInt8(ascii: "\n")),
      case .header(let header)? = try? LogLine(decoding: Array(beginning[..<end]))
    else { return nil }
    return header
  }

  /// Bytes in which a header is looked for. Those written here have a few hundred; meta facts of a CI job add some more.
  private static let longestHeader = 64 << 10

  /// `2026-11-21T09-00-00Z`: no colons, since Windows shares and some tools refuse them in names.
  private static func label(of time: Timestamp) -> String {
    String(time.description.prefix(19).map { $0 == ":" ? "-" : $0 }) + "Z"
  }

  private func name(with label: String) -> String {
    let folderEnd = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
    guard let dot = path[folderEnd...].lastIndex(of: "."), dot > folderEnd else { return "\(path).\(label)" }
    return "\(path[..<dot]).\(label)\(path[dot...])"
  }
}
