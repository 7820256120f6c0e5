import FluxtapeCoding
import FluxtapeDocuments
import FluxtapeJSON
import FluxtapeReplay
import Testing

enum CartAction: Codable, Equatable, Sendable {
  case itemAdded(sku: String)
  case renamed(String)
  case moved(from: Int, Int)
  case noted(String?)
  case cleared
}

enum RowsAction: Codable, Equatable, Sendable { case qtyChanged(row: Int), sorted }

enum ShelfAction: Codable, Equatable, Sendable {
  case rows(RowsAction)
  case row(id: Int, action: RowsAction)
  case labelled(action: RowsAction)
  indirect case again(ShelfAction)
}

enum AppAction: Codable, Equatable, Sendable {
  case cart(CartAction)
  case shelf(ShelfAction)
  case add(AddItemAction)
  case tick
}

struct AddItemAction: Codable, Equatable, Sendable { var sku: String }

/// A description: its action, and its three parts.
struct DescriptionCase: CustomTestStringConvertible, Sendable {
  let action: @Sendable () -> Any
  let type: String
  let path: String?
  let payload: String?

  init(_ action: @autoclosure @escaping @Sendable () -> Any, _ type: String, case path: String? = nil, payload: String? = nil) {
    self.action = action
    self.type = type
    self.path = path
    self.payload = payload
  }

  var testDescription: String { type }
}

struct ActionDescriptionTests {
  @Test(arguments: plain + nested + plainReflected + custom + others)
  func `an action has type, case and payload`(_ expected: DescriptionCase) {
    let description = ActionDescription(of: expected.action())
    #expect(description.type == expected.type)
    #expect(description.case == expected.path)
    #expect(description.payload?.text == expected.payload)
  }

