import FluxtapeJSON
import FluxtapeLog
import FluxtapeLogReading
import FluxtapeLocking
import FluxtapeRandomCases
import Testing

@testable import Fluxtape

// An `encode(to:)` that never ends: the limits end it.

/// Counts the steps of endless code, and ends it if no limit does. The test then fails instead of hanging.
private final class Steps: Sendable {
  @TaskLocal static var current = Steps()

  private let taken = Locked(0)

  var count: Int { taken.withLock { $0 } }

  func take() throws {
    let count = taken.withLock { taken in
      taken += 1
      return taken
    }
    if count > Self.most { throw NeverEnds() }
  }

  /// More than the limits of these tests allow.
  static let most = 1 << 19
}

private struct NeverEnds: Error {}

private struct TextKey: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }
  init(_ text: String) { stringValue = text }
  init?(stringValue: String) { self.init(stringValue) }
  init?(intValue: Int) { nil }
}

/// The kinds of endless `encode(to:)`.
private enum Loop: String, CaseIterable, Codable, Sendable {
  case elements, elementsByCount, texts, members, sameMember, single, nestedArrays, nestedObjects, superElements, inTurn, inTurnTexts
  case caught, translated
  // These nest, and end at the limit of depth.
  case deeperObjects, deeperArrays, deeperMemberEncoders, deeperElementEncoders

  var isDeep: Bool {
    switch self {
    case .deeperObjects, .deeperArrays, .deeperMemberEncoders, .deeperElementEncoders: true
    default: false
    }
  }
}

/// Encodes itself endlessly, or not.
private struct Endless: Encodable, Hashable {
  var loop: Loop
  var isOn = true

  func encode(to encoder: any Encoder) throws {
    guard isOn else {
      var container = encoder.singleValueContainer()
      return try container.encode(loop.rawValue)
    }
    switch loop {
    case .elements, .elementsByCount, .texts, .caught, .translated: try encodeElements(encoder.unkeyedContainer())
    case .members, .sameMember: try encodeMembers(encoder.container(keyedBy: TextKey.self))
    case .single: try encodeSingles(encoder.singleValueContainer())
    case .nestedArrays, .nestedObjects, .superElements: try encodeNested(encoder.unkeyedContainer())
    case .inTurn, .inTurnTexts: try encodeInTurn(encoder.unkeyedContainer())
    case .deeperObjects: try encodeDeeper(encoder.container(keyedBy: TextKey.self))
    case .deeperArrays: try encodeDeeper(encoder.unkeyedContainer())
    case .deeperMemberEncoders, .deeperElementEncoders: try encodeThroughEncoders(encoder)
    }
  }

  private static let text = String(repeating: "x", count: 1 << 12)

  private func encodeElements(_ container: any UnkeyedEncodingContainer) throws {
    var container = container
    while loop != .elementsByCount || container.count < .max {
      try Steps.current.take()
      switch loop {
      case .texts: try container.encode(Self.text)
      case .caught:
        try? container.encode(1)
        // A `try?` cannot be interrupted. This one ends itself, far beyond the limits.
        if Steps.current.count.isMultiple(of: 1 << 13) { return }
      case .translated: do { try container.encode(1) } catch { throw NeverEnds() }
      default: try container.encode(1)
      }
    }
  }

  private func encodeMembers(_ container: KeyedEncodingContainer<TextKey>) throws {
    var (container, number) = (container, 0)
    while true {
      try Steps.current.take()
      if loop == .members { number += 1 }
      try container.encode(1, forKey: TextKey("key\(number)"))
    }
  }

  private func encodeSingles(_ container: any SingleValueEncodingContainer) throws {
    var container = container
    while true {
      try Steps.current.take()
      try container.encode(1)
    }
  }

