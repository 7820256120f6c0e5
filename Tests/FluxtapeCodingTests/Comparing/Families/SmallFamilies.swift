import FluxtapeRandomCases

// States with few members. In wide states, a wrong copy of one member hides among right copies of the others.

/// A member that ends in an optional, followed by an enum without payloads.
struct FilterFamily: StateFamily {
  struct Filter: Codable { var text = "", limit: Int? }
  enum Route: Codable { case home, detail, settings }
  struct App: Codable { var visits = 0, filter = Filter(), route = Route.home }

  var state = App()

  init(_ random: inout SplitMix64) {}

  mutating func change(_ random: inout SplitMix64) {
    switch random.below(4) {
    case 0: state.visits += 1
    case 1: state.filter.text = random.pick(["", "a", "ab"])
    case 2: state.filter.limit = random.pick([nil, 1, 2])
    default: state.route = random.pick([.home, .detail, .settings])
    }
  }
}

/// A truth value at the beginning of a member that ends in an optional.
struct SheetFamily: StateFamily {
  struct Sheet: Codable { var isOpen = false, title = "", page: Int? }
  struct Window: Codable { var sheet = Sheet(), isActive = false, count: UInt8 = 0 }

  var state = Window()

  init(_ random: inout SplitMix64) {}

  mutating func change(_ random: inout SplitMix64) {
    switch random.below(5) {
    case 0: state.sheet.isOpen.toggle()
    case 1: state.sheet.title = random.pick(["", "a", "ab"])
    case 2: state.sheet.page = random.pick([nil, 1, 2])
    case 3: state.isActive.toggle()
    default: state.count &+= 1
    }
  }
}

/// Small numbers and an optional in a nested struct.
struct NumbersFamily: StateFamily {
  struct Inner: Codable { var a: UInt8 = 0, b: UInt32 = 0, s = "", o: Int? }
  struct Whole: Codable { var n: UInt8 = 0, z = Inner() }

  var state = Whole()

  init(_ random: inout SplitMix64) {}

  mutating func change(_ random: inout SplitMix64) {
    switch random.below(5) {
    case 0: state.n = UInt8(random.below(3))
    case 1: state.z.a = UInt8(random.below(2))
    case 2: state.z.b = UInt32(random.below(3))
    case 3: state.z.s = random.pick(["", "a", "ab"])
    default: state.z.o = random.pick([nil, 1, 2])
    }
  }
}

/// An enum with and without payloads after a small number: `Codable`, reflected, and in a tuple.
struct CaseFamily: StateFamily {
  enum Case: Codable { case p(a: Int, b: UInt8), a, b, c }
  struct Whole: Codable { var n: UInt8 = 0, z = Case.a }

  var state = Whole()

  init(_ random: inout SplitMix64) {}

  mutating func change(_ random: inout SplitMix64) { Self.change(&state.n, &state.z, &random) }

  static func change(_ number: inout UInt8, _ value: inout Case, _ random: inout SplitMix64) {
    if random.chance(2) { return number = UInt8(random.below(3)) }
    value = random.pick([.p(a: random.below(2), b: UInt8(random.below(2))), .a, .b, .c])
  }
}

struct ReflectedCaseFamily: StateFamily {
  enum Case { case p(a: Int, b: UInt8), a, b, c }
  struct Whole { var n: UInt8 = 0, z = Case.a }

  var state = Whole()

  init(_ random: inout SplitMix64) {}

  mutating func change(_ random: inout SplitMix64) {
    if random.chance(2) { return state.n = UInt8(random.below(3)) }
    state.z = random.pick([.p(a: random.below(2), b: UInt8(random.below(2))), .a, .b, .c])
  }
}

struct TupleCaseFamily: StateFamily {
  var state: (n: UInt8, z: CaseFamily.Case) = (0, .a)

  init(_ random: inout SplitMix64) {}

  mutating func change(_ random: inout SplitMix64) { CaseFamily.change(&state.n, &state.z, &random) }
}

/// Five members, including a list and an enum.
struct FiveMembersFamily: StateFamily {
  struct Row: Codable { var id = 0, isDone = false }
  struct Whole: Codable { var isOn = false, rows: [Row] = [], last: Row?, route = FilterFamily.Route.home, level: UInt8 = 0 }

  var state = Whole()

  init(_ random: inout SplitMix64) {}

  private static func row(_ random: inout SplitMix64) -> Row { Row(id: random.below(3), isDone: random.chance(2)) }

  mutating func change(_ random: inout SplitMix64) {
    switch random.below(5) {
    case 0: state.isOn.toggle()
    case 1:
      state.rows = (0..<random.below(4)).map { _ in Self.row(&random) }
    case 2: state.last = random.chance(2) ? nil : Self.row(&random)
    case 3: state.route = random.pick([.home, .detail, .settings])
    default: state.level = UInt8(random.below(3))
    }
  }
}

/// Optionals of a struct and of an enum.
struct OptionalsFamily: StateFamily {
  struct Inner: Codable { var a: UInt8 = 0, o: Int? }
  enum Case: Codable { case p(Inner), q(String), a, b }
  struct Whole: Codable { var n: UInt8 = 0, z: Inner?, e: Case? }

  var state = Whole()

  init(_ random: inout SplitMix64) {}

  private static func inner(_ random: inout SplitMix64) -> Inner { Inner(a: UInt8(random.below(2)), o: random.pick([nil, 1])) }

  mutating func change(_ random: inout SplitMix64) {
    switch random.below(3) {
    case 0: state.n = UInt8(random.below(3))
    case 1: state.z = random.chance(3) ? nil : Self.inner(&random)
    default: state.e = random.pick([nil, .p(Self.inner(&random)), .q("a"), .a, .b])
    }
  }
}
