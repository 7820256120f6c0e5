import FluxtapeJSON
import FluxtapeReports

/// The part of a command's output that fits into an answer.
struct AgentAnswer {
  private var lines: BoundedLines
  private let remarkBytes: Int

  private static let (usualBytes, mostBytes, fewestBytes) = (2000, 100_000, 200)
  private static let mostRemarks = 400
  /// For the members around the lines.
  private static let frame = 100

  init(_ arguments: AgentTool.Arguments) {
    // What the command says beside its answer has its own share.
    let all = min(max(arguments.number("maxBytes") ?? Self.usualBytes, Self.fewestBytes), Self.mostBytes)
    remarkBytes = min(Self.mostRemarks, all / 4)
    lines = Self.lines(offset: max(0, arguments.number("offset") ?? 0), all - Self.frame - remarkBytes)
  }

  /// The size of a line is that of its JSON, with what separates it from the next.
  private static func lines(offset: Int, _ maxBytes: Int) -> BoundedLines {
    BoundedLines(offset: offset, maxBytes: maxBytes) { JSONValue.string($0).printableText.utf8.count + 1 }
  }

  /// Adds the next line of the output.
  mutating func add(_ line: String) { lines.add(line) }

  /// - Parameters:
  ///   - status: The exit status of the command.
  ///   - remarks: What it said beside its answer. Without an answer, that is the error.
  func json(_ status: Int32, remarks: [String]) -> (value: JSONValue, isError: Bool) {
    var said = Self.lines(offset: 0, remarkBytes)
    for remark in remarks { said.add(remark) }
    let words = JSONValue.array(said.lines.map(JSONValue.string))
    if status != 0, lines.count == 0, !remarks.isEmpty { return (["error": words], true) }
    var object: JSONObject = ["data": .array(lines.lines.map(JSONValue.string))]
    if !remarks.isEmpty { object["remarks"] = words }
    if lines.lines.isEmpty {
      object["note"] = .string(lines.count == 0 ? "nothing was found" : "the answer has \(lines.count.counted("line"))")
    }
    if let cut = lines.cut { object["cut"] = .string("the first line has \(cut) bytes; maxBytes asks for more of it") }
    if lines.left > 0 { object["left"] = ["lines": .number(JSONNumber(lines.left)), "offset": .number(JSONNumber(lines.next))] }
    return (.object(object), false)
  }
}