  static let plain = [
    DescriptionCase(CartAction.itemAdded(sku: "p7"), "CartAction.itemAdded", case: "itemAdded", payload: #"{"sku":"p7"}"#),
    DescriptionCase(CartAction.renamed("Ada"), "CartAction.renamed", case: "renamed", payload: #"{"_0":"Ada"}"#),
    DescriptionCase(CartAction.moved(from: 1, 2), "CartAction.moved", case: "moved", payload: #"{"from":1,"_1":2}"#),
    DescriptionCase(CartAction.noted(nil), "CartAction.noted", case: "noted"),
    DescriptionCase(CartAction.cleared, "CartAction.cleared", case: "cleared"),
    DescriptionCase(CartAction?.some(.cleared) as Any, "CartAction.cleared", case: "cleared"),
    DescriptionCase(AnyHashable(Plain.Action.go), "ActionDescriptionTests.Plain.Action.go", case: "go"),
  ]

  static let nested = [
    DescriptionCase(AppAction.tick, "AppAction.tick", case: "tick"),
    DescriptionCase(AppAction.cart(.cleared), "cart.cleared", case: "cart.cleared"),
    DescriptionCase(AppAction.cart(.renamed("A")), "cart.renamed", case: "cart.renamed", payload: #"{"_0":"A"}"#),
    DescriptionCase(
      AppAction.shelf(.rows(.qtyChanged(row: 1))), "shelf.rows.qtyChanged", case: "shelf.rows.qtyChanged", payload: #"{"row":1}"#),
    DescriptionCase(AppAction.shelf(.again(.rows(.sorted))), "shelf.again.rows.sorted", case: "shelf.again.rows.sorted"),
    DescriptionCase(ShelfAction.row(id: 4, action: .sorted), "ShelfAction.row", case: "row", payload: #"{"id":4,"action":{"sorted":{}}}"#),
    DescriptionCase(ShelfAction.labelled(action: .sorted), "ShelfAction.labelled", case: "labelled", payload: #"{"action":{"sorted":{}}}"#),
    DescriptionCase(AppAction.add(AddItemAction(sku: "p")), "AppAction.add", case: "add", payload: #"{"_0":{"sku":"p"}}"#),
  ]

  // The same types without a conformance.
  enum Plain {
    enum Action: Hashable { case go, say(String), move(from: Int, Int), inner(InnerAction) }
    enum InnerAction: Hashable { case done(at: Int), failed }
  }

  static let plainReflected = [
    DescriptionCase(Plain.Action.go, "ActionDescriptionTests.Plain.Action.go", case: "go"),
    DescriptionCase(Plain.Action.say("x"), "ActionDescriptionTests.Plain.Action.say", case: "say", payload: #"{"_0":"x"}"#),
    DescriptionCase(
      Plain.Action.move(from: 1, 2), "ActionDescriptionTests.Plain.Action.move", case: "move", payload: #"{"from":1,"_1":2}"#),
    DescriptionCase(Plain.Action.inner(.done(at: 1)), "inner.done", case: "inner.done", payload: #"{"at":1}"#),
    DescriptionCase(Plain.Action.inner(.failed), "inner.failed", case: "inner.failed"),
  ]

  // Encodings that do not show the case.
  enum Named: String, Codable { case begun = "BEGUN" }
  enum RenamedAction: Codable {
    case begun(Int)
    enum CodingKeys: String, CodingKey { case begun = "BEGUN" }
  }
  enum WrappingAction: Codable { case named(NamedAction) }
  enum NamedAction: String, Codable { case begun = "BEGUN" }
  enum Tagged: Encodable {
    case begun(Int)
    func encode(to encoder: any Encoder) throws { try ["kind": "begun"].encode(to: encoder) }
  }
  enum Bare: Encodable {
    case begun(Int)
    func encode(to encoder: any Encoder) throws { try ["begun": 5].encode(to: encoder) }
  }
  enum Dotted: Codable { case `a.b`(Int), `a b` }
  enum Described: Codable, CustomStringConvertible {
    case begun, ended(Int)
    var description: String { "something" }
  }
  enum ReflectedAction: CustomStringConvertible {
    case begun
    var description: String { "something" }
  }
  enum DescribingAction { case inner(ReflectedAction) }
  enum Distorted: CustomStringConvertible, CustomReflectable {
    case begun, ended(Int)
    var description: String { "something" }
    var customMirror: Mirror { Mirror(self, children: ["shown": 1], displayStyle: .struct) }
  }

  static let custom = [
    DescriptionCase(Named.begun, "ActionDescriptionTests.Named.begun", payload: #""BEGUN""#),
    DescriptionCase(RenamedAction.begun(1), "ActionDescriptionTests.RenamedAction.begun", payload: #"{"BEGUN":{"_0":1}}"#),
    DescriptionCase(WrappingAction.named(.begun), "named.begun", payload: #"{"named":{"_0":"BEGUN"}}"#),
    DescriptionCase(Tagged.begun(1), "ActionDescriptionTests.Tagged.begun", payload: #"{"kind":"begun"}"#),
    DescriptionCase(Bare.begun(1), "ActionDescriptionTests.Bare.begun", case: "begun", payload: "5"),
    DescriptionCase(Dotted.`a.b`(1), "ActionDescriptionTests.Dotted.a.b", payload: #"{"a.b":{"_0":1}}"#),
    DescriptionCase(Dotted.`a b`, "ActionDescriptionTests.Dotted.a b", case: "a b"),
    DescriptionCase(Distorted.begun, "ActionDescriptionTests.Distorted", payload: #"{"shown":1}"#),
    DescriptionCase(Distorted.ended(1), "ActionDescriptionTests.Distorted", payload: #"{"shown":1}"#),
    DescriptionCase(Described.begun, "ActionDescriptionTests.Described.begun", case: "begun"),
    DescriptionCase(Described.ended(1), "ActionDescriptionTests.Described.ended", case: "ended", payload: #"{"_0":1}"#),
    DescriptionCase(ReflectedAction.begun, "ActionDescriptionTests.ReflectedAction.something", case: "something"),
    DescriptionCase(DescribingAction.inner(.begun), "inner.something", case: "inner.something"),
  ]

  struct Tick {}
  final class Counter { let by = 2 }
  private struct Hidden: Codable { var text = "a" }

  static let others = [
    DescriptionCase(AddItemAction(sku: "p7"), "AddItemAction", payload: #"{"sku":"p7"}"#),
    DescriptionCase(Tick(), "ActionDescriptionTests.Tick"),
    DescriptionCase(Counter(), "ActionDescriptionTests.Counter", payload: #"{"by":2}"#),
    DescriptionCase(Hidden(), "ActionDescriptionTests.Hidden", payload: #"{"text":"a"}"#),
    DescriptionCase("increment", "String", payload: #""increment""#),
    DescriptionCase({ (_: Int) in } as (Int) -> Void, "(Int) -> ()"),
  ]
}

// MARK: - Reading back

extension ActionDescriptionTests {
  @Test(arguments: [
    AppAction.tick, .cart(.cleared), .cart(.itemAdded(sku: "a")), .cart(.moved(from: 1, 2)), .cart(.noted(nil)), .cart(.noted("")),
    .shelf(.rows(.sorted)), .shelf(.row(id: 1, action: .sorted)), .shelf(.again(.again(.labelled(action: .qtyChanged(row: 3))))),
    .add(AddItemAction(sku: "")),
  ]) func `an action comes back from its case and payload`(_ action: AppAction) throws {
    let described = ActionDescription(of: action)
    let json = ActionDescription.decodable(case: described.case, payload: described.payload)
    #expect(try ValueDecoder().decode(AppAction.self, from: json) == action)
    #expect(described.decodable == json)
  }

  @Test func `an action without a case comes back from its payload`() throws {
    #expect(try ValueDecoder().decode(AddItemAction.self, from: ActionDescription(of: AddItemAction(sku: "a")).decodable).sku == "a")
    #expect(try ValueDecoder().decode(Named.self, from: ActionDescription(of: Named.begun).decodable) == .begun)
    struct Nothing: Codable {}
    _ = try ValueDecoder().decode(Nothing.self, from: ActionDescription(of: Nothing()).decodable)
  }

  @Test func `an action that nests itself far too deep still has a name`() {
    var action = ShelfAction.rows(.sorted)
    for _ in 0..<500 { action = .again(action) }
    let description = ActionDescription(of: action)
    #expect(description.case == description.type && description.type.hasPrefix("again.again.") && description.type.utf8.count < 500)
  }

  @Test func `a path reads as the objects that it is made of`() {
    #expect(
      ActionDescription.decodable(case: "cart.rows.qtyChanged", payload: ["row": 1]).text
        == #"{"cart":{"_0":{"rows":{"_0":{"qtyChanged":{"row":1}}}}}}"#
    )
    #expect(ActionDescription.decodable(case: "cleared", payload: nil).text == #"{"cleared":{}}"#)
    #expect(ActionDescription.decodable(case: nil, payload: nil).text == "{}")
    #expect(ActionDescription.decodable(case: nil, payload: 5).text == "5")
  }
}

/// What the record of an action says of it, without rules.
private struct ActionDescription {
  let type: String
  let `case`: String?
  let payload: JSONValue?

  init(of action: Any) {
    let writer = ActionWriter(rules: .plain) { _, _, _ in [] }
    let name = writer.describe(action)
    (type, self.case) = (name.type, name.enumCase)
    payload = writer.payload.isEmpty ? nil : try? JSONValue(parsing: writer.payload)
  }

  var decodable: JSONValue { Self.decodable(case: self.case, payload: payload) }

  static func decodable(case path: String?, payload: JSONValue?) -> JSONValue { RecordedAction.decodable(case: path, payload: payload) }
}
