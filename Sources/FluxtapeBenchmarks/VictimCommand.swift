import ArgumentParser
import Fluxtape
import Foundation

/// Records until it is killed: the child process of the row `killed`.
struct Victim: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: name, abstract: "Record until killed.", shouldDisplay: false)

  static let name = "victim"
  static let store = "ledger"

  @Argument(help: "The log.") var log: String
  @Argument(help: "A file that gets one byte per recorded action.") var tally: String

  func run() throws {
    guard let tally = FileHandle(forWritingAtPath: tally) else { throw BenchmarkError("\(tally) cannot be written") }
    var ledger = Ledger()
    let reduce: (inout Ledger, LedgerAction) -> Void = Recorder(to: log).store(Self.store, state: ledger).reducer(Ledger.reduce)
    let parent = getppid()
    let one = Data([1])
    // If the parent has ended, nobody would kill this process.
    while getppid() == parent {
      for _ in 0..<1000 {
        reduce(&ledger, .posted(account: "account-\(ledger.posted % 100)", amount: ledger.posted % 9973))
        try tally.write(contentsOf: one)
      }
    }
  }
}

private struct Ledger: Codable, Sendable {
  var posted = 0
  var balances: [String: Int] = [:]
  var latest: [Int] = []

  static func reduce(_ state: inout Ledger, _ action: LedgerAction) {
    guard case .posted(let account, let amount) = action else { return }
    state.posted += 1
    state.balances[account, default: 0] += amount
    state.latest.append(amount)
    if state.latest.count > 20 { state.latest.removeFirst() }
  }
}

private enum LedgerAction: Codable, Sendable {
  case posted(account: String, amount: Int)
  case closed
}
