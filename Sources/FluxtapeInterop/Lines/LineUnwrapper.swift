import FluxtapeDocuments
import FluxtapeHistory
import FluxtapeJSON
import FluxtapeLog
import FluxtapeLogReading

/// A line of a file, without what other programs put around it.
struct LineContent {
  /// The JSON object, or the text.
  var bytes: [UInt8]
  /// The members, if it is an object.
  var members: JSONObject?
  /// The text before the object.
  var prefix: String?
  /// The number of its line in the file; of a joined one, that of the last part.
  var line = 0
  /// Whether it stood in a line of a container, or in several.
  var isContained = false
  /// The time in the container's line.
  var containerInstant: Timestamp?

  /// The time of a record that tells none.
  var instant: Timestamp? { containerInstant ?? prefix.flatMap { Timestamp(inPrefix: $0) } }

  var isBare: Bool { prefix == nil && !isContained }

  /// Whether this is a line of a Fluxtape log. What has only a number may also be in a declared form.
  func isRecord(unlessDeclared declared: DeclaredForm? = nil) -> Bool {
    guard let members else { return false }
    if members["fluxtape"]?.number != nil { return true }
    return switch try? LogLine(members) {
    case nil: false
    case .record(.unknown)?: declared == nil && !members.isAction
    default: true
    }
  }
}

/// Takes the lines of a file out of what loggers, containers and `syslog` put around them, and joins the parts of long ones.
///
/// ```text
/// 2024-01-01T10:00:00Z INFO redux {"action":…}                       a prefix
/// {"log":"{\"action\":…}\n","stream":"stdout","time":"2024-…Z"}      Docker; a part has no line feed
/// 2024-01-01T10:00:00.123456789Z stdout P {"action":…                CRI (Kubernetes); P is a part, F the last one
/// {"MESSAGE":"{\"action\":…}", "__REALTIME_TIMESTAMP":"1704103200000000"}       journald
/// ```
struct LineUnwrapper: Sendable {
  private let takesPrefixes: Bool
  private let declared: DeclaredForm?
  /// The parts so far, by the stream of the container.
  private var parts: [String: [UInt8]] = [:]
  /// Lines that may go on in the next one: nothing marks them as parts, but they have the size at which containers split.
  private var cut: CutLines?

  private struct CutLines: Sendable {
    let stream: String
    /// The time in the first one.
    let instant: Timestamp?
    private(set) var text: [UInt8] = []
    private var open = JSONDepth()
    /// The lines as they are if they do not go on.
    var lines: [LineContent]

    var isClosed: Bool { open.depth <= 0 }

    init(_ part: ContainerEntry, of line: LineContent) {
      (stream, instant, lines) = (part.stream, part.instant, [line])
      append(part.text)
    }

    mutating func append(_ part: [UInt8]) {
      text += part
      for byte in part { open.read(byte) }
    }
  }

  /// The size at which Docker and Kubernetes split lines.
  static let partSize = 16 << 10
  /// The most bytes of a line that is joined although nothing marks its parts.
  private static let mostCut = 64 << 20
  /// The members in which other programs keep a line.
  private static let textKeys = ["log", "MESSAGE", "message", "msg", "textPayload", "line"]
  private static let mostBraces = 8

  init(takesPrefixes: Bool, declared: DeclaredForm?) {
    self.takesPrefixes = takesPrefixes && declared?.prefix == nil
    self.declared = declared
  }

  /// What a prefix has to be.
  private var prefix: RegularExpression? { declared?.prefix }

  /// The beginnings of lines of which the last part has not come, by the name of their stream.
  var unfinished: [[UInt8]] { parts.sorted { $0.key < $1.key }.map(\.value) + (cut.map { [$0.text] } ?? []) }

  /// The same as lines, for the end of the file.
  ///
  /// - Parameter number: The number of the last line.
  func rest(at number: Int) -> [LineContent] {
    parts.sorted { $0.key < $1.key }.map { LineContent(bytes: $0.value, line: number, isContained: true) } + (cut?.lines ?? [])
  }

