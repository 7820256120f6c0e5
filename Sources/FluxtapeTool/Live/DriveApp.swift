import ArgumentParser
import FluxtapeAnswers
import FluxtapeDocuments
import FluxtapeHistory
import FluxtapeJSON
import FluxtapeLiveWire
import FluxtapeReplay
import FluxtapeScreen

/// `fluxtape live`: moves a running app.
struct DriveApp: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "live",
    abstract: "Move the running app that writes a log.",
    usage: "fluxtape live LOG COMMAND … [--json]\n       fluxtape live LOG --page",
    discussion: """
      The app must link FluxtapeLive and run. Each command that changes something is told in the log, with who gave it.

      status            what the session can do and where it stands
      jump N            sets the stores to their states after step N
      now               sets them back to where they were before the first jump
      lock              holds new actions; unlock lets them go on in order, drop drops them; both end the lock
      repeat N          dispatches the action of step N again
      action N          prints the action of step N as JSON, to edit it
      dispatch STORE JSON   dispatches an action in the form of the app's Decodable type ('-' reads it from standard input)
      skip N            recomputes the store of step N without this step, with the app's own reducer, and sets it
      replay N          recomputes it from before step N with the reducer as it is now; skipped steps from there on are back
      break QUERY       stays, and stops the app at each step where the query holds; the step is printed
      continue          lets an app go on that waits

      With --page, a browser on this machine watches: the address that is printed shows the page of 'report', which grows as the log grows, \
      with or without a session in the app. Only who has the address can read it, until this program ends.

      At a break the app waits in its dispatch until Enter; with --for, no longer than so many seconds. It goes on, too, if this program ends. \
      Then the next step is waited for. The end of the input ends the command, but not with --for. Meanwhile the commands of other programs are refused, but \
      for status and continue.

      Exit status: 0 done, 1 refused, or no step to break at, 2 wrong usage, 3 there is no session, or it ended.

      JSON: the reply of the session: done (what) and mark (its step in the log), or status; of break, a step as 'list' prints it.
      """
  )

  @Flag(help: "Print JSON Lines.") var json = false
  @Option(name: .customLong("for"), help: ArgumentHelp("Of break: let the app go on after so long at a step.", valueName: "seconds"))
  var pause: Double?
  @Option(help: ArgumentHelp("Of break: give up if it does not hold at any step for so long.", valueName: "seconds")) var within: Double?
  @Flag(help: "Serve the page of the log, for a browser on this machine.") var page = false
  @Argument(help: "The log that the app writes.", completion: .file(extensions: ["jsonl"])) var log: String
  @Argument(help: "The command, and what it needs.") var words: [String] = []

  func validate() throws {
    guard page || !words.isEmpty else { throw ValidationError("name a command, or --page") }
    if page, !words.isEmpty { throw ValidationError("--page takes no command") }
    for seconds in [pause, within].compactMap(\.self) where !(0...86_400).contains(seconds) {
      throw ValidationError("write a number of seconds, from 0 to 86400")
    }
    if pause != nil || within != nil, words.first != "break" { throw ValidationError("--for and --within are for 'break'") }
  }

  func run() throws {
    if page { return try LivePage(of: log).serve { StandardOutput.write($0 + "\n") } }
    let name = words[0]
    switch name {
    case "break":
      let text = words.dropFirst().joined(separator: " ")
      guard !text.isEmpty else { throw UsageError(message: "usage: fluxtape live LOG break QUERY") }
      try LiveBreak(try Query(argument: text), log: log, pause: pause, within: within, isJSON: json).run()
    case "action": try printAction(try step(of: "action"))
    default: try perform(try command(name))
    }
  }

  /// Any reply but a refusal is printed.
  private func perform(_ command: LiveCommand) throws {
    let reply = try LiveClient(besideLog: log, as: "fluxtape live").perform(command) { try LiveLog(log) }
    if case .refused(_, let reason, _) = reply { throw NotThere(message: "\(log): not done: \(reason)") }
    var output = StandardOutput()
    guard json else {
      for line in reply.lines(log: log) { output.line(line.displayed()) }
      return
    }
    var members = reply.json.object ?? [:]
    members["id"] = nil
    output.line(JSONValue.object(members).printableText)
  }

  private func printAction(_ step: Int) throws {
    let log = try LiveLog(log)
    let address = StepAddress(argument: "\(log.path):\(step)")
    guard let action = try log.history.action(at: log.history.row(at: address)) else {
      throw NotThere(message: "\(address.text) is not an action")
    }
    StandardOutput.write(RecordedAction(action).decodable.printableText + "\n")
  }
}

