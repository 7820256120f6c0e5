import ArgumentParser

/// The command `benchmarks`: one subcommand a subject, each with its targets.
@main
struct BenchmarksCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "benchmarks",
    abstract: "What Fluxtape costs, as ratios to baselines measured in the same run.",
    discussion: """
      Times differ from machine to machine and from minute to minute; a ratio of two things that are measured in turns does not. \
      Run it optimized: 'swift run -c release benchmarks record'.

      Exit status: 0 every target holds, 1 one does not.
      """,
    subcommands: [App.self, Record.self, Read.self, Screen.self, Causes.self, Victim.self]
  )

  static func main() {
    withExtendedLifetime(ScratchFolder.removeAllWhenInterrupted()) { main(nil) }
  }
}
