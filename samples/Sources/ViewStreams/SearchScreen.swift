import Fluxtape
import FluxtapeStores
import RecordedStreams
import SampleWorld

/// The search screen: joins what the store has with how much room there is.
@MainActor final class SearchScreen {
  enum Trait: String, Codable, Sendable { case compact, regular }

  /// Names of repositories, in rows of as many as fit.
  let rows = CurrentValueSubject<[[String]], Never>([])
  let isLoading = CurrentValueSubject<Bool, Never>(false)

  private let layouts = PassthroughSubject<Int, Never>()
  private let queries = PassthroughSubject<String, Never>()
  private let width = CurrentValueSubject<Int, Never>(0)
  private let trait = CurrentValueSubject<Trait, Never>(.compact)
  private let names = CurrentValueSubject<[String], Never>([])
  private var recording = ObjectTap<SearchScreen>.disabled
  private var cancellables: [AnyCancellable] = []

  init(
    store: ReduceStore<RepositoryState>, dispatcher: Dispatcher, server: FakeServer, scheduler: SampleScheduler, recorder: Recorder
  ) {
    names.combineLatest(width.combineLatest(trait).map(Self.columns)).map(Self.rows).removeDuplicates()
      .sink(receiveValue: rows.send(_:)).store(in: &cancellables)
    store.publisher.map(\.isLoading).removeDuplicates()
      .sink { [weak self] isLoading in self?.receive("loadingChanged", isLoading, in: \.isLoading) }.store(in: &cancellables)
    store.publisher.map { $0.repositories.map(\.name) }.removeDuplicates()
      .sink { [weak self] names in self?.receive("repositoriesChanged", names, in: \.names) }.store(in: &cancellables)
    // A rotation causes many layouts. A throttle emits a later width than the one that scheduled it, so each width carries its own cause.
    layouts.keepingCauses(of: recorder) { $0.throttle(for: .milliseconds(100), scheduler: scheduler, latest: true) }
      .sink { [weak self] width in self?.receive("widthSettled", width, in: \.width) }.store(in: &cancellables)
    queries.debounce(for: .milliseconds(300), scheduler: scheduler)
      .sink { query in dispatcher.search(query, on: server) }.store(in: &cancellables)
    recording = recorder.store("search", of: self) { $0.snapshot }
  }

  /// What comes from elsewhere is a step as the inputs are. The first values come while the screen is made, and are part of its first state.
  private func receive<Value>(_ name: String, _ value: Value, in subject: KeyPath<SearchScreen, CurrentValueSubject<Value, Never>>) {
    recording.record(name, value) { self[keyPath: subject].send(value) }
  }

  /// A column takes 190 points; where there is little room there is one.
  nonisolated private static func columns(_ width: Int, _ trait: Trait) -> Int { trait == .compact ? 1 : max(1, width / 190) }

  nonisolated private static func rows(_ names: [String], _ columns: Int) -> [[String]] {
    stride(from: 0, to: names.count, by: columns).map { Array(names[$0..<min($0 + columns, names.count)]) }
  }
}

// MARK: - Inputs

extension SearchScreen {
  func viewDidLayout(_ width: Int) { recording.record("viewDidLayout", width) { layouts.send(width) } }

  func traitChanged(_ trait: Trait) { recording.record("traitChanged", trait) { self.trait.send(trait) } }

  func queryTyped(_ query: String) { recording.record("queryTyped", query) { queries.send(query) } }
}

// MARK: - Recording

extension SearchScreen {
  private var snapshot: Snapshot { Snapshot(isLoading: isLoading.value, rows: rows.value, trait: trait.value, width: width.value) }

  private struct Snapshot: Encodable {
    let isLoading: Bool
    let rows: [[String]]
    let trait: Trait
    let width: Int
  }
}
