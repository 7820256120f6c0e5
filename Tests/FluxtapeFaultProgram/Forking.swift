import Fluxtape

/// Forks repeatedly while threads record, and lets each child try to record: `fork LOG CHILDREN STEPS OPTION…`.
///
/// Prints how each child ended, and finally the number of steps of each thread.
func recordAndFork(to log: String, _ arguments: [String]) {
  let (children, steps) = (Int(arguments[0]) ?? 1, Int(arguments[1]) ?? 1)
  let recorder = Recorder(to: log, options: options(Array(arguments.dropFirst(2))))
  let taps = (0..<3).map { recorder.store("s\($0)", state: Counter()) }
  // What Swift's runtime makes on first use is made here: a fork while another thread makes it would leave a lock of the runtime locked in
  // the child. The threads begin at the next number.
  for thread in 1..<3 {
    var state = Counter()
    for number in 1...2 { taps[thread].step(&state, to: number) }
    onThread { [state] in
      var state = state
      for number in 3... { taps[thread].step(&state, to: number) }
    }
  }
  var state = Counter()
  for number in 1...children {
    taps[0].step(&state, to: 2 * number - 1)
    pause(microseconds: 500)
    let child = forkProcess()
    if child == 0 { recordInChild(of: recorder, taps, from: state, steps: steps) }
    say("child \(child) \(waitForEnd(of: child) ?? -1)")
    // Forks in the middle of an action.
    taps[0].reduce(Step(number: 2 * number), into: &state) { state, step in
      let child = forkProcess()
      if child == 0 { recordInChild(of: recorder, taps, from: state, steps: steps) }
      say("inner \(child) \(waitForEnd(of: child) ?? -1)")
      state.count = step.number
    }
  }
  say("steps \(2 * children)")
  recorder.close()
  // So does one of a closed recorder.
  let child = forkProcess()
  if child == 0 { recordInChild(of: recorder, taps, from: state, steps: steps) }
  say("late \(child) \(waitForEnd(of: child) ?? -1)")
  endAtOnce(0)
}

private func recordInChild(of recorder: Recorder, _ taps: [StoreTap], from state: Counter, steps: Int) -> Never {
  limitLife(seconds: 20)
  var state = state
  for number in 1...steps {
    // A store that another thread of the parent was using, and the store of the forking thread.
    for tap in taps.prefix(2) { tap.step(&state, to: 1_000_000 + number) }
  }
  recorder.mark("in the child")
  recorder.close()
  endAtOnce(recorder.failure?.reason == .forked ? 7 : 1)
}
