import FluxtapeJSON
import FluxtapeLogReading
import Testing

@testable import Fluxtape

private struct Money: Encodable, Hashable {
  let cents: Int
  var text: String { "\(cents / 100).\(cents % 100)" }
}

private final class Cache {
  var entries = ["a": 1]
}

private struct Cart: Encodable {
  var total = Money(cents: 1250)
  var prices = ["tea": Money(cents: 150)]
  var all: [Money?] = [Money(cents: 5), nil]
  var number = 1
}

/// Values that reflection finds.
private struct Reflected {
  var total = Money(cents: 1250)
  let cache: Cache? = Cache()
  let caches = [Cache()]
  var money: Any = Money(cents: 99)
}

private enum CartAction {
  case added(Money)
  case opened(Cache, price: Money)
  case cleared

  var kind: String { if case .cleared = self { "clear" } else { "add" } }
}

private struct Refresh: Sendable {}

private func options(_ change: (inout TypeRules) -> Void) -> RecorderOptions {
  var options = RecorderOptions()
  change(&options.types)
  return options
}

struct TypeRulesTests {
  @Test func `a value is written as its rule says, wherever it stands`() throws {
    let (recorder, sink) = Recorder.inMemory(options: options { $0.encode(Money.self) { $0.text } })
    let tap = recorder.store("cart", state: Cart())
    var cart = Cart()
    tap.reduce(CartAction.added(Money(cents: 250)), into: &cart) { cart, _ in
      cart.total = Money(cents: 1500)
      cart.prices["tea"] = Money(cents: 199)
    }
    recorder.store("other", state: Reflected()).record("x", Money(cents: 7)) {}
    let log = try RecordedLog(sink)
    #expect(log.action("CartAction.added")?.payload == ["_0": "2.50"])
    #expect(log.action("x")?.payload == "0.7")
    let states = try log.states(of: "cart").map(\.state)
    #expect(states.first == ["total": "12.50", "prices": ["tea": "1.50"], "all": ["0.5", .null], "number": 1])
    #expect(states.last == ["total": "15.0", "prices": ["tea": "1.99"], "all": ["0.5", .null], "number": 1])
    #expect(try log.states(of: "other").first?.state["money"] == "0.99")
  }

  @Test func `a rule may make values of other types, also of such with rules, and of the type itself`() throws {
    struct Amount: Encodable { let money: Money }
    let rules = options { rules in
      rules.encode(Amount.self) { [$0.money, $0.money] }
      rules.encode(Money.self) { Money(cents: $0.cents + 1) }
    }
    let (recorder, sink) = Recorder.inMemory(options: rules)
    recorder.store("s").record("x", Amount(money: Money(cents: 1))) {}
    #expect(try RecordedLog(sink).action("x")?.payload == [["cents": 2], ["cents": 2]])
  }

  @Test func `what is ignored is not written, and what is around it stays`() throws {
    let (recorder, sink) = Recorder.inMemory(options: options { $0.ignore(Cache.self) })
    let tap = recorder.store("s", state: Reflected())
    tap.record(action: CartAction.opened(Cache(), price: Money(cents: 3))) {}
    tap.record("x", ["cache": Cache()]) {}
    let log = try RecordedLog(sink)
    let state = try #require(try log.states(of: "s").first?.state.object)
    #expect(state.map(\.key) == ["total", "caches", "money"])
    #expect(state["caches"] == [["$opaque": "Cache"]])
    #expect(!sink.text.contains("entries"))
    #expect(log.action("CartAction.opened")?.payload?["price"] == ["cents": 3])
  }

  @Test func `actions have the names and versions that the app gives them`() throws {
    let rules = options { rules in
      rules.name(CartAction.self, version: 2) { "cart.\($0.kind)" }
      rules.name(Refresh.self, version: 7)
      rules.name(Money.self) { "money.\($0.cents)" }
    }
    let (recorder, sink) = Recorder.inMemory(options: rules)
    let tap = recorder.store("cart")
    let reduce = tap.reducer { (state: inout Int, action: CartAction) in state += 1 }
    var state = 0
    for action in [CartAction.added(Money(cents: 1)), .cleared] { tap.record(action: action) { reduce(&state, action) } }
    tap.record(action: Refresh()) {}
    tap.record(action: Money(cents: 3)) {}
    tap.record(action: Money(cents: 3) as Any) {}
    let log = try RecordedLog(sink)
    #expect(log.actions.map(\.type) == ["cart.add", "cart.clear", "Refresh", "money.3", "money.3"])
    #expect(log.actions.map(\.version) == [2, 2, 7, nil, nil])
    #expect(log.actions.map(\.enumCase) == ["added", "cleared", nil, nil, nil])
    #expect(log.actions.first?.payload == ["_0": ["cents": 1]])
    #expect(try log.states(of: "cart").map(\.state) == [0, 1, 2])
  }

