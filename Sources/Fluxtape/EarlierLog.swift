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
      case .file(let changed): header?.start ?? Self.time(secondsSince1970: changed)
      case .link: header?.start ?? Timestamp(microsecondsSince1970: SystemFacts.microsecondsSince1970)
      case .other: throw PosixError(code: EEXIST)  // not ours to move
      }
    }
  }

  /// File systems hold times beyond what microseconds can count.
  static func time(secondsSince1970 seconds: Int) -> Timestamp {
    let (microseconds, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000)
    return Timestamp(microsecondsSince1970: overflow ? (seconds > 0 ? .max : .min) : microseconds)
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
    let parts = LogPath(path)
    return parts.folder + parts.stem + "." + label + parts.suffix
  }
}

// MARK: - Keeping some

extension EarlierLog {
  /// Deletes the logs that were moved aside from `path`, but for the newest `count`.
  static func keepNewest(_ count: Int, besides path: String) {
    let parts = LogPath(path)
    let earlier = PosixFile.names(inFolder: parts.folder.isEmpty ? "." : parts.folder).compactMap { name in
      label(in: name, between: parts.stem + ".", and: parts.suffix).map { (name: name, label: $0) }
    }
    for log in earlier.sorted(by: { $0.label > $1.label }).dropFirst(count) { PosixFile.remove(parts.folder + log.name) }
  }

  /// The time and count in a name that ``moveAside()`` gave; `nil` for every other name.
  private static func label(in name: String, between start: String, and end: String) -> Label? {
    guard name.hasPrefix(start), name.hasSuffix(end), name.utf8.count >= start.utf8.count + end.utf8.count else { return nil }
    let label = name.dropFirst(start.count).dropLast(end.count)
    let time = label.prefix(20)
    let isTime = time.count == 20 && zip(time, "0000-00-00T00-00-00Z").allSatisfy { $1 == "0" ? $0.isASCII && $0.isNumber : $0 == $1 }
    guard isTime else { return nil }
    let rest = label.dropFirst(20)
    if rest.isEmpty { return Label(time: String(time), count: 1) }
    guard rest.first == "-", let count = Int(rest.dropFirst()), count > 1 else { return nil }
    return Label(time: String(time), count: count)
  }

  private struct Label: Comparable {
    let time: String
    let count: Int

    static func < (left: Label, right: Label) -> Bool { (left.time, left.count) < (right.time, right.count) }
  }
}

/// The parts of a path: `logs/`, `shop` and `.jsonl` of `logs/shop.jsonl`.
private struct LogPath {
  let folder: String
  let stem: String
  let suffix: String

  init(_ path: String) {
    let nameStart = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
    let dot = path[nameStart...].lastIndex(of: ".").flatMap { $0 > nameStart ? $0 : nil } ?? path.endIndex
    folder = String(path[..<nameStart])
    stem = String(path[nameStart..<dot])
    suffix = String(path[dot...])
  }
}
