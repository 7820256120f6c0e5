import ArgumentParser
import FluxtapeLog

/// An address of a row: `run.jsonl:214`, `run.jsonl:@12`, or a log alone. Commands accept it, and answers print it.
struct StepAddress: ExpressibleByArgument, Hashable {
  /// A row of a log, by its step, or by its line if it has no step.
  enum Row: Hashable {
    case step(StepNumber)
    /// Counts from 1.
    case line(Int)

    /// Parses an option.
    ///
    /// - Throws: `ValidationError` with the accepted forms.
    init(argument text: String) throws {
      if let row = Self(text) {
        self = row
      } else if let number = Int(text) {
        throw ValidationError("there is no step \(number): the first is 1")
      } else {
        throw ValidationError("write the number of a step, or @LINE for a row without one")
      }
    }

    /// Parses `214` or `@12`.
    init?(_ text: some StringProtocol) {
      let isLine = text.hasPrefix("@")
      guard let number = Int(isLine ? text.dropFirst() : text[...]), number >= 1 else { return nil }
      self = isLine ? .line(number) : .step(StepNumber(number))
    }

    var text: String {
      switch self {
      case .step(let step): step.description
      case .line(let line): "@\(line)"
      }
    }
  }

  let log: String
  let row: Row?

  init(log: String, row: Row?) {
    self.log = log
    self.row = row
  }

  init(argument: String) {
    guard let colon = argument.lastIndex(of: ":"), colon > argument.startIndex, let row = Row(argument[argument.index(after: colon)...])
    else {
      self.init(log: argument, row: nil)
      return
    }
    self.init(log: String(argument[..<colon]), row: row)
  }

  var text: String { log + (row.map { ":\($0.text)" } ?? "") }
}

extension StepAddress {
  /// The number of a step of a known log: `214`, or `run.jsonl:214`.
  static func step(_ text: String) -> Int? {
    if case .step(let step)? = Row(text) ?? StepAddress(argument: text).row { step.rawValue } else { nil }
  }

  /// Parses an option.
  ///
  /// - Throws: `ValidationError` with the accepted forms.
  static func step(argument text: String) throws -> Int {
    guard let step = step(text) else {
      throw ValidationError("write the number of an action, N or LOG:N; a row without a number is not an action")
    }
    return step
  }
}

extension StepAddress {
  /// Parses `LOG N…` and `LOG:N…`, where `N` may be `@LINE`. Each number refers to the log before it.
  ///
  /// - Throws: ``UsageError`` if there are not exactly `count` steps, or if a log has none.
  static func steps(_ arguments: [String], count: Int, usage: String) throws -> [StepAddress] {
    var steps: [StepAddress] = []
    var log: String?
    var stepsOfLog = 0
    for argument in arguments {
      if let log, let row = Row(argument) {
        steps.append(StepAddress(log: log, row: row))
        stepsOfLog += 1
        continue
      }
      if log != nil, let number = Int(argument) { throw UsageError(message: "there is no step \(number): the first is 1") }
      guard log == nil || stepsOfLog > 0 else { break }
      let address = StepAddress(argument: argument)
      log = address.log
      stepsOfLog = address.row == nil ? 0 : 1
      if address.row != nil { steps.append(address) }
    }
    guard steps.count == count, stepsOfLog > 0 else { throw UsageError(message: "usage: fluxtape \(usage)") }
    return steps
  }
}
