import Foundation
import Testing

@testable import FluxtapeBenchmarks

struct WorkloadTests {
  @Test func `a shop's state is as large as its row says`() throws {
    #expect(1_000...1_100 ~= (try JSONEncoder().encode(Workload.small.makeState()).count))
    #expect(90_000...110_000 ~= (try JSONEncoder().encode(Workload.medium.makeState()).count))
  }
}
