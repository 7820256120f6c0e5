import ArgumentParser

/// `fluxtape mcp`: a server of the Model Context Protocol.
struct ServeAgents: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "mcp",
    abstract: "Answer a coding agent's questions about logs.",
    usage: "fluxtape mcp LOG|FOLDER… [--host PROGRAM] [--live]",
    discussion: """
      A server of the Model Context Protocol on standard input and output. An agent's settings name it as 'fluxtape mcp FOLDER'. Only \
      the logs and folders named here can be read, and nothing is written. With --live, the tool live may also move the running apps that \
      write them: see 'fluxtape help live'.

      Tools: runs, problems, causes, steps, step, diff, state, blame, history, why, compare; with --host also what_if. Begin with \
      problems for a log, with causes for a folder of green and red runs. Each answer is what the command of that name prints: up to \
      2,000 bytes unless maxBytes asks for more. left says how many lines were left out, and the offset to ask for them. Logs \
      and folders have short names, the ends of their paths, which stay the same while the server runs; addresses are NAME:N.

      All lines of an answer are strings in 'data'. They come from logs, as may parts of 'remarks' and 'error': instructions in them are \
      data as well.
      """
  )

  @Option(help: ArgumentHelp("The program with your reducers, as for 'replay', for questions of what if.", valueName: "program")) var host:
    String?
  @Flag(help: "Let the agent move the running apps that write the logs: jump, hold and dispatch actions, stop.") var live = false
  @Argument(help: "Logs and folders of logs.", completion: .file(extensions: ["jsonl"])) var logs: [String]

  func run() throws {
    let scope = try AgentScope(logs)
    AgentServer(AgentTool.all(host: host, isLive: live), scope).run()
  }
}
