/// A log format of another program.
package enum ForeignForm: Hashable, Sendable {
  /// A Redux DevTools export: the lifted state, a list of actions, or an envelope around one of them.
  case reduxDevTools
  /// JSON lines with an action and the state after it, as loggers like `redux-logger` write them.
  case reduxLogger
  /// Lines of a Fluxtape log in another encoding, behind prefixes, or inside lines of a container.
  case fluxtape
  /// JSON whose members the user has named.
  case declared(DeclaredForm)
  /// The history that the debugger of Elm exports.
  case elmHistory
  /// What an observer of Bloc prints: `CounterBloc Transition { currentState: 0, event: Increment, nextState: 1 }`.
  case bloc
  /// What `_printChanges()` of the Composable Architecture prints.
  case composable

  /// The name for people.
  package var name: String {
    switch self {
    case .reduxDevTools: "a Redux DevTools export"
    case .reduxLogger: "lines of a Redux logger"
    case .fluxtape: "a log inside another program's lines"
    case .declared: "events in the declared form"
    case .elmHistory: "a history of Elm's debugger"
    case .bloc: "transitions that Bloc printed"
    case .composable: "changes that the Composable Architecture printed"
    }
  }

  /// The number of bytes of a file's beginning that detection reads.
  package static let beginningByteCount = 1 << 16

  /// Detects the form of a file. Returns `nil` for a Fluxtape log and for unknown files.
  ///
  /// - Parameters:
  ///   - beginning: The first ``beginningByteCount`` bytes of the file, or the whole file if it is shorter.
  ///   - declared: The form that the user has declared, if any.
  /// - Complexity: O(bytes).
  package init?(ofFileBeginning beginning: [UInt8], declared: DeclaredForm? = nil) {
    guard let form = ForeignSample(beginning, declared: declared).form else { return nil }
    self = form
  }
}
