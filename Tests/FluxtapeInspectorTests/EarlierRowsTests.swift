import FluxtapeDocuments
import FluxtapeHistory
import FluxtapeJSON
import FluxtapeRandomCases
import Testing

@testable import FluxtapeInspector

/// Rows that a tree takes over from the one before.
struct EarlierRowsTests {
  /// Steps of a state with objects, lists and a list in pages, while containers are opened and closed and the cursor keeps paths.
  @Test(arguments: seeds(4))
  func `rows that are taken over are those that would be made`(seed: Int) throws {
    var random = SplitMix64(seed: seed)
    var folds = Folds()
    if seed % 2 == 0 { folds.setAll(at: Folds.Place(store: "a", path: JSONPointer()), open: true) }
    var focus: JSONPointer?
    var state = try JSONNode(parsing: Self.document(items: seed % 4 < 2 ? 230 : 12))
    var pane: DetailPane?
    for step in 0..<30 {
      let new = step % 10 == 9 ? try JSONNode(parsing: state.text) : try state.applying(Self.edit(of: state, with: &random))
      let changes = ChangeTree(FluxtapeHistory.changes(from: state, to: new))
      if Int.random(in: 0..<4, using: &random) == 0 { focus = Self.path(in: state, with: &random) }
      if Int.random(in: 0..<6, using: &random) == 0 {
        folds.set(Folds.Place(store: "a", path: Self.path(in: new, with: &random)), open: Bool.random(using: &random))
      }
      let choices = EarlierRows.Choices(folds: folds, showsChangesOnly: false, focus: focus.map { ["a": $0] } ?? [:])
      func rows(_ earlier: EarlierRows) -> [DetailRow] {
        JSONTree.rows(of: new, store: "a", folds: folds, focus: focus, changes: changes, earlier: earlier)
      }
      let made = rows(EarlierRows())
      let taken = rows(EarlierRows(of: "a", in: pane, choices: choices))
      #expect(taken.map(Self.words) == made.map(Self.words))
      pane = DetailPane(rows: taken, choices: choices)
      state = new
    }
  }

  @Test func `rows of unchanged values are the same rows`() throws {
    var folds = Folds()
    folds.setAll(at: Folds.Place(store: "a", path: JSONPointer()), open: true)
    let state = try JSONNode(parsing: Self.document(items: 12))
    let choices = EarlierRows.Choices(folds: folds, showsChangesOnly: false, focus: [:])
    let pane = DetailPane(rows: JSONTree.rows(of: state, store: "a", folds: folds), choices: choices)
    var earlier = EarlierRows(of: "a", in: pane, choices: choices)
    guard case .tree(let items) = pane.rows[0].content else { throw NotATree() }
    let position = earlier.enter(items)
    #expect(position == 0)
    // The list, its 12 items, and three values in each.
    #expect(earlier.rows(of: items, at: 0, room: 49)?.count == 49)
    #expect(earlier.rows(of: items, at: 0, room: 48) == nil)
    // With other choices, none is taken over.
    folds.set(items.place, open: false)
    let others = EarlierRows.Choices(folds: folds, showsChangesOnly: false, focus: [:])
    var none = EarlierRows(of: "a", in: pane, choices: others)
    #expect(none.enter(items) == nil)
  }

  @Test func `the limit of rows is where it would be`() throws {
    var folds = Folds()
    folds.setAll(at: Folds.Place(store: "a", path: JSONPointer()), open: true)
    let choices = EarlierRows.Choices(folds: folds, showsChangesOnly: false, focus: [:])
    var state = try JSONNode(parsing: Self.document(items: 7000))
    var pane = DetailPane(rows: JSONTree.rows(of: state, store: "a", folds: folds), choices: choices)
    // The second item loses its rows, gets them again, and more.
    for value in ["7", #"{"id":"p1","qty":{"n":1}}"#, #"{"id":"p1","qty":{"n":1},"more":[1,2]}"#] {
      let new = try state.applying(JSONNode(parsing: #"[{"op":"replace","path":"/items/1","value":\#(value)}]"#))
      let changes = ChangeTree(FluxtapeHistory.changes(from: state, to: new))
      let made = JSONTree.rows(of: new, store: "a", folds: folds, changes: changes)
      let taken = JSONTree.rows(
        of: new, store: "a", folds: folds, changes: changes, earlier: EarlierRows(of: "a", in: pane, choices: choices))
      #expect(made.count > JSONTree.limit && made.contains { $0.hiddenByLimit > 0 })
      #expect(taken.count == made.count && taken.suffix(400).map(Self.words) == made.suffix(400).map(Self.words))
      pane = DetailPane(rows: taken, choices: choices)
      state = new
    }
  }

  private struct NotATree: Error {}

  private static func document(items: Int) -> String {
    let list = (0..<items).map { #"{"id":"p\#($0)","qty":{"n":\#($0)}}"# }.joined(separator: ",")
    return #"{"items":[\#(list)],"user":{"name":"Ann","tags":["x","y"]},"total":3}"#
  }

  /// Everything that a row shows.
  private static func words(_ row: DetailRow) -> String {
    guard case .tree(let row) = row.content else { return "no tree" }
    let signs = "\(row.sign.map { "\($0)" } ?? "-") \(row.note ?? "-")"
    return "\(row.place) \(row.depth) \(row.label) \(row.fold) \(signs) \(row.was?.text ?? "-") \(row.value?.text ?? "-")"
  }

  /// The path of a value, which may be gone later.
  private static func path(in state: JSONNode, with random: inout SplitMix64) -> JSONPointer {
    let item = JSONPointer(tokens: ["items"]).appending(Int.random(in: 0..<max(state["items"]?.count ?? 1, 1), using: &random))
    return [JSONPointer(tokens: ["items"]), item, item.appending("qty"), item.appending("id"), JSONPointer(tokens: ["user", "tags"])]
      .randomElement(using: &random) ?? item
  }

  private static func edit(of state: JSONNode, with random: inout SplitMix64) throws -> JSONNode {
    let count = state["items"]?.count ?? 0
    let index = Int.random(in: 0..<max(count, 1), using: &random)
    let operations = [
      #"{"op":"replace","path":"/items/\#(index)/qty/n","value":\#(Int.random(in: 0...99, using: &random))}"#,
      #"{"op":"replace","path":"/items/\#(index)","value":{"id":"new","qty":{"n":0}}}"#,
      #"{"op":"add","path":"/items/\#(index)","value":{"id":"q","qty":{"n":1}}}"#,
      #"{"op":"remove","path":"/items/\#(index)"}"#,
      #"{"op":"replace","path":"/user/name","value":"Bo"}"#,
      #"{"op":"add","path":"/user/tags/0","value":{"deep":[1]}}"#,
    ]
    // An empty list can only grow.
    let chosen = count == 0 ? 2 : Int.random(in: 0..<operations.count, using: &random)
    return try JSONNode(parsing: "[\(operations[chosen])]")
  }
}