  @Test func `names that an app makes without end are written all the same`() throws {
    let (recorder, sink) = Recorder.inMemory(options: options { $0.name(Money.self) { "money.\($0.cents)" } })
    let tap = recorder.store("s")
    for cents in 0..<2500 { tap.record(action: Money(cents: cents)) {} }
    #expect(try RecordedLog(sink).actions.map(\.type) == (0..<2500).map { "money.\($0)" })
  }

  @Test func `the last rule for a type counts, and what must be secret stays secret`() throws {
    var options = options { rules in
      rules.encode(Money.self) { $0.text }
      rules.encode(Money.self) { -$0.cents }
    }
    #expect(try payload(under: options) == -5)
    options.redaction.secretTypes = [Money.self]
    #expect(try payload(under: options)?["$redacted"] != nil)
  }

  private func payload(under options: RecorderOptions) throws -> JSONValue? {
    let (recorder, sink) = Recorder.inMemory(options: options)
    recorder.store("s").record("x", Money(cents: 5)) {}
    return try RecordedLog(sink).action("x")?.payload
  }
}

struct LimitsTests {
  private func recorder(_ change: (inout RecorderOptions.Limits) -> Void) -> (Recorder, MemorySink) {
    var options = RecorderOptions()
    change(&options.limits)
    return Recorder.inMemory(options: options)
  }

  @Test func `contents of an action that are too large are left out, with their size`() throws {
    let (recorder, sink) = recorder { $0.payloadBytes = 100 }
    let tap = recorder.store("s")
    tap.record("small", [Int](repeating: 1, count: 49)) {}
    tap.record("large", [Int](repeating: 1, count: 50)) {}
    tap.record("same", [Int](repeating: 1, count: 50)) {}
    tap.record("other", [Int](repeating: 2, count: 50)) {}
    let log = try RecordedLog(sink)
    #expect(log.action("small")?.payload?.array?.count == 49)
    guard case .truncated(let bytes, let digest)? = log.action("large")?.payload.flatMap({ TaggedValue($0) }) else {
      Issue.record("the contents stand there")
      return
    }
    #expect(bytes == 101 && digest.count == 16)
    #expect(log.action("same")?.payload == log.action("large")?.payload)
    #expect(log.action("other")?.payload != log.action("large")?.payload)
  }

  @Test func `a string that is too long is left out, in states and contents`() throws {
    let (recorder, sink) = recorder { $0.stringBytes = 10 }
    let tap = recorder.store("s", state: ["short": "0123456789", "long": "0123456789é"])
    tap.record("x", "0123456789é") {}
    let log = try RecordedLog(sink)
    let truncated = try #require(log.action("x")?.payload)
    #expect(truncated["$truncated"]?["bytes"] == 14)
    #expect(try log.states(of: "s").first?.state == ["short": "0123456789", "long": truncated])
  }

  @Test(arguments: [(3, 3), (1, 1), (0, 1), (-1, 1), (1000, 479)])
  func `what lies too deep is left out`(depth: Int, expected: Int) throws {
    indirect enum Nest: Encodable {
      case end
      case nest(Nest)

      func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        if case .nest(let nest) = self { try container.encode(nest) }
      }
    }
    let (recorder, sink) = recorder { $0.depth = depth }
    recorder.store("s").record("x", (0..<600).reduce(Nest.end) { nest, _ in .nest(nest) }) {}
    var value = try #require(try RecordedLog(sink).action("x")?.payload)
    var found = 0
    while let inner = value.array?.first {
      found += 1
      value = inner
    }
    #expect(TaggedValue(value) == .opaque(typeName: "LimitsTests.Nest"))
    #expect(found <= expected && found >= expected - 1)
  }
}
