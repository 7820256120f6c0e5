import RecordedStreams
import SampleWorld

/// The languages that were found, and which of them is chosen.
enum LanguageLogic: UnioLogic {
  struct Input {
    let found = PassthroughSubject<[Repository], Never>()
    let tapped = PassthroughSubject<String?, Never>()
  }

  struct State {
    let languages = CurrentValueSubject<[String], Never>([])
    let chosen = CurrentValueSubject<String?, Never>(nil)
  }

  struct Extra {
    /// Whether a new search goes back to all languages, and tells so even where that is what was chosen.
    let alwaysTells: Bool
  }

  struct Output {
    let languages: AnyPublisher<[String], Never>
    let chosen: AnyPublisher<String?, Never>
  }

  @MainActor static func bind(from dependency: Dependency<Self>, storedIn cancellables: inout [AnyCancellable]) -> Output {
    let (input, state) = (dependency.input, dependency.state)
    input.found.filter { _ in state.chosen.value == nil }
      .map { $0.reduce(into: []) { languages, found in if !languages.contains(found.language) { languages.append(found.language) } } }
      .sink(receiveValue: state.languages.send(_:))
      .store(in: &cancellables)
    input.tapped.filter { $0 != state.chosen.value }.sink { state.chosen.send($0) }.store(in: &cancellables)
    let toldAgain = input.found.filter { _ in dependency.extra.alwaysTells }.map { _ in state.chosen.value }
    return Output(
      languages: state.languages.eraseToAnyPublisher(), chosen: state.chosen.dropFirst().merge(with: toldAgain).eraseToAnyPublisher())
  }
}
