import FluxtapeDocuments
import FluxtapeJSON
import FluxtapeRandomCases
import Testing

@testable import FluxtapeCoding

/// States at the edge of what can be compared.
struct DeltaLimitTests {
  struct Row: Codable, Sendable {
    var name: String
    var rows: [Row]
  }

  /// Not `Encodable`, so that both ends of every link are objects.
  final class Cell {
    var number = 0
    var neighbors: [Cell] = []
  }

  static func chain(_ depth: Int, _ name: String) -> Row {
    (0..<depth).reduce(Row(name: name, rows: [])) { row, _ in Row(name: "r", rows: [row]) }
  }

  final class Link: Encodable {
    var name: String
    var next: [Link]
    init(name: String, next: [Link]) { (self.name, self.next) = (name, next) }
  }

  static func links(_ depth: Int, _ name: String) -> Link {
    (0..<depth).reduce(Link(name: name, next: [])) { link, _ in Link(name: "r", next: [link]) }
  }

  /// Runs `body` deeper in the stack.
  @inline(never) private static func below(_ kilobytes: Int, _ body: () throws -> Void) rethrows {
    if kilobytes <= 0 { return try body() }
    try unsafe withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 16) { memory in
      unsafe memory[0] = 1
      try below(kilobytes - 4, body)
    }
  }

  private static func next(_ depth: Int, _ step: Int) -> (row: Row, link: Link) {
    (chain(depth, "\(step)"), links(depth, "\(step)"))
  }

  // 512 kB is the stack of all threads but the main one on Apple's systems. How deep a value is encoded depends on the remaining stack, so
  // a patch must still fit the document that was written before.
  @Test(arguments: [512, 8192]) func `states that are too deep for a thread are followed as far as they are written`(kilobytes: Int) throws
  {
    try onThread(stackKilobytes: kilobytes) {
      for depth in triesAll ? [20, 63, 64, 65, 120, 300] : [20, 63, 64, 65, 300] {
        let delta = (ImageComparison(rules: .plain), ImageComparison(rules: .plain))
        var document: (JSONValue?, JSONValue?)
        for (step, used) in [0, 100, 0, 200, 50, 150, 0].enumerated() {
          let state = Self.next(depth, step)
          try Self.below(used) {
            try Self.follow(state.row, delta.0, &document.0)
            try Self.follow(state.link, delta.1, &document.1)
          }
        }
      }
    }
  }

  private struct Mismatch: Error {}

  /// Does not compare with another writer, which would run with another amount of stack.
  private static func follow<State>(_ state: State, _ delta: ImageComparison, _ document: inout JSONValue?) throws {
    var patch: [UInt8] = []
    let isPatched = delta.advance(to: state, named: "store", appendingTo: &patch) != nil
    var whole: [UInt8] = []
    delta.appendWhole(to: &whole)
    let json = try JSONValue(parsing: whole)
    if let before = document, isPatched {
      guard try JSONPatch(decoding: JSONValue(parsing: patch)).applied(to: before) == json else { throw Mismatch() }
    }
    document = json
  }

  @Test func `objects that come again and again count as they do in the whole`() throws {
    let cells = (0..<36).map { _ in Cell() }
    defer { cells.forEach { $0.neighbors = [] } }
    for (place, cell) in cells.enumerated() {
      let (row, column) = (place / 6, place % 6)
      for other in [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]
      where (0..<6).contains(other.0) && (0..<6).contains(other.1) {
        cell.neighbors.append(cells[other.0 * 6 + other.1])
      }
    }
    let delta = ImageComparison(rules: .plain)
    var nothing: [UInt8] = [], kept: [UInt8] = [], whole: [UInt8] = []
    #expect(delta.advance(to: cells, named: "cells", appendingTo: &nothing) == nil)
    delta.appendWhole(to: &kept)
    ImageComparison(rules: .plain).append(cells, named: "cells", to: &whole)
    let isSame = kept == whole
    #expect(isSame)
  }
}

// MARK: - Parts whose encoding depends on their place

extension DeltaLimitTests {
  /// Encodes its coding path if `isCurious`.
  struct Curious: Encodable {
    var number: Int
    var isCurious: Bool
    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(isCurious ? encoder.codingPath.map(\.stringValue).joined(separator: "/") : "\(number)")
    }
  }

  @Test func `a value that asks for its path ends the trust in parts, with one whole state`() throws {
    let delta = ImageComparison(rules: .plain)
    func advance(_ state: [String: [Curious]]) -> String? {
      var bytes: [UInt8] = []
      return delta.advance(to: state, named: "n", appendingTo: &bytes).map { _ in String(decoding: bytes, as: UTF8.self) }
    }
    let quiet = Curious(number: 1, isCurious: false), curious = Curious(number: 1, isCurious: true)
    #expect(advance(["a": [quiet]]) == nil)
    #expect(advance(["a": [quiet, quiet]]) == #"[{"op":"add","path":"/a/1","value":"1"}]"#)
    #expect(advance(["a": [quiet, curious]]) == nil)
    var whole: [UInt8] = []
    delta.appendWhole(to: &whole)
    #expect(String(decoding: whole, as: UTF8.self) == #"{"a":["1","a/1"]}"#)
    // Only its place changed.
    #expect(
      advance(["a": [curious]])
        == #"[{"op":"remove","path":"/a/0"},{"op":"replace","path":"/a/0","value":"a/0"}]"#)
  }

  @Test func `wide numbers are members like any other`() throws {
    struct Wide: Encodable {
      var first = 1
      var wide = Int128(2)
      var list = [UInt128(3)]
    }
    let store = try FollowedDocument(Wide())
    var next = Wide()
    next.wide = 4
    #expect(try store.advance(to: next) == #"[{"op":"replace","path":"/wide","value":4}]"#)
  }
}
