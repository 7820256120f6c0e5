extension AgentTool {
  /// Moves the running app that writes a log.
  static let live = AgentTool(
    name: "live",
    words: "Moves the running app that writes a log, if it has a live session; the log tells each command. Begin with do: status.",
    parameters: [
      Parameter("log", "the log that the app writes"),
      Parameter(
        "do",
        "status; jump, repeat, skip or replay with step; now (back from a jump); lock, unlock, drop (hold actions); dispatch with store and "
          + "action; break with query: prints the next step where it holds, and lets the app go on; continue"),
      Parameter("step", "the number of a step", .integer, isRequired: false),
      Parameter("store", "the store that gets the action", isRequired: false),
      Parameter("action", "the action as JSON, in the form of the app's Decodable type", isRequired: false),
      Parameter("query", "where to stop: cart.total < 0", isRequired: false),
      Parameter("within", "seconds to wait for that: 10 without it", .integer, isRequired: false),
    ],
    isReadOnly: false,
    command: { arguments, logs throws(AgentError) in
      let (name, log) = (arguments.required("do"), try logs.log(arguments.required("log")))
      guard name == "break" else {
        let words = [arguments.number("step").map(String.init), arguments.text("store"), arguments.text("action")].compactMap(\.self)
        // Standard input has ended.
        if arguments.text("action") == "-" { throw AgentError(message: "action has to be JSON") }
        return ["live", "--", log, name] + words
      }
      guard let query = arguments.text("query") else { throw AgentError(message: "break needs query: where to stop") }
      return ["live", "--within=\(arguments.number("within") ?? 10)", "--", log, name, query]
    })
}
