import FluxtapeCoding
import FluxtapeDocuments
import FluxtapeJSON
import Foundation
import FluxtapeRandomCases
import Testing

/// Values without any conformance.
struct ReflectionTests {
  private func text(_ value: Any) -> String {
    encodedBothWays(value).text
  }

  struct Point {
    var x = 1
    var y: Double? = nil
    var names: [String: Any] = ["b": Date(timeIntervalSinceReferenceDate: 0), "a": [1, "c"] as [Any]]
    static let zero = 0
    var sum: Int { x }
  }

  @Test func `a struct shows its stored properties in order`() {
    #expect(text(Point()) == #"{"x":1,"y":null,"names":{"a":[1,"c"],"b":"2001-01-01T00:00:00.000000Z"}}"#)
    struct Empty {}
    struct Spoken { var `a b` = 1, pair = (`c d`: 2, 3) }
    #expect(text(Spoken()) == #"{"a b":1,"pair":{"c d":2,"_1":3}}"#)
    #expect(text(Empty()) == "{}")
  }

  @Test func `a field that is Codable takes its own way inside of one that is not`() {
    struct Money: Codable {
      var cents: Int
      func encode(to encoder: any Encoder) throws { try "\(cents) ct".encode(to: encoder) }
    }
    struct Cart { var price = Money(cents: 5), prices: Set = [1], cheapest: Money? = Money(cents: 1) }
    #expect(text(Cart()) == #"{"price":"5 ct","prices":[1],"cheapest":"1 ct"}"#)
  }

  indirect enum Event: Sendable {
    case plain
    case text(String)
    case point(x: Int, y: Int)
    case mixed(Int, name: String)
    case maybe(Int?)
    case void(Void)
    case pair((Int, Int))
    case event(Event)
    case any(any Sendable)
    case function(@Sendable () -> Void)
  }

