import Fluxtape

/// Records on a disk that is filled and emptied three times: `full LOG BALLAST KIND OPTION…`, where KIND is what it records.
func recordUntilFull(to log: String, _ arguments: [String]) {
  let ballast = arguments[0]
  let recorder = Recorder(to: log, options: options(Array(arguments.dropFirst(2))))
  let tap = recorder.store("s", state: Counter())
  var state = Counter()
  var number = 0
  for _ in 0..<3 {
    for size in [0, 1 << 30, 0] {
      if size > 0 { fill(ballast, bytes: size) }
      for _ in 0..<100 {
        number += 1
        if arguments[1] == "marks" { recorder.mark("\(number)") } else { tap.step(&state, to: number) }
      }
      if size > 0 { remove(ballast) }
    }
  }
  withExtendedLifetime(tap) { recorder.close() }
  say("failure \(recorder.failure.map { "\($0.reason)" } ?? "none")")
  say("\(arguments[1]) \(number)")
}

/// Records more than the disk has room for, and closes: `filled LOG STEPS OPTION…`.
func recordOntoFullDisk(to log: String, _ arguments: [String]) {
  let recorder = Recorder(to: log, options: options(Array(arguments.dropFirst())))
  let tap = recorder.store("s", state: Counter())
  var state = Counter()
  for number in 1...(Int(arguments[0]) ?? 1) { tap.step(&state, to: number) }
  withExtendedLifetime(tap) { recorder.close() }
  say("failure \(recorder.failure.map { "\($0.reason)" } ?? "none")")
}

/// Records into a folder that is not writable: at first, and again after the log in it is deleted: `readonly FOLDER`.
func recordIntoReadOnlyFolder(to folder: String, _ arguments: [String]) {
  becomeNobody()
  let inner = folder + "/logs"
  makeFolder(inner)
  allow(inner, 0o500)
  let recorder = Recorder(to: inner + "/a.jsonl")
  for number in 1...10 { recorder.mark("\(number)") }
  say("failure \(recorder.failure.map { "\($0.reason)" } ?? "none")")
  allow(inner, 0o700)
  for number in 11...20 { recorder.mark("\(number)") }
  remove(inner + "/a.jsonl")
  allow(inner, 0o500)
  for number in 21...30 { recorder.mark("\(number)") }
  allow(inner, 0o700)
  for number in 31...40 { recorder.mark("\(number)") }
  recorder.close()
  say("marks 40")
  allow(inner, 0o755)
}
