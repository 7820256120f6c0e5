import ArgumentParser

/// The command `benchmarks`: one subcommand per subject, each with its targets.
@main
struct BenchmarksCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "benchmarks",
    abstract: "Measure what Fluxtape costs, as ratios to baselines measured in the same run.",
    discussion: """
      Times differ from machine to machine and from minute to minute. A ratio of two times that are measured alternately does not. \
      Run an optimized build: 'swift run -c release benchmarks record'.

      Exit status: 0 every target holds, 1 one does not.
      """,
    subcommands: [App.self, Record.self, Read.self, Screen.self, Folder.self, Causes.self, Live.self, Victim.self]
  )

  static func main() {
    withExtendedLifetime(ScratchFolder.removeAllWhenInterrupted()) { main(nil) }
  }
}
