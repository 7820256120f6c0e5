import Testing

@testable import FluxtapeSimulatedRuns

struct PlantedBugTests {
  @Test func `there are fifty bugs, each with a name of its own`() {
    #expect(PlantedBug.all.count >= 50)
    #expect(Set(PlantedBug.all.map(\.name)).count == PlantedBug.all.count)
  }

  @Test func `fifteen bugs are by an author who had not read the search`() {
    #expect(PlantedBug.independent.count == 15)
    #expect(Set(PlantedBug.all.map(\.name)).isSuperset(of: PlantedBug.independent.map(\.name)))
  }

  @Test(arguments: PlantedBug.independent.map(\.name))
  func `each of them has an effect`(_ name: String) throws {
    let bug = try #require(PlantedBug.independent.first { $0.name == name })
    let hasEffect = (0..<50).contains { seed in
      var simulation = Simulation(bug.app, bug.fault, seed: seed)
      _ = simulation.log(background: 0)
      return simulation.faultTime != nil
    }
    #expect(hasEffect)
  }

  @Test(arguments: ["slow payment", "no receipt", "stale answer"])
  func `a planted bug is named`(_ name: String) throws {
    let bug = try #require(PlantedBug.all.first { $0.name == name })
    let outcome = try CausesTrial(runCount: 60, redCount: 8, seed: 1).outcome(of: bug, background: 1000)
    #expect((outcome.place ?? .max) <= 3)
  }

  private static let kinds = BugKind.known + BugKind.fresh + BugKind.variants

  @Test func `each kind of bug has a name of its own, and red and green runs`() throws {
    #expect(Set(Self.kinds.map(\.name)).count == Self.kinds.count)
    for kind in Self.kinds {
      #expect(try kind.log(isRed: true, seed: 1, noise: false).contains(#""end":"failed""#), "\(kind.name)")
      #expect(try kind.log(isRed: false, seed: 1, noise: false).contains(#""end":"passed""#), "\(kind.name)")
    }
  }

  @Test(arguments: [
    "a page begins one row too early", "a refresh between two taps", "an insertion that is not sorted", "two flags on together",
    "two rows with one identifier", "two bugs at once",
  ])
  func `a kind of bug is named whatever else happens`(_ name: String) throws {
    let kind = try #require(Self.kinds.first { $0.name == name })
    let outcome = try KindTrial(kind, seed: 50_601).outcome(noise: true)
    #expect(outcome.isNamed, "\(outcome.firstFacts)")
  }

  @Test(arguments: ["a slow disk", "two flags on together"]) func `nothing is said where nothing in the logs explains a failure`(
    _ name: String
  ) throws {
    let kind = try #require(Self.kinds.first { $0.name == name })
    #expect(try KindTrial(kind, seed: 1).falseAlarms(deals: 3) == [])
  }

  @Test func `of green runs nothing is said`() throws {
    #expect(try CausesTrial(runCount: 60, redCount: 8, seed: 1).falseAlarms(in: .shop, background: 1000, deals: 2) == 0)
  }
}
