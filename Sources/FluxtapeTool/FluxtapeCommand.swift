import ArgumentParser

@main
struct FluxtapeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "fluxtape", abstract: "Record every action. Rewind any state.")
}
