import Fluxtape
import FluxtapeStores

/// A recorder with its log in memory, and a clock that the test advances.
struct RecordedWorld {
  let clock = VirtualClock()
  let sink = MemorySink()
  let recorder: Recorder

  init() {
    let context = RecordingContext(
      run: "run", start: 0, clock: { [clock] in clock.now.microseconds }, digestKey: DigestKey(low: 1, high: 2))
    recorder = Recorder(writingTo: sink, context: context)
  }

  /// The log without its header.
  var lines: [String] { sink.text.split(separator: "\n").dropFirst().map(String.init) }

  /// `seq store type <cause` for each record of an action, followed by its other facts.
  var chain: [String] {
    lines.compactMap { line in
      guard let step = line.firstMatch(of: /"seq":(\d+)/)?.1, let type = line.firstMatch(of: /"type":"([^"]+)"/)?.1 else { return nil }
      let store = line.firstMatch(of: /"store":"([^"]+)"/)?.1 ?? "-"
      let cause = line.firstMatch(of: /"cause":(\d+)/).map { " <\($0.1)" } ?? ""
      return "\(step) \(store) \(type)\(cause)"
    }
  }
}
