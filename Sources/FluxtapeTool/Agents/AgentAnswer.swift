import FluxtapeAnswers
import FluxtapeJSON

/// The part of a command's output that fits into an answer.
struct AgentAnswer {
  private var lines: BoundedLines
  private let maxBytes: Int
  /// The size of the first line if it was cut.
  private var cutSize: Int?

  private static let (usualBytes, mostBytes, fewestBytes) = (2000, 100_000, 400)
  /// For the members around the lines.
  private static let frame = 170
  /// What the command says beside its answer has its own share.
  private static let shareOfRemarks = 5

  init(_ arguments: AgentTool.Arguments) {
    maxBytes = Self.bytes(arguments.number("maxBytes"))
    lines = Self.lines(offset: max(0, arguments.number("offset") ?? 0), maxBytes - Self.frame - maxBytes / Self.shareOfRemarks)
  }

  private static func bytes(_ asked: Int?) -> Int { min(max(asked ?? usualBytes, fewestBytes), mostBytes) }

  private static func lines(offset: Int, _ maxBytes: Int) -> BoundedLines {
    BoundedLines(offset: offset, maxBytes: maxBytes) { size($0) }
  }

  /// The size of a line is that of its JSON, with what separates it from the next.
  private static func size(_ line: String) -> Int { JSONValue.string(line).printableText.utf8.count + 1 }

  /// Adds the next line of the output.
  mutating func add(_ line: String) {
    let wasCut = lines.cut != nil
    lines.add(line)
    if !wasCut, lines.cut != nil { cutSize = Self.size(line) }
  }

  /// - Parameters:
  ///   - status: The exit status of the command. With ``ExitStatus/found`` and without an answer, nothing was found.
  ///   - remarks: What it said beside its answer. Of a command that failed without an answer, that is the error.
  func json(_ status: Int32, remarks: [String]) -> (value: JSONValue, isError: Bool) {
    if status > ExitStatus.found.code, lines.count == 0, !remarks.isEmpty { return (Self.error(remarks, maxBytes: maxBytes), true) }
    var object: JSONObject = ["data": .array(lines.lines.map(JSONValue.string))]
    if !remarks.isEmpty { object["remarks"] = Self.words(remarks, maxBytes: maxBytes / Self.shareOfRemarks) }
    if lines.lines.isEmpty {
      object["note"] = .string(lines.count == 0 ? "nothing was found" : "the answer has \(lines.count.counted("line"))")
    }
    if let cut = lines.cut { object["cut"] = .string("the first line has \(cut) bytes; \(howToSeeMore)") }
    if lines.left > 0 { object["left"] = ["lines": .number(JSONNumber(lines.left)), "offset": .number(JSONNumber(lines.next))] }
    return (.object(object), false)
  }

  private var howToSeeMore: String {
    let (parts, needed) = (Self.shareOfRemarks, (cutSize ?? 0) + Self.frame)
    let all = (needed * parts + parts - 2) / (parts - 1)
    return all <= Self.mostBytes ? "maxBytes \(all) shows all of it" : "no answer is that large: ask for a part, such as a longer path"
  }

  /// - Parameters:
  ///   - words: The lines of the message.
  ///   - maxBytes: The size that was asked for.
  static func error(_ words: [String], maxBytes: Int?) -> JSONValue { ["error": Self.words(words, maxBytes: bytes(maxBytes) - frame)] }

  /// As many lines as fit. The last one says if something is missing.
  private static func words(_ words: [String], maxBytes: Int) -> JSONValue {
    // For the last line.
    let room = 60
    var said = lines(offset: 0, maxBytes - room)
    for line in words { said.add(line) }
    var shown = said.lines
    if said.left > 0 || said.cut != nil {
      shown.append((said.left > 0 ? said.left.counted("more line") : "a part is left out") + ": ask with a larger maxBytes")
    }
    return .array(shown.map(JSONValue.string))
  }
}
