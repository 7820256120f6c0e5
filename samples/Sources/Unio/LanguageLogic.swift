import RecordedStreams  // Re-exports Combine, or OpenCombine.
import SampleWorld

/// The languages that were found, and the chosen one.
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
    /// Whether the output repeats a choice that did not change (the bug).
    let repeatsChoice: Bool
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
    // Each answer confirms the choice, or takes it back if nothing of that language was found.
    input.tapped.merge(with: input.found.map { found in found.map(\.language).first { $0 == state.chosen.value } })
      .sink(receiveValue: state.chosen.send(_:))
      .store(in: &cancellables)
    let chosen =
      dependency.extra.repeatsChoice ? state.chosen.eraseToAnyPublisher() : state.chosen.removeDuplicates().eraseToAnyPublisher()
    return Output(languages: state.languages.eraseToAnyPublisher(), chosen: chosen.dropFirst().eraseToAnyPublisher())
  }
}
