import Fluxtape
import FluxtapeStores
import SampleWorld

/// Input, Output, State, Extra and one `bind`: two streams that feed each other, the search and the languages found.
enum FacetedSearch: Sample {
  static let name = "unio"
  static let bug = "unio-loop"

  static func play(on stage: Stage) async {
    let clock = stage.clock
    let server = FakeServer(clock: clock, answers: answers)
    let search = ViewStream(
      SearchLogic.self, input: .init(), state: .init(), extra: .init(server: server), runner: clock,
      recording: stage.recorder.store("search"))
    let languages = ViewStream(
      LanguageLogic.self, input: .init(), state: .init(), extra: .init(alwaysTells: stage.hasBug), runner: clock,
      recording: stage.recorder.store("languages"))
    // Each feeds the other. Weakly: what is kept here must not keep the screens.
    let tokens = [
      search.output.repositories.subscribe { [weak languages] found in if !found.isEmpty { languages?.input.found(found) } },
      languages.output.chosen.subscribe { [weak search] language in search?.input.languageChosen(language) },
    ]
    for query in ["r", "re", "redux"] {
      await clock.advance(by: .milliseconds(180))
      search.input.queryTyped(query)
    }
    await clock.advance(by: .seconds(3))
    languages.input.tapped("Swift")
    await clock.advance(by: .seconds(2))
    if search.output.canRetry.state { search.input.retryTapped() }
    await clock.advance(by: .seconds(1))
    languages.input.tapped(nil)
    await clock.advance(by: .seconds(1))
    for token in tokens { token.cancel() }
  }

  private static let answers: [FakeServer.Answer] = [
    .fine(after: .milliseconds(400)), .fine(after: .milliseconds(300)), .fine(after: .milliseconds(280)),
    .failure("429 Too Many Requests", after: .milliseconds(110)), .fine(after: .milliseconds(700)),
  ]
}
