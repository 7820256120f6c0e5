import FluxtapeJSON
import Foundation
import Testing

@testable import FluxtapeCoding
@testable import FluxtapeMemory

/// The types that are proven to be bitwise comparable, and the reasons why others are not.
struct ValueLayoutTests {
  @Test func `types and arrays are laid out as they were when this was written`() {
    #expect(LayoutSelfTest.isPassed)
    #expect(LayoutSelfTest.areListsPlain)
  }

  struct ProofCase: CustomTestStringConvertible {
    let type: Any.Type
    let doubt: String?
    var testDescription: String { TypeName.of(type) }

    init(_ type: Any.Type, _ doubt: String? = nil) { (self.type, self.doubt) = (type, doubt) }
  }

  @Test(arguments: [
    ProofCase(Int.self), ProofCase(UInt8.self), ProofCase(Int64.self), ProofCase(Bool.self), ProofCase(Double.self), ProofCase(Float.self),
    ProofCase(String.self), ProofCase(Substring.self), ProofCase(Character.self), ProofCase(Unicode.Scalar.self),
    ProofCase(StaticString.self), ProofCase(String.Index.self), ProofCase(SIMD4<Float>.self), ProofCase(Duration.self),
    ProofCase(UUID.self), ProofCase(Date.self), ProofCase(Data.self), ProofCase(URL.self), ProofCase(Decimal.self),
    ProofCase(DateInterval.self), ProofCase(IndexPath.self),
    ProofCase([Int].self), ProofCase([[String]: Set<Int?>].self), ProofCase(ContiguousArray<String>.self), ProofCase(ArraySlice<Date>.self),
    ProofCase(KeyValuePairs<String, Data>.self), ProofCase(CollectionOfOne<Int>.self), ProofCase(Repeated<String>.self),
    ProofCase(Range<Int>.self), ProofCase(ClosedRange<Date>.self), ProofCase(PartialRangeFrom<String>.self), ProofCase(Slice<[Int]>.self),
    ProofCase(Void.self), ProofCase(Never.self), ProofCase((Int, name: String).self), ProofCase(Int.Type.self), ProofCase(Any.Type.self),
    ProofCase(String??.self), ProofCase(Result<String, Never>.self), ProofCase(Result<App, Failure>.self),
    ProofCase(JSONValue.self), ProofCase(App.self), ProofCase(App.Screen.self), ProofCase(Tree.self), ProofCase(List<String>.self),
    ProofCase(Pair<App, Pair<Tree, [Int]>>.self), ProofCase(Phantom<Session>.self), ProofCase(Wrapped.self), ProofCase(Lazy.self),
    ProofCase(Outer<String>.Inner<Int>.self), ProofCase(Failure.self), ProofCase(Immutable.self), ProofCase(Marked<App>.self),
    ProofCase([Immutable?].self),
  ])
  func `a type that leads to nothing which changes in place is proven`(_ proofCase: ProofCase) {
    #expect(ValueLayout.of(proofCase.type).doubt == nil)
    #expect(ValueLayout.of(proofCase.type).isBitwiseComparable)
  }

  @Test(arguments: [
    ProofCase(Session.self, "Session is a class"),
    ProofCase(Account.self, "Account.session: Session is a class"),
    ProofCase([Account].self, "Array<Account>[].session: Session is a class"),
    ProofCase([Account: Int].self, "Dictionary<Account, Int>[key].session: Session is a class"),
    ProofCase([String: (Int, Account?)].self, "Dictionary<String, (Int, Optional<Account>)>[].1?.session: Session is a class"),
    ProofCase(Phase.self, "Phase.running.session: Session is a class"),
    ProofCase(Forest.self, "Forest.tree.1?: Session is a class"),
    ProofCase(Pair<Int, Account>.self, "Pair<Int, Account>.second.session: Session is a class"),
    ProofCase(Outer<Session>.Inner<Int>.self, "Outer<Session>.Inner<Int>.outer: Session is a class"),
    ProofCase(Worker.self, "Worker is a class"),
    ProofCase(Held.self, "Held.weakly: the reference is not strong"),
    ProofCase(HeldImmutable.self, "HeldImmutable.weakly: the reference is not strong"),
    ProofCase(Unheld.self, "Unheld.owner: the reference is not strong"),
    ProofCase(Callback.self, "Callback.action: (Int) -> () is a function"),
    ProofCase(LazyMapSequence<[Int], Int>.self, "LazyMapSequence<Array<Int>, Int>._transform: (Int) -> Int is a function"),
    ProofCase(Any.self, "Any can hold a class"),
    ProofCase((any Error).self, "Error can hold a class"),
    ProofCase(AnyObject.self, "AnyObject can hold a class"),
    ProofCase([String: Any].self, "Dictionary<String, Any>[]: Any can hold a class"),
    ProofCase(Erased.self, "Erased.shape: Shape can hold a class"),
    ProofCase(Result<Int, any Error>.self, "Result<Int, Error>.failure: Error can hold a class"),
    ProofCase(AnyHashable.self, "AnyHashable._box: _AnyHashableBox can hold a class"),
    ProofCase(ManagedBuffer<Int, Int>.self, "ManagedBuffer<Int, Int> is a class"),
    ProofCase(KeyPath<App, Int>.self, "KeyPath<App, Int> is a class"),
    ProofCase(Addressed.self, "Addressed.identity._value: RawPointer is a reference or a pointer"),
    ProofCase(Stubborn.self, "Stubborn says that it has no value semantics"),
    ProofCase([Stubborn].self, "Array<Stubborn>[]: Stubborn says that it has no value semantics"),
    ProofCase(Marked<Session>.self, "Marked<Session><Session>: Session is a class"),
  ])
  func `a type that leads to something which changes in place is not, and says where`(_ proofCase: ProofCase) {
    #expect(doubt(about: proofCase.type) == proofCase.doubt)
    #expect(!ValueLayout.of(proofCase.type).isBitwiseComparable)
  }