  private func encodeNested(_ container: any UnkeyedEncodingContainer) throws {
    var container = container
    while true {
      try Steps.current.take()
      switch loop {
      case .nestedArrays:
        var nested = container.nestedUnkeyedContainer()
        try nested.encode(1)
      case .nestedObjects:
        var nested = container.nestedContainer(keyedBy: TextKey.self)
        try nested.encode(1, forKey: TextKey("a"))
      default:
        var single = container.superEncoder().singleValueContainer()
        try single.encode(1)
      }
    }
  }

  private func encodeInTurn(_ container: any UnkeyedEncodingContainer) throws {
    var container = container
    var (first, second) = (container.nestedUnkeyedContainer(), container.nestedUnkeyedContainer())
    while true {
      try Steps.current.take()
      try first.encode(1)
      if loop == .inTurnTexts { try second.encode(Self.text) } else { try second.encode(2) }
    }
  }

  private func encodeDeeper(_ container: KeyedEncodingContainer<TextKey>) throws {
    var container = container
    while true {
      try Steps.current.take()
      try container.encode(1, forKey: TextKey("a"))
      container = container.nestedContainer(keyedBy: TextKey.self, forKey: TextKey("b"))
    }
  }

  private func encodeDeeper(_ container: any UnkeyedEncodingContainer) throws {
    var container = container
    while true {
      try Steps.current.take()
      try container.encode(1)
      container = container.nestedUnkeyedContainer()
    }
  }

  private func encodeThroughEncoders(_ encoder: any Encoder) throws {
    try Steps.current.take()
    if loop == .deeperMemberEncoders {
      var container = encoder.container(keyedBy: TextKey.self)
      try container.encode(1, forKey: TextKey("a"))
      try encodeThroughEncoders(container.superEncoder(forKey: TextKey("b")))
    } else {
      var container = encoder.unkeyedContainer()
      try container.encode(1)
      try encodeThroughEncoders(container.superEncoder())
    }
  }
}

private struct Held<Part: Encodable>: Encodable {
  var number = 0
  var part: Part
}

/// Has an endless mirror.
private struct EndlessMirror: CustomReflectable {
  enum Shape: CaseIterable, Sendable { case children, elements, pairs, set, payload, ancestors }
  let shape: Shape

  var customMirror: Mirror {
    let numbers = (0..<Int.max).lazy
    switch shape {
    case .children: return Mirror(self, children: numbers.map { (label: "a\($0)", value: $0) })
    case .elements: return Mirror(self, unlabeledChildren: numbers, displayStyle: .collection)
    case .set: return Mirror(self, unlabeledChildren: numbers, displayStyle: .set)
    case .pairs: return Mirror(self, unlabeledChildren: numbers.map { (key: "a\($0)", value: $0) }, displayStyle: .dictionary)
    case .payload: return Mirror(self, unlabeledChildren: numbers, displayStyle: .tuple)
    case .ancestors: return Mirror(self, children: ["a": 1], ancestorRepresentation: .customized { self.customMirror })
    }
  }
}

private let limits = RecorderOptions.Limits(payloadBytes: 1 << 13, stateBytes: 1 << 13, values: 1 << 11)

