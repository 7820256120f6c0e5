import FluxtapeJSON
import FluxtapeLogReading
import Testing

@testable import Fluxtape

// Values whose encoding would take unlimited time and memory.

/// A cell of a board that refers to its neighbors.
private final class Cell: Encodable {
  let number: Int
  var neighbors: [Cell] = []

  init(_ number: Int) { self.number = number }

  /// - Returns: The first cell of a square board with `size` cells per side, and all cells.
  static func board(_ size: Int) -> (first: Cell, all: [Cell]) {
    let cells = (0..<size * size).map { Cell($0) }
    for row in 0..<size {
      for column in 0..<size {
        for (down, right) in [(0, 1), (1, 0), (0, -1), (-1, 0)] where (0..<size) ~= row + down && (0..<size) ~= column + right {
          cells[row * size + column].neighbors.append(cells[(row + down) * size + column + right])
        }
      }
    }
    return (cells[0], cells)
  }
}

/// A value that creates two more of its kind whenever it is encoded.
private struct Branch: Encodable, Hashable {
  private enum CodingKeys: CodingKey { case left, right }
  var depth = 0

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(Branch(depth: depth + 1), forKey: .left)
    try container.encode(Branch(depth: depth + 1), forKey: .right)
  }
}

/// The same with containers that are written in turn, which requires a tree.
private struct TurningBranch: Encodable {
  var depth = 0

  func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    var (first, second) = (container.nestedUnkeyedContainer(), container.nestedUnkeyedContainer())
    try first.encode(TurningBranch(depth: depth + 1))
    try second.encode(TurningBranch(depth: depth + 1))
    try first.encode(1)
  }
}

private struct MirroredBranch: CustomReflectable {
  var depth = 0
  var customMirror: Mirror {
    Mirror(self, children: ["left": MirroredBranch(depth: depth + 1), "right": MirroredBranch(depth: depth + 1)])
  }
}

/// Elements that share their memory: a few kilobytes with more JSON than any machine has room for.
private func shared() -> Any {
  var value: Any = [1]
  for _ in 0..<60 { value = [value, value, 0] }
  return value
}

private enum Kind: CaseIterable, Sendable {
  case cells, branch, turning, mirrored, shared, texts, dictionary

  func value() -> Any {
    switch self {
    case .cells: Cell.board(8).first
    case .branch: Branch()
    case .turning: TurningBranch()
    case .mirrored: MirroredBranch()
    case .shared: FluxtapeTests.shared()
    case .texts: Array(repeating: String(repeating: "x", count: 1 << 15), count: 1 << 17)
    case .dictionary: ["a": Branch(), "b": Branch(depth: 1)]
    }
  }
}

@Suite(.timeLimit(.minutes(10))) struct EndlessValuesTests {
  private static let limits = RecorderOptions.Limits(payloadBytes: 1 << 16, stateBytes: 1 << 16, values: 1 << 14)

  @Test(arguments: Kind.allCases)
  private func `an endless payload is cut, and what comes next is whole`(_ kind: Kind) throws {
    let (recorder, sink) = Recorder.inMemory(options: RecorderOptions(limits: Self.limits))
    let tap = recorder.store("s")
    let value = kind.value()
    tap.record("endless", value) {}
    tap.record(action: value) {}
    tap.record("next", ["a": 1]) {}
    let actions = try RecordedLog(sink).actions
    #expect(actions.count == 3)
    for action in actions.prefix(2) { #expect((action.payload?.bytes.count ?? 0) <= 1 << 16) }
    #expect(actions[0].payload?["$truncated"]?["bytes"]?.int ?? 0 > 0)
    #expect(actions[2].payload == ["a": 1])
    #expect(sink.bytes.count < 1 << 18)
  }

  @Test(arguments: Kind.allCases)
  private func `an endless state is left out, and the next one is told`(_ kind: Kind) throws {
    let (recorder, sink) = Recorder.inMemory(options: RecorderOptions(limits: Self.limits))
    let tap = recorder.store("s")
    var state: Any = ["n": 1]
    let value = kind.value()
    tap.reduce(0, into: &state) { state, _ in state = ["n": 2] }
    tap.reduce(1, into: &state) { state, _ in state = value }
    for number in 2..<6 { tap.reduce(number, into: &state) { state, number in state = ["n": number] } }
    let log = try RecordedLog(sink)
    #expect(log.actions[1].outcome.omitted == "limit")
    #expect(try log.states(of: "s").map(\.state).last == ["n": 5])
    #expect(sink.bytes.count < 1 << 18)
  }

  @Test func `an object around itself is told by its type`() throws {
    let cell = Cell(1)
    cell.neighbors = [cell]
    let (recorder, sink) = Recorder.inMemory()
    recorder.store("s").record("cell", cell) {}
    #expect(try RecordedLog(sink).actions[0].payload == ["number": 1, "neighbors": [["$opaque": "Cell"]]])
  }

  @Test func `what is cut does not depend on what was recorded before`() throws {
    func cut(after first: Int) throws -> JSONValue? {
      let (recorder, sink) = Recorder.inMemory(options: RecorderOptions(limits: Self.limits))
      recorder.store("s").record("first", String(repeating: "x", count: first)) {}
      recorder.store("s").record("long", Array(repeating: "0123456789", count: 20_000)) {}
      return try RecordedLog(sink).action("long")?.payload
    }
    #expect(try cut(after: 1) == cut(after: 60_000))
    #expect(try cut(after: 1)?["$truncated"]?["bytes"]?.int ?? 0 > 65_000)
  }

  @Test func `a state of five megabytes is no large one`() {
    struct Row: Encodable {
      let number: Int
      let text: String
    }
    let (recorder, sink) = Recorder.inMemory(options: RecorderOptions(stateTimePerAction: .zero))
    var rows = (0..<2_500).map { Row(number: $0, text: String(repeating: "t", count: 2_000)) }
    recorder.store("s").reduce(1, into: &rows) { rows, _ in rows[0] = rows[1] }
    let text = sink.text
    #expect(!text.contains(#""omitted""#) && !text.contains("truncated"))
    #expect(text.utf8.count > 5_000_000)
  }
}
