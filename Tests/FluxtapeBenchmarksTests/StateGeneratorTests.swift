import Foundation
import Testing

@testable import FluxtapeBenchmarks

struct StateGeneratorTests {
  @Test func `states are of the sizes that the rows name`() throws {
    let encoder = JSONEncoder()
    let small = try encoder.encode(Workload.small.makeState()).count
    let medium = try encoder.encode(Workload.medium.makeState()).count
    #expect((800...1100).contains(small), "\(small)")
    #expect((90_000...110_000).contains(medium), "\(medium)")
    #expect(try encoder.encode(Workload.catalog(items: 100).makeState()).count / 100 > 100)
  }

  @Test func `every run has the same states`() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let states = [Workload.small.makeState(), Workload.small.makeState()]
    #expect(try encoder.encode(states[0]) == encoder.encode(states[1]))
  }

  @Test func `the tree of tasks has 37,449 of them`() {
    func count(_ task: TaskTree.Task) -> Int { task.children.reduce(1) { $0 + count($1) } }
    #expect(count(Workload.taskTree.makeState().root) == 37_449)
  }
}