@Suite(.timeLimit(.minutes(10))) struct EndlessEncodersTests {
  @Test(arguments: Loop.allCases)
  private func `an endless payload is ended, and what comes next is whole`(_ loop: Loop) throws {
    let (recorder, sink) = Recorder.inMemory(options: RecorderOptions(limits: limits))
    let tap = recorder.store("s")
    let steps = Steps()
    Steps.$current.withValue(steps) {
      tap.record("endless", Endless(loop: loop)) {}
      tap.record(action: Held(part: Endless(loop: loop))) {}
    }
    tap.record("next", ["a": 1]) {}
    let actions = try RecordedLog(sink).actions
    #expect(steps.count < Steps.most)
    #expect(actions.count == 3)
    for action in actions.prefix(2) {
      let payload = try #require(action.payload)
      if loop.isDeep { #expect(payload.text.contains("$opaque")) } else { #expect(payload["$truncated"]?["bytes"]?.int ?? 0 > 0) }
    }
    #expect(actions.last?.payload == ["a": 1])
    #expect(sink.bytes.count < 1 << 18)
  }

  private struct StateCase: Sendable {
    let loop: Loop
    let kind: String
  }

  /// Each loop in each kind of state, or in one of them.
  private static let stateCases = ["bytes", "list", "any"].enumerated().flatMap { place, kind in
    Loop.allCases.enumerated().filter { triesAll || $0.offset % 3 == place }.map { StateCase(loop: $0.element, kind: kind) }
  }

  /// A state whose bytes are compared, one with a type that cannot be compared, and one of an unknown type.
  @Test(arguments: stateCases)
  private func `an endless state is left out, and the next one is told`(_ example: StateCase) throws {
    let (loop, kind) = (example.loop, example.kind)
    let (recorder, sink) = Recorder.inMemory(options: RecorderOptions(limits: limits))
    let tap = recorder.store("s")
    let steps = Steps()
    func run<Part: Encodable>(_ make: (Endless) -> Part) {
      var state = Held(part: make(Endless(loop: loop, isOn: false)))
      for number in 1...12 {
        tap.reduce(number, into: &state) { state, number in
          state = Held(number: number, part: make(Endless(loop: loop, isOn: (3...4).contains(number))))
        }
      }
    }
    Steps.$current.withValue(steps) {
      switch kind {
      case "bytes": run { $0 }
      case "list": run { [AnyHashable($0), AnyHashable(1)].map { Wrapped(value: $0) } }
      default: run { Wrapped(value: $0) }
      }
    }
    let log = try RecordedLog(sink)
    #expect(steps.count < Steps.most)
    #expect(log.actions.count == 12)
    let omissions = log.actions.map(\.outcome.omitted)
    if loop.isDeep { #expect(omissions.allSatisfy { $0 == nil }) } else { #expect(omissions[2] == "limit") }
    #expect(omissions.prefix(2).allSatisfy { $0 == nil })
    #expect(try log.states(of: "s").map(\.state).last?["number"] == 12)
    #expect(sink.bytes.count < 1 << 20)
  }

  @Test(arguments: EndlessMirror.Shape.allCases)
  private func `a mirror without end is cut`(_ shape: EndlessMirror.Shape) throws {
    let (recorder, sink) = Recorder.inMemory(options: RecorderOptions(limits: limits))
    let tap = recorder.store("s")
    let mirror = EndlessMirror(shape: shape)
    tap.record("endless", mirror) {}
    tap.record(action: ["a": mirror]) {}
    var state: Any = 1
    tap.reduce(1, into: &state) { state, _ in state = mirror }
    for number in 2..<6 { tap.reduce(number, into: &state) { state, number in state = number } }
    let log = try RecordedLog(sink)
    #expect(log.actions.count == 7)
    if shape != .ancestors {
      for action in log.actions.prefix(2) { #expect(action.payload?["$truncated"] != nil) }
      #expect(log.actions[2].outcome.omitted == "limit")
    }
    #expect(try log.states(of: "s").map(\.state).last == 5)
  }

  @Test func `a value that is deeper than the limit keeps what stands beside`() throws {
    struct Deep: Encodable {
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: TextKey.self)
        var inner = container.nestedUnkeyedContainer(forKey: TextKey("deep"))
        for _ in 0..<600 { inner = inner.nestedUnkeyedContainer() }
        for number in 0..<100 { try inner.encode(number) }
        try container.encode(7, forKey: TextKey("beside"))
      }
    }
    let (recorder, sink) = Recorder.inMemory()
    recorder.store("s").record("deep", Deep()) {}
    #expect(try RecordedLog(sink).actions[0].payload?["beside"] == 7)
  }
}

/// Encodes its value through a type that is not bitwise comparable.
private struct Wrapped: Encodable {
  let value: Any
  func encode(to encoder: any Encoder) throws {
    let value = (value as? AnyHashable)?.base ?? value
    if let value = value as? any Encodable { try value.encode(to: encoder) }
  }
}
