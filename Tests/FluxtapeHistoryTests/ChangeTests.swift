import FluxtapeHistory
import FluxtapeDocuments
import FluxtapeJSON
import Testing

struct ChangeTests {
  struct Case: CustomTestStringConvertible {
    let old: JSONValue
    let new: JSONValue
    let changes: [String]
    var testDescription: String { "\(old.text) → \(new.text)" }

    init(_ old: JSONValue, _ new: JSONValue, _ changes: String...) {
      self.old = old
      self.new = new
      self.changes = changes
    }
  }

  static func outline(_ change: Change) -> String {
    switch change.kind {
    case .added(let value): "+\(change.pointer) \(value.text)"
    case .removed(let value): "-\(change.pointer) \(value.text)"
    case .replaced(let old, let new): "~\(change.pointer) \(old.text) → \(new.text)"
    case .moved(let from): ">\(change.pointer) from \(from)"
    }
  }

  static let cases = [
    Case(1, 1),
    Case(1, 2, "~ 1 → 2"),
    Case(1, ["a": 1], #"~ 1 → {"a":1}"#),
    Case(["a": 1, "b": 2], ["b": 2, "a": 1]),
    Case(["a": 1], ["a": .null], "~/a 1 → null"),
    Case(["a": 1, "b": 2, "c": 3], ["c": 4, "d": 5, "a": 1], "~/c 3 → 4", "+/d 5", "-/b 2"),
    Case(["a/b": ["~": 1]], ["a/b": ["~": 2]], "~/a~1b/~0 1 → 2"),
    Case(["items": ["x", "y"]], ["items": ["new", "x", "y"]], #"+/items/0 "new""#),
    Case(["x", "y", "z"], ["x", "z"], #"-/1 "y""#),
    Case(["x", "y", "z"], ["z", "x", "y"], ">/0 from /2"),
    Case([["id": 1, "n": 1], ["id": 2, "n": 1]], [["id": 1, "n": 1], ["id": 2, "n": 5]], "~/1/n 1 → 5"),
    Case(
      [["id": 1, "n": 1], ["id": 2, "n": 1], ["id": 3, "n": 1]], [["id": 9, "n": 0], ["id": 1, "n": 1], ["id": 3, "n": 7]],
      #"+/0 {"id":9,"n":0}"#, #"-/1 {"id":2,"n":1}"#, "~/2/n 1 → 7"),
    Case([], [1], "+/0 1"),
    Case([1], [], "-/0 1"),
    Case("é", "e\u{301}", "~ \"é\" → \"e\u{301}\""),
    Case(["n": .number(JSONNumber(UInt64.max))], ["n": 1], "~/n 18446744073709551615 → 1"),
  ]

  @Test(arguments: cases)
  func `changes are told in the order of the new value`(_ example: Case) {
    #expect(changes(from: example.old, to: example.new).map(Self.outline) == example.changes)
  }

  static let small: [JSONValue] = [0, 1, "a", ["k": 0], ["k": 1, "l": 2]]

  /// All arrays of up to three of the small values.
  static let arrays: [[JSONValue]] = {
    var arrays: [[JSONValue]] = [[]]
    for length in 1...3 {
      arrays += arrays.filter { $0.count == length - 1 }.flatMap { array in small.map { array + [$0] } }
    }
    return arrays
  }()

  @Test func `a change equals one that is made of its pointer and kind`() {
    let pointer = JSONPointer(tokens: ["list", "0"])
    let added = Change(pointer: pointer, kind: .added(JSONNode(JSONValue.string("x"))))
    #expect(changes(from: ["list": []] as JSONValue, to: ["list": ["x"]] as JSONValue) == [added])
    #expect(Set(changes(from: ["list": []] as JSONValue, to: ["list": ["x"]] as JSONValue)) == [added])
  }

  @Test func `pointers name what is there, in the old value and in the new`() {
    for old in Self.arrays {
      for new in Self.arrays where old.count + new.count <= 5 {
        let (oldValue, newValue) = (JSONValue.array(old), JSONValue.array(new))
        let found = changes(from: oldValue, to: newValue)
        #expect(found.isEmpty == (oldValue == newValue))
        for change in found {
          switch change.kind {
          case .added(let value): #expect(newValue[change.pointer] == value.value)
          case .removed(let value): #expect(oldValue[change.pointer] == value.value)
          case .replaced(let was, let value):
            #expect(newValue[change.pointer] == value.value)
            #expect(was != value)
          case .moved(let from): #expect(oldValue[from] == newValue[change.pointer])
          }
        }
        let balance = found.reduce(0) { count, change in
          guard change.pointer.tokens.count == 1 else { return count }
          switch change.kind {
          case .added: return count + 1
          case .removed: return count - 1
          case .replaced, .moved: return count
          }
        }
        #expect(balance == new.count - old.count, "\(oldValue.text) → \(newValue.text)")
      }
    }
  }
}
