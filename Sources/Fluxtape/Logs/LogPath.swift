internal import FluxtapeLog

/// The parts of a log's path: `logs/`, `shop` and `.jsonl` of `logs/shop.jsonl`.
package struct LogPath {
  package let folder: String
  package let stem: String
  let suffix: String

  package init(_ path: String) {
    let nameStart = path.utf8.lastIndex(of: UInt8(ascii: "/")).map(path.utf8.index(after:)) ?? path.startIndex
    let dot = path.utf8[nameStart...].lastIndex(of: UInt8(ascii: ".")).flatMap { $0 > nameStart ? $0 : nil } ?? path.endIndex
    folder = String(path[..<nameStart])
    stem = String(path[nameStart..<dot])
    suffix = String(path[dot...])
  }
}

extension LogPath {
  /// `logs/shop.2026-11-21T09-00-00Z.0003.jsonl`
  func labelled(_ label: LogLabel) -> String { folder + stem + "." + label.text + suffix }

  /// `logs/shop-2.jsonl`: the log's path if another file occupies the first one.
  func numbered(_ number: Int) -> String { number == 1 ? folder + stem + suffix : folder + stem + "-\(number)" + suffix }

  /// All files with a label in their name, unordered.
  var labelled: [(path: String, label: LogLabel)] {
    PosixFile.names(inFolder: folder.isEmpty ? "." : folder).compactMap { name in
      name.between(stem + ".", suffix).flatMap { LogLabel($0) }.map { (folder + name, $0) }
    }
  }
}

extension String {
  /// The text between both ends; `nil` if the string lacks one of them, or if nothing is between.
  package func between(_ start: String, _ end: String) -> Substring? {
    guard hasPrefix(start), hasSuffix(end), utf8.count > start.utf8.count + end.utf8.count else { return nil }
    return self[utf8.index(startIndex, offsetBy: start.utf8.count)..<utf8.index(endIndex, offsetBy: -end.utf8.count)]
  }
}

/// Distinguishes the name of a finished log: the start time of its run, and the segment number.
struct LogLabel: Equatable {
  /// `2026-11-21T09-00-00Z`, without colons, since Windows shares and some tools refuse them in file names.
  let time: String
  /// Numbers runs of one name that begin within the same second.
  var count = 1
  /// The segment number, if the run has several segments.
  var segment: Int?

  /// The label of a log whose header has no time in UTC.
  static let withoutTime = LogLabel(time: "0000-00-00T00-00-00Z")

  private init(time: String) { self.time = time }

  /// - Parameter time: The time in a header. The result is `nil` if it is not in UTC, the form that recorders write.
  init?(startedAt time: String) {
    guard time.hasSuffix("Z") else { return nil }
    self.init(String(decoding: time.utf8.prefix(19).map { $0 == UInt8(ascii: ":") ? UInt8(ascii: "-") : $0 }, as: UTF8.self) + "Z")
  }

  /// `2026-11-21T09-00-00Z`, `2026-11-21T09-00-00Z-2`, `2026-11-21T09-00-00Z.0003`
  var text: String { time + (count == 1 ? "" : "-\(count)") + (segment.map { "." + Self.digits($0) } ?? "") }

  /// Four digits, so that `ls` sorts the segments of most runs in order.
  private static func digits(_ number: Int) -> String { "\(number)".padded(to: 4) }
}

// MARK: - Reading

extension LogLabel {
  /// Parses the format of ``text``; `nil` for any other text.
  init?(_ text: some StringProtocol) {
    let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false).map { $0.utf8 }
    let form = "0000-00-00T00-00-00Z".utf8
    let start = parts[0].prefix(form.count)
    guard start.count == form.count, zip(start, form).allSatisfy({ $1 == UInt8(ascii: "0") ? $0.isDigit : $0 == $1 }) else { return nil }
    time = String(decoding: start, as: UTF8.self)
    let rest = parts[0].dropFirst(form.count)
    if !rest.isEmpty {
      guard rest.first == UInt8(ascii: "-"), let number = rest.dropFirst().decimal, number > 1 else { return nil }
      count = number
    }
    if parts.count > 1 {
      guard let number = parts[1].decimal, number >= 1 else { return nil }
      segment = number
    }
  }

  /// Whether the run began before another one.
  func isOlder(than other: LogLabel) -> Bool { (time, count) < (other.time, other.count) }
}

extension Collection<UInt8> {
  /// The value of these decimal digits; `nil` if another character occurs or the number overflows.
  package var decimal: Int? { allSatisfy(\.isDigit) ? Int(String(decoding: self, as: UTF8.self)) : nil }
}

extension UInt8 {
  var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
}
