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

  @Test func `of green runs nothing is said`() throws {
    #expect(try CausesTrial(runCount: 60, redCount: 8, seed: 1).falseAlarms(in: .shop, background: 1000, deals: 2) == 0)
  }
}
