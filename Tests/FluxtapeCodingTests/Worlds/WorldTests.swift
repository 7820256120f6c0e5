import FluxtapeRandomCases
import Foundation
import Testing

@testable import FluxtapeCoding

/// Small worlds: states with a few members of a dozen kinds, each through every sequence of three changes. After every patch, the reader's
/// document equals a whole encoding.
///
/// `FLUXTAPE_WORLDS=all` tries all of them; otherwise some.
struct WorldTests {
  private static let triesAll = ProcessInfo.processInfo.environment["FLUXTAPE_WORLDS"] == "all"

  /// The kinds of four members, by number. With all, each test has the worlds that begin with two kinds; otherwise with one.
  private static let four: [[Int]] = triesAll ? (0..<144).map { [$0 / 12, $0 % 12] } : (0..<12).map { [$0] }

  private static func lists(_ beginning: [Int]) -> [[Int]] {
    guard !triesAll else { return (0..<144).map { beginning + [$0 / 12, $0 % 12] } }
    var random = SplitMix64(seed: beginning[0])
    return (0..<2).map { _ in beginning + (0..<3).map { _ in random.below(12) } }
  }

  @Test(arguments: four) func `four members that encode themselves`(_ beginning: [Int]) throws {
    func follow<A, B, C, D>(_: A.Type, _: B.Type, _: C.Type, _: D.Type) throws
    where A: Encodable & WorldMember, B: Encodable & WorldMember, C: Encodable & WorldMember, D: Encodable & WorldMember {
      try FourCoded<A, B, C, D>.follow()
      try FourByHand<A, B, C, D>.follow()
    }
    for list in Self.lists(beginning) {
      let kinds = list.map { CodedWorld.kinds[$0] }
      try follow(kinds[0], kinds[1], kinds[2], kinds[3])
    }
  }

  @Test(arguments: four) func `four members that are read through a mirror`(_ beginning: [Int]) throws {
    func follow<A: WorldMember, B: WorldMember, C: WorldMember, D: WorldMember>(_: A.Type, _: B.Type, _: C.Type, _: D.Type) throws {
      try FourShown<A, B, C, D>.follow()
      try TupleWorld.follow(A.self, B.self, C.self, D.self)
    }
    for list in Self.lists(beginning) {
      let kinds = list.map { ShownWorld.kinds[$0] }
      try follow(kinds[0], kinds[1], kinds[2], kinds[3])
    }
  }

  @Test(arguments: ConcreteWorlds.parts.indices) func `types that are not generic, and enums`(_ part: Int) throws {
    let forEach = ConcreteWorlds.parts[part]
    try forEach { world in try world.follow() }
  }

  // MARK: Many steps

  private static let families = [
    DeltaPropertyTests.Family(FilterFamily.self), .init(SheetFamily.self), .init(NumbersFamily.self), .init(CaseFamily.self),
    .init(ReflectedCaseFamily.self), .init(TupleCaseFamily.self), .init(FiveMembersFamily.self), .init(OptionalsFamily.self),
  ]

  @Test(arguments: families, seeds(1)) func `states of few members, step after step`(_ family: DeltaPropertyTests.Family, seed: Int) throws
  {
    try Self.walk(family.type, seed: seed, steps: Self.triesAll ? 20_000 : 500)
  }

  private static func walk<Family: StateFamily>(_ type: Family.Type, seed: Int, steps: Int) throws {
    var random = SplitMix64(seed: seed)
    var family = Family(&random)
    let follower = WorldFollower()
    for step in 0..<steps {
      try follower.advance(to: family.state, "\(type), seed \(seed), step \(step)")
      family.change(&random)
    }
  }
}