  @Test(arguments: [
    ProofCase(IndexSet.self), ProofCase(Calendar.self), ProofCase(Locale.self), ProofCase(DateComponents.self), ProofCase(TimeZone.self),
    ProofCase(CharacterSet.self), ProofCase(UserDefaults.self), ProofCase(AnySequence<Int>.self), ProofCase(NSObject.self),
    ProofCase(ObjectIdentifier.self), ProofCase(Measurement<UnitLength>.self),
  ])
  func `types of the system with objects inside are not proven`(_ proofCase: ProofCase) {
    #expect(ValueLayout.of(proofCase.type).doubt != nil)
  }

  /// Without the name of this suite, which contains the types.
  private func doubt(about type: Any.Type) -> String? { ValueLayout.of(type).doubt?.replacing("ValueLayoutTests.", with: "") }

  @Test func `pointers are not proven`() {
    let types: [Any.Type] = unsafe [
      UnsafePointer<Int>.self, UnsafeMutableRawBufferPointer.self, [UnsafeRawPointer].self, OpaquePointer.self,
    ]
    for type in types {
      #expect(ValueLayout.of(type).doubt?.hasSuffix("is a reference or a pointer") == true)
    }
  }

  @Test func `a type that leads to types without end is not proven`() {
    let doubt = ValueLayout.of(Nest<Int>.self).doubt
    #expect(doubt?.hasSuffix("types") == true)
  }

  @Test func `a doubt found first does not hide in what is found later`() {
    // Each is a part of the other; asked for in both orders.
    #expect(ValueLayout.of(Ping<Int>.self).isBitwiseComparable && ValueLayout.of(Pong<Int>.self).isBitwiseComparable)
    #expect(doubt(about: Pong<Session>.self) == "Pong<Session>.value: Session is a class")
    #expect(doubt(about: Ping<Session>.self) == "Ping<Session>.pongs[].value: Session is a class")
    #expect(doubt(about: [Ping<Account>].self) == "Array<Ping<Account>>[].pongs[].value.session: Session is a class")
  }

  @Test func `local types are looked into as well`() {
    struct Local<Value> {
      enum Kind { case value(Value), none }
      var kind: Kind
    }
    #expect(ValueLayout.of(Local<String>.self).isBitwiseComparable)
    #expect(doubt(about: Local<Session>.self) == "Local<Session>.kind.value: Session is a class")
  }

  @Test func `a layout is made once`() { #expect(ValueLayout.of([App].self) === ValueLayout.of([App].self)) }
}

// MARK: - Values

extension ValueLayoutTests {
  struct App {
    var name = ""
    var count = 0
    var isOn = false
    var ratio = 0.5
    var screen = Screen.start
    var items: [Item] = []
    var byName: [String: Item?] = [:]

    enum Screen { case start, detail(Item, at: Int), search(text: String, filter: UInt8?) }
    struct Item { var id: UUID, title: Substring, tags: Set<String>, range: ClosedRange<Int>? }
  }

  indirect enum Tree { case leaf, branch(Tree, value: App.Item, Tree) }
  enum List<Value> {
    case end
    indirect case node(Value, List)
  }

  enum Failure: Error { case one, other(code: Int) }

  struct Pair<First, Second> { var first: First, second: Second }
  struct Phantom<Tag> { var value: Int }

  @propertyWrapper struct Clamped { var wrappedValue: Int }
  struct Wrapped { @Clamped var value = 0 }
  struct Lazy { lazy var value = "" }

  struct Outer<First> {
    struct Inner<Second> { var outer: First, own: [Second] }
  }

  final class Immutable: ValueSemantic {
    static var hasValueSemantics: Bool { true }
  }

  /// Like collections of other packages.
  struct Marked<Element>: ValueSemantic {
    final class Storage { var elements: [Element] = [] }
    let flag = false
    let storage = Storage()
    static var hasValueSemantics: Bool { true }
  }

  struct Ping<Value> { var pongs: [Pong<Value>] }
  struct Pong<Value> { var value: Value, ping: [Ping<Value>] }
}

// MARK: - Others

extension ValueLayoutTests {
  final class Session {}
  actor Worker {}
  protocol Shape {}

  struct Account: Hashable {
    var id: Int
    var session: Session
    static func == (left: Account, right: Account) -> Bool { left.id == right.id }
    func hash(into hasher: inout Hasher) { hasher.combine(id) }
  }

  enum Phase { case idle, waiting(Int), running(Account) }
  indirect enum Forest { case empty, tree([Forest], Session?) }
  struct Held { weak var weakly: Session? }
  struct HeldImmutable { weak var weakly: Immutable? }
  struct Unheld { unowned let owner: Session }
  struct Callback { var action: (Int) -> Void }
  struct Erased { var shape: any Shape }
  struct Addressed { var identity: ObjectIdentifier }
  indirect enum Nest<Value> { case end, more(Nest<[Value]>) }

  /// A number that refers to something stored elsewhere.
  struct Stubborn: ValueSemantic {
    var handle: Int
    static var hasValueSemantics: Bool { false }
  }
}
