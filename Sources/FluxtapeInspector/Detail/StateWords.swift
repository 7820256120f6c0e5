import FluxtapeHistory

/// What is said where a state is not known, or not for sure: the history's words as sentences.
enum StateWords {
  static func unknown(_ reason: StoreState.Reason, in history: History) -> String { "Not known: \(reason.words(in: history))." }

  /// Nil where the state is exact.
  static func uncertain(_ certainty: StoreState.Certainty, in history: History) -> String? {
    certainty.doubt(in: history).map { $0.prefix(1).uppercased() + $0.dropFirst() + "." }
  }
}
