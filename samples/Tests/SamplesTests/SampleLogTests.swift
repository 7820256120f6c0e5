import Foundation
import SampleWorld
import Testing

@testable import FluxSubjects
@testable import FluxTyped
@testable import MVVMLogin
@testable import ReduxEffects
@testable import ReduxStore
@testable import ReduxThunk
@testable import Unio
@testable import ViewStreams

/// Each sample leaves the log in the repository, byte for byte. `RECORD_LOGS=1 swift test --package-path samples` writes them anew.
struct SampleLogTests {
  struct Play: Sendable, CustomTestStringConvertible {
    let sample: any Sample.Type
    let hasBug: Bool

    var testDescription: String { hasBug ? sample.bug : sample.name }

    static let all =
      ([
        UserSearch.self, TodoApp.self, DrawingApp.self, TimelineApp.self, CommentApp.self, RepositorySearch.self, FacetedSearch.self,
        Login.self,
      ] as [any Sample.Type]).flatMap { sample in [false, true].map { Play(sample: sample, hasBug: $0) } }
  }

  @Test(arguments: Play.all) func `the log in the repository is what the script makes`(_ play: Play) async throws {
    let file = PlayedLog.file(play.testDescription)
    let recorded = Data(await play.sample.record(withBug: play.hasBug))
    if ProcessInfo.processInfo.environment["RECORD_LOGS"] == "1" { try recorded.write(to: file) }
    #expect(try Data(contentsOf: file) == recorded)
  }

  @Test(arguments: Play.all) func `the log is whole, and everything in it came to its end`(_ play: Play) throws {
    let history = try PlayedLog(play.testDescription).history
    #expect(history.rows.allSatisfy { [.action, .state, .mark, .end].contains($0.kind) })
    #expect(history.inFlight.isEmpty)
    #expect(history.pending.isEmpty)
    #expect(history.rows.last?.type == "closed")
  }
}