  @Test(arguments: [
    (Event.plain, #"{"plain":{}}"#), (.text("a"), #"{"text":{"_0":"a"}}"#), (.point(x: 1, y: 2), #"{"point":{"x":1,"y":2}}"#),
    (.mixed(1, name: "n"), #"{"mixed":{"_0":1,"name":"n"}}"#), (.maybe(nil), #"{"maybe":{"_0":null}}"#), (.void(()), #"{"void":{}}"#),
    (.pair((1, 2)), #"{"pair":{"_0":1,"_1":2}}"#), (.event(.text("a")), #"{"event":{"_0":{"text":{"_0":"a"}}}}"#),
    (.any(Data([1])), #"{"any":{"_0":"AQ=="}}"#), (.function({}), #"{"function":{"_0":{"$opaque":"@Sendable () -> ()"}}}"#),
  ]) func `an enum has the form that Codable would synthesize`(_ event: Event, _ json: String) {
    #expect(text(event) == json)
  }

  enum Renamed: String, CustomStringConvertible, CustomDebugStringConvertible {
    case first = "1st"
    case second = "2nd"
    var description: String { "renamed" }
    var debugDescription: String { "renamed" }
  }

  enum Described: CustomStringConvertible {
    case first(Int)
    var description: String { "renamed" }
  }

  @Test func `a case without payload has the name that the enum gives it, others have that in the source`() {
    #expect(text(Renamed.first) == #"{"renamed":{}}"#)
    #expect(text([Renamed.second: 1]) == #"[[{"renamed":{}},1]]"#)
    #expect(text(Described.first(1)) == #"{"first":{"_0":1}}"#)
    #expect(text(Result<Int, Never>.success(1)) == #"{"success":{"_0":1}}"#)
  }

  @Test func `tuples are arrays, or objects as soon as they have names`() {
    #expect(text((1, "a")) == #"[1,"a"]"#)
    #expect(text((1, name: "a")) == #"{"_0":1,"name":"a"}"#)
    #expect(text(()) == "{}")
    #expect(text([(key: 1, value: 2)]) == #"[{"key":1,"value":2}]"#)
  }

  @Test func `collections of other libraries are known by what they show`() {
    struct Bag: CustomReflectable {
      let style: Mirror.DisplayStyle
      var customMirror: Mirror {
        style == .dictionary
          ? Mirror(self, unlabeledChildren: [("b", 1), ("a", 2)], displayStyle: .dictionary)
          : Mirror(self, unlabeledChildren: ["b", "a"], displayStyle: style)
      }
    }
    #expect(text(Bag(style: .collection)) == #"["b","a"]"#)
    #expect(text(Bag(style: .set)) == #"["a","b"]"#)
    #expect(text(Bag(style: .dictionary)) == #"[["a",2],["b",1]]"#)
    #expect(text(Bag(style: .struct)) == #"{"_0":"b","_1":"a"}"#)
    #expect(text(["b", "a"] as NSMutableArray) == #"["b","a"]"#)
    #expect(text(AnySequence([1, 2])).hasPrefix("{"))
  }
}

// MARK: - Storage names

extension ReflectionTests {
  @propertyWrapper struct Clamped { var wrappedValue: Int, limit = 9 }
  @propertyWrapper struct Boxed {
    private var storage: Int
    var wrappedValue: Int { storage }
    init(wrappedValue: Int) { storage = wrappedValue }
  }

  final class Model {
    @Clamped var volume = 3
    @Boxed var level = 4
    lazy var title = "t"
    lazy var unused = "u"
    var _own = 1
    var both = 2
    var _both = 3
    var _$registrar = NSLock()
  }

  @Test func `storage has the name that its author wrote`() {
    let model = Model()
    _ = model.title
    #expect(
      text(model)
        == #"{"volume":3,"level":{"storage":4},"title":"t","unused":null,"own":1,"both":2,"_both":3}"#
    )
  }
}

// MARK: - Objects

extension ReflectionTests {
  class Base { var id = 1 }
  class Middle: Base { var name = "m" }
  final class Leaf: Middle {
    weak var owner: Base?
    var closure: (() -> Void)?
  }

  @Test func `an object shows its superclass first`() {
    let owner = Base()
    let leaf = Leaf()
    leaf.owner = owner
    #expect(text(leaf) == #"{"id":1,"name":"m","owner":{"id":1},"closure":null}"#)
    final class Observer: NSObject { var count = 1 }
    #expect(text(Observer()) == #"{"count":1}"#)
  }

  final class Person {
    var friends: [Person] = []
    var note: String
    init(_ note: String) { self.note = note }
  }

  @Test func `a circle ends where it closes, and the same object twice is shown twice`() {
    let ann = Person("ann")
    let bob = Person("bob")
    ann.friends = [bob, bob]
    #expect(text(ann) == #"{"friends":[{"friends":[],"note":"bob"},{"friends":[],"note":"bob"}],"note":"ann"}"#)
    bob.friends = [ann, bob]
    let back = #"{"$opaque":"ReflectionTests.Person"}"#
    #expect(text(bob) == #"{"friends":[{"friends":[\#(back),\#(back)],"note":"ann"},\#(back)],"note":"bob"}"#)
    ann.friends = []
    bob.friends = []
  }

  @Test func `objects that all know each other come to an end, and each is shown whole at least once`() {
    let crowd = (0..<(triesAll ? 24 : 12)).map { Person("\($0)") }
    for person in crowd { person.friends = crowd }
    defer { for person in crowd { person.friends = [] } }
    let text = written(crowd)
    #expect(throws: Never.self) { try JSONValue(parsing: text) }
    #expect(text.utf8.count < 20_000_000)
    for person in crowd { #expect(text.contains(#""note":"\#(person.note)""#)) }
  }

  class Screen {
    let title = "s"
    unowned let owner: Base
    unowned(unsafe) var other: Base
    init(_ owner: Base) {
      self.owner = owner
      unsafe other = owner
    }
  }
  final class Detail: Screen {
    unowned var _last: Base?
    var count = 1
  }
  struct Link<Value> {
    var value: Value
    var depth = 1
    unowned var base: Base
  }

  @Test func `a reference that may be dangling is not read`() {
    let base = Base()
    let detail = Detail(base)
    detail._last = base
    let link = [Link(value: [1], base: base)]
    let gone = #"{"$opaque":"unowned"}"#
    #expect(
      text((detail, link))
        == #"[{"title":"s","owner":\#(gone),"other":\#(gone),"last":\#(gone),"count":1},[{"value":[1],"depth":1,"base":\#(gone)}]]"#)
  }

  @Test func `an object may outlive those it does not own`() {
    func orphan() -> Detail { Detail(Base()) }
    #expect(text(orphan()).contains(#""owner":{"$opaque":"unowned"}"#))
  }

  actor Account { var balance = 1 }

  @Test func `what may change or moves with each run is opaque`() {
    #expect(text(Account()) == #"{"$opaque":"ReflectionTests.Account"}"#)
    #expect(text(["queue": DispatchQueue.main]) == #"{"queue":{"$opaque":"DispatchQueue"}}"#)
    unsafe withUnsafePointer(to: 1) { #expect(unsafe text($0) == #"{"$opaque":"UnsafePointer<Int>"}"#) }
    struct Holder { let identity = ObjectIdentifier(Int.self), type: Any.Type = Int.self }
    #expect(text(Holder()) == #"{"identity":{"$opaque":"ObjectIdentifier"},"type":{"$opaque":"Int.Type"}}"#)
  }
}

// MARK: - Errors

extension ReflectionTests {
  enum Failure: Error { case refused(code: Int), lost }
  final class SpecialError: NSError, @unchecked Sendable { let extra = 1 }

  @Test func `an error is a value, or domain and code`() {
    #expect(text(Failure.refused(code: 3)) == #"{"refused":{"code":3}}"#)
    #expect(text(["e": Failure.lost as any Error]) == #"{"e":{"$type":"ReflectionTests.Failure","lost":{}}}"#)
    #expect(text(SpecialError(domain: "S", code: 2)) == #"{"domain":"S","code":2}"#)
    #expect(text(Result<Int, any Error>.failure(NSError(domain: "D", code: 1))) == #"{"failure":{"_0":{"domain":"D","code":1}}}"#)
  }
}