// MARK: - Commands

extension DriveApp {
  private static let names = [
    "status", "jump", "now", "lock", "unlock", "drop", "repeat", "action", "dispatch", "skip", "replay", "break", "continue",
  ]

  private func command(_ name: String) throws -> LiveCommand {
    switch name {
    case "jump": return .jump(to: try step(of: name), states: [:])
    case "repeat": return .repeatStep(try step(of: name))
    case "skip": return .skip(try step(of: name))
    case "replay": return .replay(from: try step(of: name))
    case "dispatch": return try dispatch()
    default: break
    }
    let alone: [LiveCommand] = [.status, .now, .lock, .unlock, .drop, .resume]
    guard let command = alone.first(where: { $0.name == name }) else {
      let guess = QueryError.nearest(to: name, among: Self.names).map { "did you mean '\($0)'?" }
      throw UsageError(message: "unknown command '\(name)'; \(guess ?? "there are \(Self.names.joined(separator: " "))")")
    }
    guard words.count == 1 else { throw UsageError(message: "usage: fluxtape live LOG \(name)") }
    return command
  }

  private func step(of name: String) throws -> Int {
    guard words.count == 2, let step = StepAddress.step(words[1]) else { throw UsageError(message: "usage: fluxtape live LOG \(name) N") }
    return step
  }

  private func dispatch() throws -> LiveCommand {
    guard words.count == 3 else { throw UsageError(message: "usage: fluxtape live LOG dispatch STORE JSON") }
    let text = words[2] == "-" ? Self.standardInput() : words[2]
    do throws(JSONError) {
      return .dispatch(store: words[1], action: try JSONValue(parsing: text))
    } catch {
      throw UsageError(message: "the action is not JSON: \(error)")
    }
  }

  private static func standardInput() -> String {
    var text = ""
    while let line = readLine(strippingNewline: false) { text += line }
    return text
  }
}

extension LiveMessage {
  /// The reply as text.
  fileprivate func lines(log: String) -> [String] {
    switch self {
    case .done(_, let mark, let text): [text + (mark.map { "  (\(log):\($0))" } ?? "")]
    case .refused(_, let reason, _): [reason]
    case .status(_, let status): status.lines
    case .asks, .paused, .resumed: []
    }
  }
}

extension LiveStatus {
  fileprivate var lines: [String] {
    var facts = words.isEmpty ? ["the app runs as without a session"] : words
    if let query { facts.append("stops where \(query)") }
    if let driver { facts.append("driven by \(driver)") }
    return facts + stores.map { "\($0.name)  \($0.abilities)" }
  }
}

extension LiveStatus.Store {
  fileprivate var abilities: String {
    let kept = firstKept.map { first in "keeps the states of steps \(first) to \(lastKept ?? first)" } ?? "keeps no states"
    let can = [
      (readsStates, "reads states of the log"), (takesActions, "takes actions"), (readsActions, "reads actions"),
      (recomputes, "recomputes"), (holds, "holds actions"),
    ].filter(\.0).map(\.1)
    let left = skipped.isEmpty ? [] : ["leaves out " + skipped.map { "#\($0)" }.joined(separator: " ")]
    return ([kept] + can + left).joined(separator: ", ")
  }
}
