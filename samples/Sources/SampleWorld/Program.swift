import Fluxtape
import FluxtapeStores
import Foundation

extension Sample {
  /// Runs the program: `NAME LOG.jsonl [--bug]`.
  public static func main() async {
    var arguments = Array(CommandLine.arguments.dropFirst())
    let hasBug = arguments.last == "--bug"
    if hasBug { arguments.removeLast() }
    guard arguments.count == 1, let log = arguments.first, !log.hasPrefix("-") else {
      fail("usage: \(name) LOG.jsonl [--bug]", status: 2)
    }
    let clock = VirtualClock()
    let recorder = Recorder(to: log, context: .sample(name, run: hasBug ? bug : name, clock: clock))
    await play(into: recorder, clock, hasBug)
    if let failure = recorder.failure { fail("\(failure)", status: 1) }
    print("recorded; look at it with: fluxtape \(log)")
  }

  private static func fail(_ message: String, status: Int32) -> Never {
    FileHandle.standardError.write(Data("\(name): \(message)\n".utf8))
    exit(status)
  }
}
