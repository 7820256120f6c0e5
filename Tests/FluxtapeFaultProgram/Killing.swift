import Fluxtape

/// Records until it is killed: `loop LOG NUMBERS THREADS OPTION…`.
///
/// NUMBERS has, for each thread, the last step whose reducer was entered, and the last one whose recording returned.
func recordForEver(to log: String, _ arguments: [String]) -> Never {
  let numbers = Numbers(arguments[0])
  let threads = Int(arguments[1]) ?? 1
  let recorder = Recorder(to: log, options: options(Array(arguments.dropFirst(2))))
  // Large actions make segments of an eighth of a megabyte rotate often.
  let padding = arguments.contains("segments") ? String(repeating: "x", count: 8_000) : nil
  @Sendable func run(_ thread: Int) -> Never {
    let tap = recorder.store("s\(thread)", state: Counter())
    var state = Counter()
    var number = 0
    while true {
      number += 1
      tap.step(&state, to: number, padding: padding) { numbers.set(2 * thread, to: number) }
      numbers.set(2 * thread + 1, to: number)
    }
  }
  for thread in 1..<max(1, threads) { onThread { run(thread) } }
  run(0)
}
