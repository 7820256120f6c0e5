// The kinds of members in small worlds: each kind has a different representation in memory.

/// A kind of member. It has three values with different encodings.
protocol WorldMember: SendableMetatype {
  static func make(_ number: Int) -> Self
  /// Changes to the value with this number as an app would: an object may change in place.
  mutating func become(_ number: Int)
}

extension WorldMember {
  mutating func become(_ number: Int) { self = .make(number) }
}

// MARK: - Standard types

extension Bool: WorldMember {
  static func make(_ number: Int) -> Bool { number == 1 }
}

extension UInt8: WorldMember {
  static func make(_ number: Int) -> UInt8 { UInt8([0, 1, 255][number]) }
}

extension UInt32: WorldMember {
  static func make(_ number: Int) -> UInt32 { [0, 1, .max][number] }
}

extension String: WorldMember {
  // One text fits into the value, and one does not and has another address each time.
  static func make(_ number: Int) -> String {
    ["", "a", "a text that is too long to lie in a string itself"][number] + (number == 2 ? "." : "")
  }
}

extension Optional: WorldMember where Wrapped: WorldMember {
  static func make(_ number: Int) -> Wrapped? { number == 0 ? nil : Wrapped.make(number) }
}

extension Int: WorldMember {
  static func make(_ number: Int) -> Int { [0, 1, -1][number] }
}

extension Array: WorldMember where Element: WorldMember {
  static func make(_ number: Int) -> [Element] { (0..<number).map { Element.make($0 + 1) } }
  mutating func become(_ number: Int) {
    // In place, if the storage is unshared.
    if number == 2, count == 1 { append(Element.make(2)) } else { self = .make(number) }
  }
}

// MARK: - Values that encode themselves

enum CodedWorld {
  enum Small: Encodable, WorldMember, CaseIterable {
    case a, b, c
    static func make(_ number: Int) -> Small { allCases[number] }
  }

  enum Payload: Encodable, WorldMember {
    case p(a: Int, b: UInt8), q(Bool?), r
    static func make(_ number: Int) -> Payload { [.r, .p(a: 1, b: 1), .q(nil)][number] }
  }

  /// Its size is less than its stride.
  struct Padded: Encodable, WorldMember {
    var number: Int
    var isOn: Bool?
    static func make(_ number: Int) -> Padded {
      [Padded(number: 0), Padded(number: 0, isOn: true), Padded(number: 1, isOn: false)][number]
    }
  }

  final class Box: Encodable, WorldMember {
    var number: Int
    var isOn: Bool?
    init(_ number: Int) { (self.number, isOn) = (number, number == 1 ? true : nil) }
    static func make(_ number: Int) -> Self { Self(number) }
    func become(_ number: Int) { (self.number, isOn) = (number, number == 1 ? true : nil) }
  }

  /// The existential holds its value inline, in a box, or as an object.
  struct Held: Encodable, WorldMember {
    var value: any Encodable & WorldMember
    static func make(_ number: Int) -> Held {
      Held(value: ([Padded.make(1), Box(2), Large.make(1)] as [any Encodable & WorldMember])[number])
    }
    func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
  }

  struct Large: Encodable, WorldMember {
    var text = "a", numbers = [1], padded = Padded.make(1), isOn: Bool?
    static func make(_ number: Int) -> Large { Large(isOn: number == 1) }
  }

  static let kinds: [any (Encodable & WorldMember).Type] = [
    Bool.self, UInt8.self, UInt32.self, Int?.self, String.self, Small.self, Payload.self, Padded.self, Padded?.self, [Padded].self,
    Box.self,
    Held.self,
  ]
}

// MARK: - Values that are read through a mirror

enum ShownWorld {
  enum Small: WorldMember, CaseIterable {
    case a, b, c
    static func make(_ number: Int) -> Small { allCases[number] }
  }

  enum Payload: WorldMember {
    case p(a: Int, b: UInt8), q(Bool?), r
    static func make(_ number: Int) -> Payload { [.r, .p(a: 1, b: 1), .q(nil)][number] }
  }

  struct Padded: WorldMember {
    var number: Int
    var isOn: Bool?
    static func make(_ number: Int) -> Padded {
      [Padded(number: 0), Padded(number: 0, isOn: true), Padded(number: 1, isOn: false)][number]
    }
  }

  final class Box: WorldMember {
    var number: Int
    var isOn: Bool?
    init(_ number: Int) { (self.number, isOn) = (number, number == 1 ? true : nil) }
    static func make(_ number: Int) -> Self { Self(number) }
    func become(_ number: Int) { (self.number, isOn) = (number, number == 1 ? true : nil) }
  }

  struct Held: WorldMember {
    var value: any WorldMember
    // Some of its values encode themselves.
    static func make(_ number: Int) -> Held {
      Held(value: ([Padded.make(1), CodedWorld.Box(1), CodedWorld.Large.make(1)] as [any WorldMember])[number])
    }
    mutating func become(_ number: Int) {
      // The object changes in place.
      if number == 2, let box = value as? CodedWorld.Box { box.become(2) } else { self = .make(number) }
    }
  }

  static let kinds: [any WorldMember.Type] = [
    Bool.self, UInt8.self, UInt32.self, Int?.self, String.self, Small.self, Payload.self, Padded.self, Padded?.self, [Padded].self,
    Box.self,
    Held.self,
  ]
}
