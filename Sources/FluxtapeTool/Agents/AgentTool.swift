import FluxtapeAnswers
import FluxtapeJSON

/// A question that an agent may ask: it is answered by a command of this program.
struct AgentTool: Sendable {
  struct Parameter: Sendable {
    enum Kind: String { case string, integer, boolean, array }

    let name: String
    let kind: Kind
    let isRequired: Bool
    let words: String

    init(_ name: String, _ words: String, _ kind: Kind = .string, isRequired: Bool = true) {
      (self.name, self.kind, self.isRequired, self.words) = (name, kind, isRequired, words)
    }
  }

  let name: String
  let words: String
  let parameters: [Parameter]
  /// Whether it changes nothing.
  var isReadOnly = true
  /// The words of a command line that answers the question about the logs there are.
  let command: @Sendable (Arguments, AgentLogs) throws(AgentError) -> [String]

  /// What an agent passes, as the parameters say.
  struct Arguments {
    let values: JSONObject

    func text(_ name: String) -> String? { values[name]?.string }
    func number(_ name: String) -> Int? { values[name]?.int }
    /// A value that the parameters require.
    func required(_ name: String) -> String { text(name) ?? "" }
    func numbers(_ name: String) -> [Int] { values[name]?.array?.compactMap(\.int) ?? [] }

    /// `--name=value`: nothing that an agent writes is taken for another option.
    func option(_ name: String, as option: String? = nil) -> [String] {
      (text(name) ?? number(name).map(String.init)).map { ["--\(option ?? name)=\($0)"] } ?? []
    }

    func flag(_ name: String) -> [String] { values[name]?.bool == true ? ["--\(name)"] : [] }
  }
}

// MARK: - The table

extension AgentTool {
  private static let log = Parameter("log", "a log: its name as 'runs' prints it, or its path")
  private static let at = Parameter("at", "the address of a step: LOG:N")
  private static let path = Parameter("path", "a value in a state: cart.items[0].qty")
  private static let store = Parameter("store", "the store, if the path or step names none", isRequired: false)
  private static let run = Parameter("run", "the number of the run, if the log holds several", .integer, isRequired: false)
  private static let asJSON = Parameter("json", "one JSON object a line, with all that the text only counts", .boolean, isRequired: false)

  /// - Parameters:
  ///   - host: A program with reducers; without it nothing can be run again.
  ///   - isLive: Whether running apps may be moved.
  static func all(host: String?, isLive: Bool = false) -> [AgentTool] {
    var tools = [
      AgentTool(
        name: "runs", words: "The runs: result, test, steps, first problem, log. Red ones first.", parameters: [],
        command: { _, logs in (logs.folders.isEmpty ? ["stats", "--"] : ["list", "--"]) + logs.rootsWithLogs }),
      AgentTool(
        name: "problems", words: "What is wrong in a log, or in all: the failed step, its causes, what changed. Begin here for one log.",
        parameters: [
          Parameter("log", log.words, isRequired: false),
          Parameter("never", "a query that must hold at no step, such as cart.total < 0", isRequired: false), asJSON,
        ],
        command: { arguments, logs throws(AgentError) in
          let asked = if let log = arguments.text("log") { [try logs.logOrFolder(log)] } else { logs.rootsWithLogs }
          return ["check"] + arguments.option("never") + arguments.flag("json") + ["--"] + asked
        }),
      AgentTool(
        name: "causes", words: "What red runs of a folder do and green ones do not, likely causes first. Begin here for many runs.",
        parameters: [Parameter("folder", "a folder that was named at the start; the first one without it", isRequired: false)],
        command: { arguments, logs throws(AgentError) in
          guard let first = logs.folders.first else {
            throw AgentError(message: "causes needs a folder of runs, and none was named at the start; 'compare' compares two logs")
          }
          let folder = if let text = arguments.text("folder") { try logs.folder(text) } else { first }
          return ["compare", "--", folder]
        }),
      AgentTool(
        name: "steps", words: "The steps of a log, or those where a query holds.",
        parameters: [
          log,
          Parameter("where", "a query: type:cart.* changed:.items, cart.total < 0, is:error, \"free text\", chain:12", isRequired: false),
          Parameter("from", "the first step", .integer, isRequired: false), Parameter("to", "the last step", .integer, isRequired: false),
          run,
        ],
        command: { arguments, logs throws(AgentError) in
          let (from, to) = (arguments.number("from"), arguments.number("to"))
          let range = from == nil && to == nil ? nil : "seq:\(max(1, from ?? 1)).." + (to.map(String.init) ?? "")
          let asked = arguments.text("where").flatMap { $0.isEmpty ? nil : $0 }
          // Alone it stays as it was written, so that errors count its characters.
          let query = if let range, let asked { "\(range) (\(asked))" } else { range ?? asked ?? "" }
          let log = try logs.log(arguments.required("log"))
          let run = arguments.option("run")
          return query.isEmpty ? ["list"] + run + ["--", log] : ["find"] + run + ["--", log, query]
        }),
      AgentTool(
        name: "step", words: "One step: time, place in the source, cause, effects, contents, what it changed.", parameters: [at, run],
        command: { arguments, logs throws(AgentError) in
          ["show"] + arguments.option("run") + ["--", try logs.address(arguments.required("at"))]
        }),
      AgentTool(
        name: "diff", words: "What differs in a store between two steps.",
        parameters: [Parameter("from", "the address of a step: LOG:N"), Parameter("to", "the address of another one"), store, run],
        command: { arguments, logs throws(AgentError) in
          let steps = [try logs.address(arguments.required("from")), try logs.address(arguments.required("to"))]
          return ["diff"] + arguments.option("store") + arguments.option("run") + ["--"] + steps
        }),
      AgentTool(
        name: "state", words: "The state of a store after a step, or a value in it.",
        parameters: [at, Parameter("path", path.words, isRequired: false), store, run],
        command: { arguments, logs throws(AgentError) in
          let what = arguments.text("path") == nil ? ["--state"] : arguments.option("path")
          let choice = arguments.option("store") + arguments.option("run")
          return ["show"] + what + choice + ["--", try logs.address(arguments.required("at"))]
        }),
    ]
    tools += Question.all.filter { !$0.isAboutRuns }.map(AgentTool.init)
    tools.append(
      AgentTool(
        name: "compare", words: "Where two runs part, and the first step with another result from equal inputs.",
        parameters: [Parameter("good", "the log of a run in which all is well"), Parameter("bad", "the other log")],
        command: { arguments, logs throws(AgentError) in
          ["compare", "--", try logs.log(arguments.required("good")), try logs.log(arguments.required("bad"))]
        }))
    if isLive { tools.append(live) }
    guard let host else { return tools }
    tools.append(
      AgentTool(
        name: "what_if", words: "Runs the actions of a log again through the app's reducers, without some of them.",
        parameters: [
          log, Parameter("skip", "the numbers of the steps to leave out", .array, isRequired: false),
          Parameter("never", "instead of skip: finds a small set of actions that makes this query true", isRequired: false),
          run, asJSON,
        ],
        command: { arguments, logs throws(AgentError) in
          let skipped = arguments.numbers("skip").map { "--skip=\($0)" }
          let rule = arguments.text("never") == nil ? [] : ["--minimize"] + arguments.option("never")
          guard skipped.isEmpty || rule.isEmpty else {
            throw AgentError(message: "use either 'skip' or 'never', not both")
          }
          let choice = arguments.option("run") + arguments.flag("json")
          return ["replay", "--host=\(host)"] + skipped + rule + choice + ["--", try logs.log(arguments.required("log"))]
        }))
    return tools
  }
}

