import FluxtapeCoding
import FluxtapeMemory
import Testing

/// The next comparison starts from the values captured for the later state.
struct KeptCaptureTests {
  /// Counts how often it is encoded. Equal bytes show that it is equal.
  private struct Counted: Encodable {
    var number: Int
    var name: String
    var lines: [String]
    var isShort = false

    @TaskLocal static var asked: Counter?

    private enum Key: String, CodingKey { case number, name, shout, lines }

    func encode(to encoder: any Encoder) throws {
      Self.asked?.count += 1
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(number, forKey: .number)
      try container.encode(name, forKey: .name)
      guard !isShort else { return }
      try container.encode(name.uppercased(), forKey: .shout)
      try container.encode(lines, forKey: .lines)
    }
  }

  private final class Counter: @unchecked Sendable { var count = 0 }

  private static func lines(_ count: Int) -> [String] { (0..<count).map { "the line of the number \($0)" } }

  private static func step(_ delta: MemoryComparison, _ state: Counted) -> String? {
    var bytes: [UInt8] = []
    let patch = delta.advance(to: state, named: "state", appendingTo: &bytes)
    _ = delta.takeReleased()
    return patch.map { _ in String(decoding: bytes, as: UTF8.self) }
  }

  @Test func `each state is asked once what it writes`() {
    let (delta, counter) = (MemoryComparison(rules: .plain), Counter())
    Counted.$asked.withValue(counter) {
      var state = Counted(number: 0, name: "a", lines: Self.lines(40))
      _ = Self.step(delta, state)
      state.number = 1
      _ = Self.step(delta, state)
      let before = counter.count
      for number in 2..<12 {
        state.number = number
        #expect(Self.step(delta, state) == #"[{"op":"replace","path":"/number","value":\#(number)}]"#)
      }
      #expect(counter.count == before + 10)
    }
  }

  @Test(arguments: [2, 40]) func `steps lead on, whatever changes and in whichever order`(count: Int) {
    let delta = MemoryComparison(rules: .plain)
    var state = Counted(number: 0, name: "a", lines: Self.lines(count))
    var rest = state
    #expect(Self.step(delta, state) == nil)
    for number in 1..<60 {
      rest = state
      switch number % 7 {
      case 0: state.isShort.toggle()
      case 1: state.lines[number % count] = "another line, \(number), that is long enough not to be held inline"
      case 2: state.name = "a name of the number \(number)"
      case 3: state.lines.append("one more")
      case 4: state.lines.removeLast()
      case 5: (state, rest) = (rest, state)
      default: state.number = number
      }
      let fresh = MemoryComparison(rules: .plain)
      _ = Self.step(fresh, rest)
      #expect(Self.step(delta, state) == Self.step(fresh, state))
    }
  }

  private struct Screen: Encodable {
    var title = "screen"
    var left = Counted(number: 0, name: "left", lines: lines(40))
    var right = Counted(number: 0, name: "right", lines: lines(3))
    var count = 0
  }

  @Test func `a part that changes again and again is asked once what it writes`() {
    let counter = Counter()
    Counted.$asked.withValue(counter) {
      var (screen, bytes) = (Screen(), [UInt8]())
      let delta = MemoryComparison(rules: .plain)
      func tell(_ number: Int) -> String {
        screen.left.number = number
        bytes = []
        _ = delta.advance(to: screen, named: "state", appendingTo: &bytes)
        _ = delta.takeReleased()
        return String(decoding: bytes, as: UTF8.self)
      }
      for number in 0..<5 { _ = tell(number) }
      let before = counter.count
      for number in 5..<15 { #expect(tell(number) == #"[{"op":"replace","path":"/left/number","value":\#(number)}]"#) }
      #expect(counter.count == before + 10)
    }
  }

  @Test func `parts lead on, whichever changes and whatever it writes`() throws {
    var screen = Screen()
    let followed = try FollowedDocument(screen)
    for number in 1..<200 {
      switch number % 17 {
      case 0: screen.left.isShort.toggle()
      case 1: screen.right.name = "a name of the number \(number), long enough not to be held inline"
      case 2: swap(&screen.left, &screen.right)
      case 3, 4: screen.count = number
      case 5: screen.left.lines[number % 3] = "another line, \(number), that is long enough not to be held inline"
      case 6: (screen.left.number, screen.right.number) = (number, -number)
      case 7...10: screen.right.number = number
      default: screen.left.number = number
      }
      try followed.advance(to: screen)
    }
  }

  @Test func `what is forgotten is not gone on from`() {
    let delta = MemoryComparison(rules: .plain)
    var state = Counted(number: 0, name: "a", lines: Self.lines(40))
    for number in 1..<20 {
      state.number = number
      state.lines[3] = "line \(number)"
      _ = Self.step(delta, state)
      if number % 4 == 0 { delta.forget() }
    }
    delta.forget()
    #expect(Self.step(delta, state) == nil)
    state.number = 0
    #expect(Self.step(delta, state) == #"[{"op":"replace","path":"/number","value":0}]"#)
  }
}

/// Containers that user code keeps are not reused for later values.
struct CapturedContainersTests {
  private struct Keeper: Encodable {
    var number: Int
    @TaskLocal static var kept: Kept?

    enum Key: CodingKey { case a, b }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(number, forKey: .a)
      Self.kept?.containers.append(container)
    }
  }

  private final class Kept: @unchecked Sendable {
    var containers: [KeyedEncodingContainer<Keeper.Key>] = []

    func writeToAll() throws {
      for place in containers.indices {
        try containers[place].encode("late", forKey: .b)
        _ = containers[place].superEncoder()
        var nested = containers[place].nestedContainer(keyedBy: Keeper.Key.self, forKey: .b)
        try nested.encode(1, forKey: .a)
        var list = containers[place].nestedUnkeyedContainer(forKey: .b)
        try list.encode(1)
      }
    }
  }

  @Test func `a container that is kept writes to no later value, and outlives the capture`() throws {
    let kept = Kept()
    try Keeper.$kept.withValue(kept) {
      do {
        let delta = MemoryComparison(rules: .plain)
        for number in 0..<30 {
          var bytes: [UInt8] = []
          let patch = delta.advance(to: Keeper(number: number), named: "state", appendingTo: &bytes)
          let isFirst = number == 0
          #expect((patch == nil) == isFirst)
          if !isFirst { #expect(String(decoding: bytes, as: UTF8.self) == #"[{"op":"replace","path":"/a","value":\#(number)}]"#) }
        }
      }
      try kept.writeToAll()
    }
  }
}
