package import FluxtapeHistory

/// A question about a log. Subcommands, the inspector's commands and agents' tools are made of ``all``.
package struct Question: Sendable {
  package enum Parameter: Hashable, Sendable {
    /// A log, or all runs of a folder.
    case logOrFolder
    /// A value in a state.
    case path
    /// The state after this step; without one, the last state.
    case state
    /// The step that the question is about.
    case step
    /// The whole run.
    case run
    /// Another run.
    case other
  }

  package let name: String
  /// What it shows: `every change of a value`.
  package let words: String
  /// What a subcommand's help adds.
  package let discussion: String
  package let parameters: [Parameter]
  /// For the inspector's pane.
  package let title: String
  /// `nil` if those who ask have the answer without it.
  private let find: Find?

  package var help: String { "Show \(words)." }

  /// Whether it is about whole runs, and not about steps or values.
  package var isAboutRuns: Bool { parameters.contains { $0 == .run || $0 == .other } }

  package typealias Found = Result<Answer, Unanswered>
  typealias Find = @Sendable (Asked, (Int, Int) -> Bool) throws(HistoryError) -> Found

  package static let all = [blame, history, top, why, pending, stats, check, compare]

  /// - Parameter title: The name with a capital letter without it.
  init(_ name: String, _ words: String, _ parameters: [Parameter], title: String? = nil, discussion: String, find: Find? = nil) {
    (self.name, self.words, self.parameters, self.discussion, self.find) = (name, words, parameters, discussion, find)
    self.title = title ?? name.prefix(1).uppercased() + name.dropFirst()
  }

  /// - Parameter report: Gets the work that is done and all of it; ends the work by returning `false`.
  /// - Throws: ``HistoryError`` if the log can no longer be read.
  package func answer(_ asked: Asked, report: (Int, Int) -> Bool = { _, _ in true }) throws(HistoryError) -> Found {
    guard let find else { return .failure(Unanswered("'fluxtape \(name)' answers this")) }
    return try find(asked, report)
  }
}

extension Question: Hashable {
  package static func == (left: Question, right: Question) -> Bool { left.name == right.name }

  package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

/// What a question is asked about.
package struct Asked {
  let history: History
  let row: Int?
  let paths: [StatePath]
  let names: RowNames
  let other: Other?

  /// A run to compare with.
  package struct Other {
    let history: History
    let name: String
    let ignored: [StatePath]

    /// - Parameters:
    ///   - name: What the answer calls the run.
    ///   - ignored: Paths whose values are left out.
    package init(_ history: History, name: String, ignoring ignored: [StatePath]) {
      (self.history, self.name, self.ignored) = (history, name, ignored)
    }
  }

  /// - Parameters:
  ///   - log: The log as named by the user.
  ///   - row: The row, or the row after which a state is meant.
  ///   - paths: Each with its store.
  package init(_ history: History, log: String, row: Int? = nil, paths: [StatePath] = [], other: Other? = nil) {
    (self.history, self.row, self.paths, self.other) = (history, row, paths, other)
    names = RowNames(history, log: log)
  }
}

/// Why there is no answer.
package struct Unanswered: Error {
  /// May search the log for what was meant.
  package let words: @Sendable () throws(HistoryError) -> String

  init(_ words: String) { self.words = { words } }

  init(words: @escaping @Sendable () throws(HistoryError) -> String) { self.words = words }
}
