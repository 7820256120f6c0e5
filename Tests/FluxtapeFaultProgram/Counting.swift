import Fluxtape

/// The state of every store here.
struct Counter: Encodable {
  var count = 0
  /// So that a patch is smaller than the whole state.
  var letters = Array(repeating: "abcdefgh", count: 8)
}

/// An action with a number, and with padding that makes it larger.
struct Step: Encodable {
  var number: Int
  var padding: String?
}

extension StoreTap {
  /// Records a step from one number to the next.
  func step(_ state: inout Counter, to number: Int, padding: String? = nil, _ body: () -> Void = {}) {
    reduce(Step(number: number, padding: padding), into: &state) { state, step in
      body()
      state.count = step.number
      state.letters[step.number % 8] = "\(step.number)"
    }
  }
}

/// The options named by a test.
func options(_ names: [String]) -> RecorderOptions {
  var options = RecorderOptions()
  // Records every state, however slow the machine is.
  options.stateTimePerAction = .zero
  for name in names {
    switch name {
    case "culprit": options.durability = .culprit
    case "perAction": options.durability = .perAction
    case "synchronized": options.durability = .synchronized
    case "segments": options.keeping = .last(megabytes: 1)
    default: break
    }
  }
  return options
}
