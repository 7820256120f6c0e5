import FluxtapeHistory

/// Sentences about a state that is unknown or uncertain.
enum StateWords {
  static func unknown(_ reason: StoreState.Reason, in history: History) -> String { "Not known: \(reason.words(in: history))." }

  /// Returns nil if the state is exact.
  static func uncertain(_ certainty: StoreState.Certainty, in history: History) -> String? {
    certainty.doubt(in: history).map { $0.prefix(1).uppercased() + $0.dropFirst() + "." }
  }
}
