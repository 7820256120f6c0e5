import FluxtapeCoding
import FluxtapeLocking
import FluxtapeRandomCases
import Foundation
import Testing

/// Random states of many kinds, followed change by change. After every patch, the reader's document equals a whole encoding. The streamed
/// encoding equals the encoding of a tree with the same rules, byte for byte.
struct DeltaPropertyTests {
  struct Family: CustomTestStringConvertible, Sendable {
    let type: any StateFamily.Type
    var testDescription: String { "\(type)" }
    init(_ type: any StateFamily.Type) { self.type = type }
  }

  static let families = [
    Family(CartFamily.self), Family(RouteFamily.self), Family(DictionaryFamily.self), Family(ScalarFamily.self), Family(TreeFamily.self),
    Family(EditorFamily.self), Family(HandwrittenFamily.self), Family(OddEncodingFamily.self),
    Family(WrapperFamily.self), Family(LimitFamily.self), Family(ListRootFamily.self), Family(TextRootFamily.self),
    Family(DictionaryRootFamily.self), Family(EnumRootFamily.self), Family(ObjectFamily.self), Family(InheritanceFamily.self),
    Family(GraphFamily.self), Family(AnyFamily.self), Family(MarkedFamily.self), Family(ReflectedFamily.self), Family(LoginFamily.self),
    Family(ReflectedSecretFamily.self), Family(HookFamily.self), Family(ProgramFamily.self),
    Family(HiddenProgramFamily.self), Family(PathFamily.self), Family(CircleFamily.self), Family(NamedSecretFamily.self),
    Family(SecretTextFamily.self), Family(FilterFamily.self), Family(SheetFamily.self), Family(NumbersFamily.self),
    Family(CaseFamily.self), Family(ReflectedCaseFamily.self), Family(TupleCaseFamily.self), Family(FiveMembersFamily.self),
    Family(OptionalsFamily.self), Family(HidingFamily.self),
  ]

  /// The number of changes of each family for each seed.
  static let transitions = triesAll ? 50 : 35

  @Test(arguments: families, seeds(1))
  func `the patched document is the whole of the new state`(_ family: Family, seed: Int) throws {
    try family.type.follow(seed: seed, transitions: Self.transitions)
  }

  @Test(arguments: seeds(1)) func `several stores on several threads do not disturb each other`(seed: Int) {
    let failures = Locked<[String]>([])
    DispatchQueue.concurrentPerform(iterations: 2 * Self.families.count) { index in
      do { try Self.families[index % Self.families.count].type.follow(seed: 1000 + seed, transitions: 12) } catch {
        failures.withLock { $0.append("\(error)") }
      }
    }
    #expect(failures.withLock { $0 } == [])
  }
}
