import FluxtapeCoding
import Testing

/// Containers that user code keeps are not reused for later values.
struct KeptContainersTests {
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

  @Test func `a container that is kept writes to no later value, and outlives its value`() throws {
    let kept = Kept()
    try Keeper.$kept.withValue(kept) {
      do {
        let delta = ImageComparison(rules: .plain)
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
