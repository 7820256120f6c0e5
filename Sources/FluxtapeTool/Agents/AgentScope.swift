import FluxtapeHistory
import Foundation

/// A question that cannot be answered as it was asked. The message says what to ask instead.
struct AgentError: Error {
  let message: String
}

/// The logs that an agent may ask about.
struct AgentScope: Sendable {
  let roots: [String]
  /// The roots that are folders.
  let folders: [String]

  /// - Throws: ``UsageError`` if there is no such log or folder.
  init(_ paths: [String]) throws(UsageError) {
    if paths.contains("-") { throw UsageError(message: "mcp reads questions from standard input, so no log can be there") }
    if let path = paths.first(where: { !FileManager.default.fileExists(atPath: $0) }) {
      throw UsageError(message: "\(path): there is no such log")
    }
    roots = paths
    folders = paths.filter(LogFolder.isFolder)
  }

  /// The logs there are now: tests may add some.
  var logs: [String] { roots.flatMap { root in LogFolder.isFolder(root) ? (try? LogFolder.logs(in: root)) ?? [] : [root] } }

  /// The roots without empty folders; all of them if every one is empty, for the message.
  var rootsWithLogs: [String] {
    let some = roots.filter { !folders.contains($0) || (try? LogFolder.logs(in: $0))?.isEmpty == false }
    return some.isEmpty ? roots : some
  }

  private static let shown = 5

  /// The log that `name` names: its path, or the end of its path if that is enough.
  func log(_ name: String) throws(AgentError) -> String {
    let logs = logs
    if logs.contains(name) { return name }
    let found = logs.filter { $0.hasSuffix("/" + name) }
    if found.count == 1 { return found[0] }
    if !found.isEmpty { throw AgentError(message: "several logs are called \(name): \(Self.words(found)); ask for one of them") }
    throw AgentError(message: "\(name) is not among the logs that were named at the start: \(Self.words(logs)); 'runs' has them all")
  }

  /// A log, or a folder that was named.
  func logOrFolder(_ name: String) throws(AgentError) -> String { folders.contains(name) ? name : try log(name) }

  /// `LOG:N` or `LOG:@LINE`.
  func address(_ text: String) throws(AgentError) -> String {
    let address = StepAddress(argument: text)
    guard let row = address.row else { throw AgentError(message: "\(text) is not an address; write LOG:N, as answers do") }
    return StepAddress(log: try log(address.log), row: row).text
  }

  private static func words(_ logs: [String]) -> String {
    logs.prefix(shown).joined(separator: ", ") + (logs.count > shown ? " and \(logs.count - shown) more" : "")
  }
}
