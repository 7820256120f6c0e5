#if !RECORDING_COMPILED_OUT
internal import FluxtapeLog

/// The parts of a log's path: `logs/`, `shop` and `.jsonl` of `logs/shop.jsonl`.
struct LogPath {
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

extension LogPath {
  /// `logs/shop.2026-11-21T09-00-00Z.0003.jsonl`
  func labelled(_ label: LogLabel) -> String { folder + stem + "." + label.text + suffix }

  /// `logs/shop-2.jsonl`: where a log goes if a file of something else has its place.
  func numbered(_ number: Int) -> String { number == 1 ? folder + stem + suffix : folder + stem + "-\(number)" + suffix }

  /// `logs/shop.4711.jsonl`: where the child of a fork records.
  func ofProcess(_ process: Int) -> String { folder + stem + ".\(process)" + suffix }

  /// Everything with a label in its name, in no order.
  var labelled: [(path: String, label: LogLabel)] {
    others.compactMap { other in LogLabel(other.middle).map { (other.path, $0) } }
  }

  /// Everything with a number in its name, in no order.
  var ofProcesses: [String] {
    others.compactMap { other in other.middle.allSatisfy { $0.isASCII && $0.isNumber } ? other.path : nil }
  }

  /// What lies in the folder and has something between stem and suffix.
  private var others: [(path: String, middle: Substring)] {
    PosixFile.names(inFolder: folder.isEmpty ? "." : folder).compactMap { name in
      guard name.hasPrefix(stem + "."), name.hasSuffix(suffix), name.utf8.count > stem.utf8.count + 1 + suffix.utf8.count else {
        return nil
      }
      return (folder + name, name.dropFirst(stem.count + 1).dropLast(suffix.count))
    }
  }
}

/// What makes the name of a log that is not written any more different from others: the time at which its run began, and which part of the
/// run it is.
struct LogLabel: Hashable {
  /// `2026-11-21T09-00-00Z`: no colons, since Windows shares and some tools refuse them in names.
  let time: String
  /// Runs of one name that begin within one second are counted.
  var count = 1
  /// Which segment it is, if the run has several.
  var segment: Int?

  init(_ time: Timestamp, segment: Int?) {
    self.time = Self.fileName(of: time.description)
    self.segment = segment
  }

  /// - Parameter time: What a header says. `nil` if it is not in UTC, as ``Timestamp`` writes it.
  init?(startedAt time: String, segment: Int?) {
    guard time.hasSuffix("Z"), let label = LogLabel(Self.fileName(of: time)) else { return nil }
    self = label
    self.segment = segment
  }

  private static func fileName(of time: String) -> String { String(time.prefix(19).map { $0 == ":" ? "-" : $0 }) + "Z" }

  /// `2026-11-21T09-00-00Z`, `2026-11-21T09-00-00Z-2`, `2026-11-21T09-00-00Z.0003`
  var text: String { time + (count == 1 ? "" : "-\(count)") + (segment.map { "." + Self.digits($0) } ?? "") }

  /// Enough digits for `ls` to show what most runs have in the right order.
  private static func digits(_ number: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}

// MARK: - Reading

extension LogLabel {
  /// The label in the name of a log.
  init?(inNameOf path: String) {
    // The last dot may be that of a segment: a log need have no suffix.
    let name = path.split(separator: "/").last ?? ""
    var rest = name[...]
    while let dot = rest.firstIndex(of: ".") {
      rest = rest[dot...].dropFirst()
      if let label = LogLabel(rest) ?? rest.lastIndex(of: ".").flatMap({ LogLabel(rest[..<$0]) }) {
        self = label
        return
      }
    }
    return nil
  }

  /// Reads what ``text`` writes; `nil` for everything else.
  init?(_ text: some StringProtocol) {
    let time = text.prefix(20)
    let isTime = time.count == 20 && zip(time, "0000-00-00T00-00-00Z").allSatisfy { $1 == "0" ? $0.isASCII && $0.isNumber : $0 == $1 }
    guard isTime else { return nil }
    self.time = String(time)
    var rest = text.dropFirst(20)
    if let dot = rest.firstIndex(of: ".") {
      guard let number = Int(rest[dot...].dropFirst()), number >= 1 else { return nil }
      segment = number
      rest = rest[..<dot]
    }
    if rest.isEmpty { return }
    guard rest.first == "-", let count = Int(rest.dropFirst()), count > 1 else { return nil }
    self.count = count
  }
}

extension LogLabel: Comparable {
  static func < (left: LogLabel, right: LogLabel) -> Bool {
    (left.time, left.count, left.segment ?? 0) < (right.time, right.count, right.segment ?? 0)
  }
}
#endif