  /// Returns the contents of a line: none for a blank one and for a part of a longer one, several if the lines before were no such parts or
  /// a record broke off in the line.
  mutating func take(_ line: [UInt8], at number: Int) -> [LineContent] {
    var earlier = cut
    cut = nil
    guard var content = markedContent(line) else { return earlier?.lines ?? [] }
    content.line = number
    let part = content.isBare ? cutPart(line, content) : nil
    let isPart = part?.text.count == Self.partSize
    if let part, var joined = earlier, joined.stream == part.stream {
      earlier = nil
      joined.append(part.text)
      if joined.isClosed, var whole = self.content(in: Self.trimmed(joined.text)), whole.prefix == nil {
        (whole.line, whole.isContained, whole.containerInstant) = (number, true, joined.instant)
        return [whole]
      }
      // What is closed and no object will not become one.
      if isPart, !joined.isClosed, joined.text.count < Self.mostCut {
        joined.lines.append(content)
        cut = joined
        return []
      }
      earlier = joined
    }
    let before = earlier?.lines ?? []
    guard let part, isPart, part.text.first == UInt8(ascii: "{") else { return before + broken(content) }
    cut = CutLines(part, of: content)
    return before
  }

  /// The text of a line that no program marked as a part, unless it is a whole record.
  private func cutPart(_ line: [UInt8], _ content: LineContent) -> ContainerEntry? {
    guard content.members != nil else { return ContainerEntry(text: line) }
    guard var part = entry(in: content) else { return nil }
    part.stream = "message " + part.stream
    return part
  }

  /// A record that broke off before another one on its line is a line of its own.
  private func broken(_ content: LineContent) -> [LineContent] {
    guard let prefix = content.prefix.map({ Array($0.utf8) }), let start = prefix.beginningOfOpenObject else { return [content] }
    var record = content
    let before = String(decoding: prefix[..<start], as: UTF8.self).trimmingSpace
    record.prefix = before.isEmpty ? nil : before
    var torn = LineContent(bytes: prefix)
    (torn.line, torn.isContained) = (content.line, content.isContained)
    return [torn, record]
  }

  private mutating func markedContent(_ line: [UInt8]) -> LineContent? {
    // A part may end with a blank.
    if let entry = ContainerEntry(line) { return content(of: entry) }
    let line = Self.trimmed(line)
    guard let content = content(in: line) else { return line.isEmpty ? nil : LineContent(bytes: line) }
    guard let entry = entry(in: content), !entry.isMessage else { return message(in: content) }
    return self.content(of: entry)
  }

  /// Removes what editors, `copytruncate` and Windows put around a line.
  static func trimmed(_ line: [UInt8]) -> [UInt8] {
    var line = line[...].drop { $0 == 0 }
    if line.starts(with: [0xEF, 0xBB, 0xBF]) { line.removeFirst(3) }
    while let last = line.last, [0x0A, 0x0D, 0x20, 0x09, 0].contains(last) { line.removeLast() }
    return Array(line)
  }

  /// Returns the object in a line, and what stands before it.
  private func content(in line: [UInt8]) -> LineContent? {
    guard line.last == UInt8(ascii: "}") else { return nil }
    var start = line.startIndex
    for _ in 0..<Self.mostBraces {
      guard let brace = line[start...].firstIndex(of: UInt8(ascii: "{")) else { return nil }
      let before = String(decoding: line[..<brace], as: UTF8.self).trimmingSpace
      if before.isEmpty || takesPrefixes || prefix?.matches(before) == true,
        case .object(let members)? = try? JSONValue(parsing: Array(line[brace...]))
      {
        return LineContent(bytes: Array(line[brace...]), members: members, prefix: before.isEmpty ? nil : before)
      }
      guard before.isEmpty || takesPrefixes || prefix != nil else { return nil }
      start = brace + 1
    }
    return nil
  }
}

// MARK: - Parts

extension LineUnwrapper {
  private mutating func content(of entry: ContainerEntry) -> LineContent? {
    var line = parts.removeValue(forKey: entry.stream) ?? []
    line += entry.text
    guard entry.isWhole else {
      parts[entry.stream] = line
      return nil
    }
    let trimmed = Self.trimmed(line)
    guard !trimmed.isEmpty else { return nil }
    var content = content(in: trimmed).map(message) ?? LineContent(bytes: trimmed)
    content.isContained = true
    content.containerInstant = entry.instant ?? content.containerInstant
    return content
  }

