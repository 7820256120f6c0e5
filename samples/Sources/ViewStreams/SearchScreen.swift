import FluxtapeStores
import SampleWorld

/// The search screen: joins what the store has with how much room there is.
enum SearchScreen: ViewLogic {
  enum Trait: String, Codable, Sendable { case compact, regular }

  struct Input: Sendable {
    let viewDidLayout = Relay<Int>()
    let traitChanged = Relay<Trait>()
    let queryTyped = Relay<String>()
  }

  struct State: Sendable {
    let width = Variable(0)
    let trait = Variable(Trait.compact)
  }

  struct Extra: Sendable {
    let action: RepositoryAction
    let store: ReduceStore<RepositoryState>
    let clock: VirtualClock
  }

  struct Output: Sendable {
    /// Rows of as many names as fit.
    let rows: Property<[[String]]>
    let isLoading: Property<Bool>
  }

  static func bind(from dependency: Dependency<Input, State, Extra>) -> Output {
    let (state, extra) = (dependency.state, dependency.extra)
    let names = Variable<[String]>([])
    dependency.on(\.viewDidLayout) { state.width.accept($0) }
    dependency.on(\.traitChanged) { state.trait.accept($0) }
    let clock = extra.clock
    dependency.on(dependency.events(\.queryTyped).debounced(for: .milliseconds(300), clock: clock, runner: clock)) { query in
      extra.action.search(query)
    }
    dependency.observe("repositoriesChanged", extra.store.select { $0.repositories.map(\.name) }.removingDuplicates()) {
      names.accept($0)
    }
    let columns = state.width.selection.combined(with: state.trait.selection).select(columns)
    return Output(
      rows: Property(names.selection.combined(with: columns).select(rows).removingDuplicates()),
      isLoading: Property(extra.store.select(\.isLoading).removingDuplicates()))
  }

  /// A column takes 190 points; where there is little room there is one.
  private static func columns(_ width: Int, _ trait: Trait) -> Int { trait == .compact ? 1 : max(1, width / 190) }

  private static func rows(_ names: [String], _ columns: Int) -> [[String]] {
    stride(from: 0, to: names.count, by: columns).map { Array(names[$0..<min($0 + columns, names.count)]) }
  }
}
