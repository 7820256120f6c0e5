import ArgumentParser
import FluxtapeLog

/// `run.jsonl:214`, or a log alone: what commands take for a step and answers print.
struct StepAddress: ExpressibleByArgument, Hashable {
  let log: String
  let step: StepNumber?

  init(log: String, step: StepNumber?) {
    self.log = log
    self.step = step
  }

  init(argument: String) {
    guard let colon = argument.lastIndex(of: ":"), colon > argument.startIndex,
      let number = Int(argument[argument.index(after: colon)...]), number >= 1
    else {
      self.init(log: argument, step: nil)
      return
    }
    self.init(log: String(argument[..<colon]), step: StepNumber(number))
  }

  var text: String { log + (step.map { ":\($0)" } ?? "") }
}

/// A step of the log that a command names anyway: `214`, or `run.jsonl:214` as answers print it.
struct NamedStep: ExpressibleByArgument {
  let number: Int

  init?(argument: String) {
    guard let number = Int(argument) ?? StepAddress(argument: argument).step?.rawValue else { return nil }
    self.number = number
  }
}

extension StepAddress {
  /// Reads `LOG N…` and `LOG:N…`: each number goes with the log before it.
  ///
  /// - Throws: ``UsageError`` if not exactly `count` steps are named, or a log without a step.
  static func steps(_ arguments: [String], count: Int, usage: String) throws -> [StepAddress] {
    var steps: [StepAddress] = []
    var log: String?
    var stepsOfLog = 0
    for argument in arguments {
      if let log, let number = Int(argument) {
        guard number >= 1 else { throw UsageError(message: "there is no step \(number): the first is 1") }
        steps.append(StepAddress(log: log, step: StepNumber(number)))
        stepsOfLog += 1
        continue
      }
      guard log == nil || stepsOfLog > 0 else { break }
      let address = StepAddress(argument: argument)
      log = address.log
      stepsOfLog = address.step == nil ? 0 : 1
      if address.step != nil { steps.append(address) }
    }
    guard steps.count == count, stepsOfLog > 0 else { throw UsageError(message: "usage: fluxtape \(usage)") }
    return steps
  }
}