  private func entry(in content: LineContent) -> ContainerEntry? {
    guard let members = content.members, let entry = ContainerEntry(members, Self.textKeys) else { return nil }
    return declared?.step(of: members) == nil ? entry : nil
  }

  /// Returns the object in the message of a logger's object, if there is one.
  private func message(in content: LineContent) -> LineContent {
    guard let entry = entry(in: content), entry.isMessage, var inner = self.content(in: Self.trimmed(entry.text)) else { return content }
    inner.isContained = true
    inner.containerInstant = entry.instant
    return inner
  }
}

/// A line of a container or of a log service, which holds a line of the app or a part of one.
private struct ContainerEntry {
  var stream = ""
  var text: [UInt8]
  var isWhole = true
  var instant: Timestamp?
  /// Whether only the text tells that it is a line of an app.
  var isMessage = false

  init(text: [UInt8]) { self.text = text }

  /// A line of CRI: `TIME stdout|stderr P|F TEXT`.
  init?(_ line: [UInt8]) {
    guard let first = line.first, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first) else { return nil }
    let words = line.split(separator: 0x20, maxSplits: 3, omittingEmptySubsequences: false)
    guard words.count >= 3, words[1].elementsEqual("stdout".utf8) || words[1].elementsEqual("stderr".utf8),
      let tag = words[2].first, [UInt8(ascii: "P"), UInt8(ascii: "F")].contains(tag),
      let instant = Timestamp(rfc3339: String(decoding: words[0], as: UTF8.self))
    else { return nil }
    (self.instant, isWhole, stream) = (instant, tag == UInt8(ascii: "F"), String(decoding: words[1], as: UTF8.self))
    text = words.count > 3 ? Array(words[3]) : []
  }

  /// A line that is an object: of Docker, of its drivers, of journald.
  init?(_ members: JSONObject, _ textKeys: [String]) {
    guard !members.isAction, let text = textKeys.lazy.compactMap({ members[$0]?.string }).first else { return nil }
    self.text = Array(text.utf8)
    stream = members["container_id"]?.string ?? members["stream"]?.string ?? ""
    instant = ["time", "@timestamp", "timestamp", "__REALTIME_TIMESTAMP"].lazy.compactMap { Timestamp(foreign: members[$0]) }.first
    if members["partial_message"] != nil {
      isWhole = members["partial_last"]?.string == "true"
    } else if members["stream"] != nil, members["log"] != nil {
      // Characters would take a carriage return and a line feed for one.
      isWhole = text.utf8.last == UInt8(ascii: "\n")
    } else {
      isMessage = true
    }
  }
}

// MARK: - Times

extension Timestamp {
  /// The first date and time among the first words of a prefix, as `2024-01-01T10:00:00Z` or `[2024-01-01 10:00:00,123]`.
  fileprivate init?(inPrefix prefix: String) {
    let words = prefix.prefix(200).split(separator: " ", maxSplits: 6).map { word in
      String(word.drop { "[(<".contains($0) }).replacing(",", with: ".").trimmingEnd("])>:.")
    }
    for (place, word) in words.enumerated() where word.contains("-") {
      let candidates = [word] + (place + 1 < words.count ? [word + " " + words[place + 1]] : [])
      guard let instant = candidates.lazy.compactMap({ Timestamp(foreign: .string($0)) }).first else { continue }
      self = instant
      return
    }
    return nil
  }
}

extension String {
  fileprivate var trimmingSpace: String { String(drop { $0 == " " || $0 == "\t" }).trimmingEnd(" \t") }

  fileprivate func trimmingEnd(_ characters: String) -> String {
    var text = self[...]
    while let last = text.last, characters.contains(last) { text.removeLast() }
    return String(text)
  }

  fileprivate func replacing(_ old: Character, with new: Character) -> String { String(map { $0 == old ? new : $0 }) }
}
