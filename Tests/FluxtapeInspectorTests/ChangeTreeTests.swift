import FluxtapeDocuments
import FluxtapeHistory
import FluxtapeJSON
import Testing

@testable import FluxtapeInspector

/// Where the Diff and State panes list the changes of a value.
struct ChangeTreeTests {
  @Test(arguments: [
    // The element moved.
    (#"[{"id":1,"y":1},{"id":2,"y":2},{"id":3,"y":3}]"#, #"[{"id":2,"y":2},{"id":3,"y":3},{"id":1}]"#, ["/2/y"]),
    // Elements around it were removed or added.
    (#"[{"id":1},{"id":2,"y":1}]"#, #"[{"id":2}]"#, ["/0", "/0/y"]),
    (#"{"a":[{"id":1,"y":{"z":1}}]}"#, #"{"a":[{"id":2},{"id":1,"y":{}}]}"#, ["/a/1/y/z"]),
    // A key like an index is no index.
    (#"{"0":0,"1":{"y":1}}"#, #"{"1":{}}"#, ["/0", "/1/y"]),
  ])
  func `a removed member is listed below what is left of its container`(old: String, new: String, removed: [String]) throws {
    let (old, new) = (try JSONNode(parsing: old), try JSONNode(parsing: new))
    let tree = ChangeTree(changes(from: old, to: new))
    let diff = DiffRows.rows(of: tree, store: "a", old: old, new: new, showsUnchanged: false)
    #expect(diff.filter { $0.sign == .removed }.map(\.place.path.description).sorted() == removed)
    let state = JSONTree.rows(of: new, store: "a", folds: Folds(), changes: tree)
    #expect(state.filter { $0.sign == .removed }.compactMap(\.place?.path.description).sorted() == removed)
  }

  @Test(arguments: [
    // An element was added before it.
    (#"[{"id":1,"y":1,"z":1}]"#, #"[{"id":2},{"id":1}]"#),
    // It moved.
    (#"[{"id":1,"o":{"x":1,"y":1,"z":1}},{"id":2},{"id":3}]"#, #"[{"id":2},{"id":3},{"id":1,"o":{"w":1}}]"#),
    // Its container has another place.
    (#"[{"id":1,"c":[{"id":2,"y":1,"z":1}]}]"#, #"[{"id":3},{"id":1,"c":[{"id":4},{"id":2}]}]"#),
  ])
  func `an element with another place has the size of its own old value`(old: String, new: String) throws {
    let (old, new) = (try JSONNode(parsing: old), try JSONNode(parsing: new))
    let diff = DiffRows.rows(of: ChangeTree(changes(from: old, to: new)), store: "a", old: old, new: new, showsUnchanged: false)
    let sizes = diff.compactMap { if case .inside(let old, let new) = $0.content, new.kind == .object { old?.count } else { nil } }
    #expect(sizes.last == 3, "\(diff)")
  }
}

extension DetailRow {
  /// The kind of change in the row's value.
  var sign: Sign? {
    switch content {
    case .tree(let row): row.sign
    case .change(let row): row.sign
    case .field, .text, .caret: nil
    }
  }
}