extension AgentTool {
  /// A question of the table.
  private init(_ question: Question) {
    let asked = question.parameters
    let log = Parameter("log", Self.log.words + (asked.contains(.logOrFolder) ? ", or a folder" : ""))
    let step = Parameter("step", "in the state after this step; at the end without it", .integer, isRequired: false)
    name = question.name
    words = question.help
    parameters =
      asked.contains(.step) ? [Self.at, Self.run] : [log, Self.path] + (asked.contains(.state) ? [step] : []) + [Self.store, Self.run]
    command = { arguments, logs throws(AgentError) in
      let choice = arguments.option("step", as: "at") + arguments.option("store") + arguments.option("run")
      if asked.contains(.step) { return [question.name] + choice + ["--", try logs.address(arguments.required("at"))] }
      let log = arguments.required("log")
      let place = try asked.contains(.logOrFolder) ? logs.logOrFolder(log) : logs.log(log)
      return [question.name] + choice + ["--", place, arguments.required("path")]
    }
  }
}

// MARK: - For the protocol

extension AgentTool {
  /// Parameters of every tool: which part of the answer to return.
  private static let common = [
    Parameter("offset", "the number of lines to skip", .integer, isRequired: false),
    Parameter("maxBytes", "the size of the answer: 2,000 without it, from 400 to 100,000", .integer, isRequired: false),
  ]

  var json: JSONValue {
    let all = parameters + Self.common
    let properties = all.map { parameter -> (String, JSONValue) in
      var schema: JSONObject = ["type": .string(parameter.kind.rawValue), "description": .string(parameter.words)]
      if parameter.kind == .array { schema["items"] = ["type": "integer"] }
      return (parameter.name, .object(schema))
    }
    return [
      "name": .string(name), "description": .string(words),
      "inputSchema": [
        "type": "object", "properties": .object(JSONObject(properties)), "additionalProperties": false,
        "required": .array(parameters.filter(\.isRequired).map { .string($0.name) }),
      ],
      "annotations": ["readOnlyHint": .bool(isReadOnly), "openWorldHint": false],
    ]
  }

  /// - Throws: ``AgentError`` if an argument is missing, unknown, or of another kind.
  func check(_ values: JSONObject) throws(AgentError) -> Arguments {
    let all = parameters + Self.common
    for value in values {
      guard let parameter = all.first(where: { $0.name == value.key }) else {
        throw AgentError(message: "\(name) has no parameter \(value.key); it has \(all.map(\.name).joined(separator: ", "))")
      }
      let isRight =
        switch parameter.kind {
        case .string: value.value.string != nil
        case .integer: value.value.int != nil
        case .boolean: value.value.bool != nil
        case .array: value.value.array?.allSatisfy { $0.int != nil } == true
        }
      guard isRight else { throw AgentError(message: "\(value.key) has to be of type \(parameter.kind.rawValue): \(parameter.words)") }
    }
    for parameter in parameters where parameter.isRequired && values[parameter.name] == nil {
      throw AgentError(message: "\(name) needs \(parameter.name): \(parameter.words)")
    }
    return Arguments(values: values)
  }
}
