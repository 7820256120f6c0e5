import Testing

struct AgentsHelpTests {
  @Test func `help for agents names commands that there are`() throws {
    let help = try BuiltTool.run("help", "agents")
    #expect(help.status == 0)
    let words = help.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let named = words.matches(of: #/'(?:fluxtape )?(?!fluxtape)([a-z]+) /#).map { String($0.output.1) }
    let commands = try BuiltTool.run("--help").output
    #expect(named.count >= 8)
    for name in Set(named) { #expect(commands.contains("\n  \(name) "), "\(name)") }
  }
}
