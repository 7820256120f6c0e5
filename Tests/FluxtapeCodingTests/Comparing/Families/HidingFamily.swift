import FluxtapeJSON
import FluxtapeRandomCases
import Foundation

@testable import FluxtapeCoding

/// Values whose encodings depend on something that their bytes, or their other members, do not show: objects behind computed members, pointers,
/// closures, weak references, enums and structs with encodings of their own.
struct HidingFamily: StateFamily {
  final class Model: Encodable {
    var title = ""
    var count = 0
  }
  final class Storage<Value> {
    var value: Value
    init(_ value: Value) { self.value = value }
  }
  /// Writes what an object holds, and not the object.
  struct Computed: Encodable {
    var name: String
    var model: Model?
    enum CodingKeys: CodingKey { case name, count }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(name, forKey: .name)
      try container.encode(model?.count ?? 0, forKey: .count)
    }
  }
  /// A box with reference semantics that encodes as its contents.
  struct Box<Value: Encodable>: Encodable {
    let storage: Storage<Value>
    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(storage.value)
    }
  }
  struct Closing: Encodable {
    let get: () -> Int
    func encode(to encoder: any Encoder) throws {
      var container = encoder.unkeyedContainer()
      try container.encode(get())
      try container.encode(7)
    }
  }
  struct Friend: Encodable {
    weak var model: Model?
    var number = 0
    enum CodingKeys: CodingKey { case count, number }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(model?.count ?? 0, forKey: .count)
      try container.encode(number, forKey: .number)
    }
  }
  /// Looks like the compiler's encoding of a case, and is another one.
  enum Holding: Encodable {
    case any(any Encodable)
    case pair(Box<Int>, Int)
    case model(Computed)
    enum CodingKeys: CodingKey { case any, pair, model, _0, _1 }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      switch self {
      case .any(let value):
        var inner = container.nestedContainer(keyedBy: CodingKeys.self, forKey: .any)
        try inner.encode(value, forKey: ._0)
      case .pair(let box, let number):
        var inner = container.nestedContainer(keyedBy: CodingKeys.self, forKey: .pair)
        try inner.encode(box.storage.value, forKey: ._0)
        try inner.encode(number, forKey: ._1)
      case .model(let computed): try container.encode(computed.model?.title ?? "-", forKey: .model)
      }
    }
  }
  /// Members in another order than in memory, and one that is not written.
  struct Reordered: Encodable {
    var first: String
    var second: Int
    var cache: [String: Int] = [:]
    enum CodingKeys: CodingKey { case second, first }
  }
  struct Inside { var text: String, model: Model? }
  /// Written by its mirror, with an object deep inside.
  struct Deep: Encodable {
    var name: String
    var inside: [Inside] = []
    enum CodingKeys: CodingKey { case name, count }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(name, forKey: .name)
      try container.encode(inside.first?.model?.count ?? 0, forKey: .count)
    }
  }
  struct Whole: Encodable {
    var computed: [Computed] = []
    var numbers: [Box<Int>] = []
    var text = Box(storage: Storage("x"))
    var model = Model()
    var closing: [Closing] = []
    var holding: [Holding] = [.any(1)]
    var friends: [Friend] = []
    var reordered: [Reordered] = []
    var deep: [Deep] = []
    var maybe: Deep?
  }

  var state = Whole()

  init(_ random: inout SplitMix64) {}

  static func deep(_ random: inout SplitMix64, _ model: Model) -> Deep {
    Deep(name: random.text(), inside: random.chance(2) ? [] : [Inside(text: "x", model: random.chance(2) ? nil : model)])
  }

  mutating func change(_ random: inout SplitMix64) {
    let model = state.model
    switch random.next() % 12 {
    case 0, 1:
      model.count += 1
      model.title = random.text()
    case 2:
      random.edit(&state.computed, make: { Computed(name: $0.text(), model: $0.chance(2) ? nil : model) }) { $0.name = $1.text() }
    case 3: random.edit(&state.numbers, make: { Box(storage: Storage($0.small())) }) { $0.storage.value += $1.small() }
    case 4: state.text.storage.value = random.oddText()
    case 5: state.closing = random.chance(3) ? [] : [Closing(get: { model.count })]
    case 6:
      random.edit(
        &state.holding,
        make: {
          $0.pick([.any(1), .any("text"), .any(model), .pair(Box(storage: Storage(1)), 2), .model(Computed(name: "", model: model))])
        }
      ) { holding, random in
        if case .pair(let box, _) = holding { box.storage.value += random.small() }
      }
    case 7: random.edit(&state.friends, make: { Friend(model: $0.chance(2) ? nil : model) }) { $0.number += $1.small() }
    case 8: state.model = Model()
    case 9:
      random.edit(&state.reordered, make: { Reordered(first: $0.text(), second: $0.small()) }) {
        $1.chance(2) ? ($0.cache = ["a": $1.small()]) : ($0.second += $1.small())
      }
    case 10: random.edit(&state.deep, make: { Self.deep(&$0, model) }) { $0.name = $1.text() }
    default: random.edit(&state.maybe, make: { Self.deep(&$0, model) }) { $0.name = $1.text() }
    }
  }
}
