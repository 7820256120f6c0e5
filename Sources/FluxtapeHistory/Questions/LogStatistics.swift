/// What a run is made of, in numbers.
public struct LogStatistics: Hashable, Sendable {
  /// Numbers of one store, or of one type of action in it.
  public struct Group: Hashable, Sendable {
    /// The store's name.
    public let store: String
    /// `nil` for the whole store.
    public let type: String?
    /// Actions of the group.
    public internal(set) var actions = 0
    /// Actions that left the state as it was.
    public internal(set) var unchanged = 0
    /// Actions that failed.
    public internal(set) var errors = 0
    /// Actions that were in flight when the log broke off.
    public internal(set) var inFlight = 0
    /// Asynchronous work that had not ended when the log did.
    public internal(set) var pending = 0
    /// Bytes of the lines.
    public internal(set) var bytes = 0
    /// Microseconds in the reducer, of actions that say so; asynchronous work and what was not reduced is left out.
    public internal(set) var durations = Durations()

    init(store: String, type: String? = nil) {
      self.store = store
      self.type = type
    }
  }

  /// How long reducers took, in microseconds.
  public struct Durations: Hashable, Sendable {
    /// Actions that say how long they took.
    public internal(set) var count = 0
    /// Half of them took no longer.
    public internal(set) var median = 0
    /// Nineteen of twenty took no longer.
    public internal(set) var percentile95 = 0
    /// The longest one.
    public internal(set) var longest = 0
    /// The sum of all of them.
    public internal(set) var total = 0
  }

  /// How large a store's state was, in bytes of JSON.
  public struct StateSize: Hashable, Sendable {
    /// The store's name.
    public let store: String
    /// The size of the first state.
    public let first: Int
    /// The size of the last state.
    public let last: Int
    /// Snapshots that stand in the log.
    public let snapshots: Int
  }

  /// How many bytes the changes at a path took: indices are written `[*]`.
  public struct PathBytes: Hashable, Sendable {
    /// The path, with its store.
    public let path: String
    /// How many changes there are.
    public let changes: Int
    /// Bytes of these changes in the log.
    public let bytes: Int
  }

  /// A type whose values the recorder of a store compared the slow way.
  public struct SlowType: Hashable, Sendable {
    /// The store's name.
    public let store: String
    /// The type's name.
    public let type: String
    /// Why, to be read after the name: `is a class`.
    public let reason: String
  }

  /// Bytes of the log.
  public internal(set) var bytes = 0
  /// Rows of the log.
  public internal(set) var rows = 0
  /// From the first to the last instant that the log tells, in microseconds.
  public internal(set) var span = 0
  /// Numbers by store.
  public internal(set) var stores: [Group] = []
  /// By store and type, the most frequent first.
  public internal(set) var types: [Group] = []
  /// Sizes of states by store.
  public internal(set) var states: [StateSize] = []
  /// The paths whose changes take the most bytes, that first.
  public internal(set) var paths: [PathBytes] = []
  /// The rows whose reducers took longest, that first.
  public internal(set) var slowest: [Int] = []
  /// The rows at which the asynchronous work ended that took longest, that first.
  public internal(set) var slowestEffects: [Int] = []
  /// Rows of actions that failed and of marks of the level `error`.
  public internal(set) var errors: [Int] = []
  /// Rows at which records are missing.
  public internal(set) var gaps: [Int] = []
  /// Records that are missing, as far as the log says.
  public internal(set) var missing = 0
  /// Rows of lines that are not records.
  public internal(set) var badLines: [Int] = []
  /// Marks in the log.
  public internal(set) var marks = 0
  /// Changes that no recorded action made: states without an action that have a step, or differ from the state before.
  public internal(set) var changesWithoutAction = 0
  /// The number of changes that the inspector made by live commands.
  public internal(set) var changesByInspector = 0
  /// Types whose values were compared the slow way, in the order of the log.
  public internal(set) var slowTypes: [SlowType] = []
  /// Where secrets were left out, with how many there are: `cart: payload.password`, `session: .token`.
  public internal(set) var redacted: [String: Int] = [:]
}

extension LogStatistics.Group {
  /// Actions in a second of the run, if it has a length.
  public func rate(over span: Int) -> Double? { span > 0 ? Double(actions) * 1_000_000 / Double(span) : nil }
}
