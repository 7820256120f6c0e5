#if !RECORDING_COMPILED_OUT
/// How much time a store's states may take. See ``RecorderOptions/stateTimePerAction``.
///
/// An account in microseconds. Each action pays in, each state that is recorded is paid for, and while the account is overdrawn states are
/// left out. So what counts is the load over many actions: one large state now and then, the first one above all, is no reason to leave
/// out others.
struct StateBudget: Hashable, Sendable {
  /// What each action pays in. 0 if nothing is counted.
  private let income: Int
  private var credit: Int
  private var latestAction: Int?

  init(perAction: Duration) {
    income = perAction > .zero ? max(1, min(perAction, Self.largest).wholeMicroseconds) : 0
    credit = income * Self.mostSaved
  }

  /// Counts an action that ended at `now`; says whether its state may be recorded.
  mutating func allowsState(at now: Int) -> Bool {
    guard income > 0 else { return true }
    let rest = max(0, now &- (latestAction ?? now))
    latestAction = now
    credit = min(income * Self.mostSaved, credit + income + rest / Self.restPerCredit)
    return credit >= 0
  }

  /// Pays for a state that took so many microseconds.
  mutating func pay(_ cost: Int) {
    guard cost > 0 else { return }
    credit -= min(cost, income * Self.mostPaid)
  }

  /// Budgets that can be saved up: a burst of some hundred actions that cost twice the budget.
  private static let mostSaved = 200

  /// Budgets that one state is paid with at most. A giant one is followed by a thousand actions without state, or some seconds, not by a
  /// whole hour.
  private static let mostPaid = 1000

  /// Microseconds that pass for each one that is paid in: recording may take a tenth of the time.
  private static let restPerCredit = 10

  /// More makes no difference, and less makes all products small enough for 32 bits.
  private static let largest = Duration.seconds(1)
}
#endif
