import FluxtapeStores
import SampleWorld

/// The languages that were found, and which of them is chosen.
enum LanguageLogic: ViewLogic {
  struct Input: Sendable {
    let found = Relay<[Repository]>()
    let tapped = Relay<String?>()
  }

  struct State: Sendable {
    let languages = Variable<[String]>([])
    let chosen = Variable<String?>(nil)
  }

  struct Extra: Sendable {
    /// Whether a new search goes back to all languages, and tells so even where that is what was chosen.
    let alwaysTells: Bool
  }

  struct Output: Sendable {
    let languages: Property<[String]>
    let chosen: EventStream<String?>
  }

  static func bind(from dependency: Dependency<Input, State, Extra>) -> Output {
    let (state, alwaysTells) = (dependency.state, dependency.extra.alwaysTells)
    let chosen = Relay<String?>()
    dependency.on(\.found) { repositories in
      if state.chosen.state == nil {
        state.languages.accept(repositories.reduce(into: []) { if !$0.contains($1.language) { $0.append($1.language) } })
      }
      if alwaysTells { chosen.accept(state.chosen.state) }
    }
    dependency.on(\.tapped) { language in
      guard language != state.chosen.state else { return }
      state.chosen.accept(language)
      chosen.accept(language)
    }
    return Output(languages: state.languages.property, chosen: chosen.events)
  }
}
