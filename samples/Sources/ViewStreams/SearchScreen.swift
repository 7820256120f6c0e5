import Fluxtape
import FluxtapeStores
import RecordedStreams  // Re-exports Combine, or OpenCombine.
import SampleWorld

/// The search screen: combines the repositories of the store with the room on the screen.
@MainActor final class SearchScreen {
  enum Trait: String, Codable, Sendable { case compact, regular }

  /// Names of repositories, as many in a row as fit.
  let rows = CurrentValueSubject<[[String]], Never>([])
  let isLoading = CurrentValueSubject<Bool, Never>(false)
  /// In the navigation bar, so the navigation sets it.
  var title = ""

  private let layouts = PassthroughSubject<Int, Never>()
  private let queries = PassthroughSubject<String, Never>()
  private let width = CurrentValueSubject<Int, Never>(0)
  private let trait = CurrentValueSubject<Trait, Never>(.compact)
  private let names = CurrentValueSubject<[String], Never>([])
  /// Set at the end of `init`: a tap of `self` needs an initialized object, and the first state should contain the first values.
  private var recording = ObjectTap<SearchScreen>.disabled
  private var cancellables: [AnyCancellable] = []

  init(
    store: ReduceStore<RepositoryState>, dispatcher: Dispatcher, server: FakeServer, scheduler: SampleScheduler, recorder: Recorder
  ) {
    names.combineLatest(width.combineLatest(trait).map(Self.columns)).map(Self.rows).removeDuplicates()
      .sink(receiveValue: rows.send(_:)).store(in: &cancellables)
    store.publisher.map(\.isLoading).removeDuplicates()
      .sink { [weak self] isLoading in self?.show("loadingChanged", isLoading, in: \.isLoading) }.store(in: &cancellables)
    store.publisher.map { $0.repositories.map(\.name) }.removeDuplicates()
      .sink { [weak self] names in self?.show("repositoriesChanged", names, in: \.names) }.store(in: &cancellables)
    // A rotation causes many layouts.
    layouts.throttle(for: .milliseconds(100), scheduler: scheduler, latest: true)
      .sink { [weak self] width in self?.show("widthSettled", width, in: \.width) }.store(in: &cancellables)
    queries.debounce(for: .milliseconds(300), scheduler: scheduler)
      .sink { query in dispatcher.search(query, on: server) }.store(in: &cancellables)
    recording = recorder.store("search", of: self) { $0.snapshot }
  }

  /// Sets a value that a store or a timer emitted. It is a step, as an input is. The first values arrive during `init`, before there is a
  /// tap, and are part of the first state.
  private func show<Value>(
    _ name: String, _ value: Value, in subject: KeyPath<SearchScreen, CurrentValueSubject<Value, Never>>,
    fileID: StaticString = #fileID, line: UInt = #line
  ) {
    recording.record(name, value, fileID: fileID, line: line) { self[keyPath: subject].send(value) }
  }

  /// A column is 190 points wide. With the compact trait there is one column.
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
