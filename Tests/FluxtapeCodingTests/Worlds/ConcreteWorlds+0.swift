// swift-format-ignore-file
// Written by `.ci/concrete-worlds.swift`.

struct C0: CodedList { init() {}; static var memberCount: Int { 0 }; mutating func change(_ member: Int, to number: Int) { switch member { default: break } }; func forEach(_ body: (any Encodable) throws -> Void) rethrows { } }
struct S0: World { init() {}; static var memberCount: Int { 0 }; mutating func change(_ member: Int, to number: Int) { switch member { default: break } } }
struct C1: CodedList { var a: Bool = .make(0); init() {}; static var memberCount: Int { 1 }; mutating func change(_ member: Int, to number: Int) { switch member { case 0: a.become(number); default: break } }; func forEach(_ body: (any Encodable) throws -> Void) rethrows { try body(a); } }
struct S1: World { var a: Bool = .make(0); init() {}; static var memberCount: Int { 1 }; mutating func change(_ member: Int, to number: Int) { switch member { case 0: a.become(number); default: break } } }
struct C2: CodedList { var a: UInt8 = .make(0); init() {}; static var memberCount: Int { 1 }; mutating func change(_ member: Int, to number: Int) { switch member { case 0: a.become(number); default: break } }; func forEach(_ body: (any Encodable) throws -> Void) rethrows { try body(a); } }
struct S2: World { var a: UInt8 = .make(0); init() {}; static var memberCount: Int { 1 }; mutating func change(_ member: Int, to number: Int) { switch member { case 0: a.become(number); default: break } } }
struct C3: CodedList { var a: UInt32 = .make(0); init() {}; static var memberCount: Int { 1 }; mutating func change(_ member: Int, to number: Int) { switch member { case 0: a.become(number); default: break } }; func forEach(_ body: (any Encodable) throws -> Void) rethrows { try body(a); } }
struct S3: World { var a: UInt32 = .make(0); init() {}; static var memberCount: Int { 1 }; mutating func change(_ member: Int, to number: Int) { switch member { case 0: a.become(number); default: break } } }
struct C4: CodedList { var a: Int? = .make(0); init() {}; static var memberCount: Int { 1 }; mutating func change(_ member: Int, to number: Int) { switch member { case 0: a.become(number); default: break } }; func forEach(_ body: (any Encodable) throws -> Void) rethrows { try body(a); } }
struct S4: World { var a: Int? = .make(0); init() {}; static var memberCount: Int { 1 }; mutating func change(_ member: Int, to number: Int) { switch member { case 0: a.become(number); default: break } } }
struct C5: CodedList { var a: String = .make(0); init() {}; static var memberCount: Int { 1 }; mutating func change(_ member: Int, to number: Int) { switch member { case 0: a.become(number); default: break } }; func forEach(_ body: (any Encodable) throws -> Void) rethrows { try body(a); } }
struct S5: World { var a: String = .make(0); init() {}; static var memberCount: Int { 1 }; mutating func change(_ member: Int, to number: Int) { switch member { case 0: a.become(number); default: break } } }
struct C6: CodedList { var a: CodedWorld.Small = .make(0); init() {}; static var memberCount: Int { 1 }; mutating func change(_ member: Int, to number: Int) { switch member { case 0: a.become(number); default: break } }; func forEach(_ body: (any Encodable) throws -> Void) rethrows { try body(a); } }
struct S6: World { var a: ShownWorld.Small = .make(0); init() {}; static var memberCount: Int { 1 }; mutating func change(_ member: Int, to number: Int) { switch member { case 0: a.become(number); default: break } } }
struct C7: CodedList { var a: CodedWorld.Payload = .make(0); init() {}; static var memberCount: Int { 1 }; mutating func change(_ member: Int, to number: Int) { switch member { case 0: a.become(number); default: break } }; func forEach(_ body: (any Encodable) throws -> Void) rethrows { try body(a); } }
struct S7: World { var a: ShownWorld.Payload = .make(0); init() {}; static var memberCount: Int { 1 }; mutating func change(_ member: Int, to number: Int) { switch member { case 0: a.become(number); default: break } } }
struct C8: CodedList { var a: CodedWorld.Padded = .make(0); init() {}; static var memberCount: Int { 1 }; mutating func change(_ member: Int, to number: Int) { switch member { case 0: a.become(number); default: break } }; func forEach(_ body: (any Encodable) throws -> Void) rethrows { try body(a); } }
struct S8: World { var a: ShownWorld.Padded = .make(0); init() {}; static var memberCount: Int { 1 }; mutating func change(_ member: Int, to number: Int) { switch member { case 0: a.become(number); default: break } } }
struct C9: CodedList { var a: CodedWorld.Padded? = .make(0); init() {}; static var memberCount: Int { 1 }; mutating func change(_ member: Int, to number: Int) { switch member { case 0: a.become(number); default: break } }; func forEach(_ body: (any Encodable) throws -> Void) rethrows { try body(a); } }
struct S9: World { var a: ShownWorld.Padded? = .make(0); init() {}; static var memberCount: Int { 1 }; mutating func change(_ member: Int, to number: Int) { switch member { case 0: a.become(number); default: break } } }
struct C10: CodedList { var a: [CodedWorld.Padded] = .make(0); init() {}; static var memberCount: Int { 1 }; mutating func change(_ member: Int, to number: Int) { switch member { case 0: a.become(number); default: break } }; func forEach(_ body: (any Encodable) throws -> Void) rethrows { try body(a); } }
struct S10: World { var a: [ShownWorld.Padded] = .make(0); init() {}; static var memberCount: Int { 1 }; mutating func change(_ member: Int, to number: Int) { switch member { case 0: a.become(number); default: break } } }
struct C11: CodedList { var a: CodedWorld.Box = .make(0); init() {}; static var memberCount: Int { 1 }; mutating func change(_ member: Int, to number: Int) { switch member { case 0: a.become(number); default: break } }; func forEach(_ body: (any Encodable) throws -> Void) rethrows { try body(a); } }
struct S11: World { var a: ShownWorld.Box = .make(0); init() {}; static var memberCount: Int { 1 }; mutating func change(_ member: Int, to number: Int) { switch member { case 0: a.become(number); default: break } } }
struct C12: CodedList { var a: CodedWorld.Held = .make(0); init() {}; static var memberCount: Int { 1 }; mutating func change(_ member: Int, to number: Int) { switch member { case 0: a.become(number); default: break } }; func forEach(_ body: (any Encodable) throws -> Void) rethrows { try body(a); } }
struct S12: World { var a: ShownWorld.Held = .make(0); init() {}; static var memberCount: Int { 1 }; mutating func change(_ member: Int, to number: Int) { switch member { case 0: a.become(number); default: break } } }
struct C13: CodedList { var a: CodedWorld.Padded = .make(0); var b: String = .make(0); var c: CodedWorld.Box = .make(0); var d: CodedWorld.Box = .make(0); var e: String = .make(0); var f: CodedWorld.Held = .make(0); init() {}; static var memberCount: Int { 6 }; mutating func change(_ member: Int, to number: Int) { switch member { case 0: a.become(number); case 1: b.become(number); case 2: c.become(number); case 3: d.become(number); case 4: e.become(number); case 5: f.become(number); default: break } }; func forEach(_ body: (any Encodable) throws -> Void) rethrows { try body(a); try body(b); try body(c); try body(d); try body(e); try body(f); } }
struct S13: World { var a: ShownWorld.Padded = .make(0); var b: String = .make(0); var c: ShownWorld.Box = .make(0); var d: ShownWorld.Box = .make(0); var e: String = .make(0); var f: ShownWorld.Held = .make(0); init() {}; static var memberCount: Int { 6 }; mutating func change(_ member: Int, to number: Int) { switch member { case 0: a.become(number); case 1: b.become(number); case 2: c.become(number); case 3: d.become(number); case 4: e.become(number); case 5: f.become(number); default: break } } }
struct C14: CodedList { var a: Int? = .make(0); var b: UInt8 = .make(0); var c: CodedWorld.Padded? = .make(0); var d: CodedWorld.Padded = .make(0); init() {}; static var memberCount: Int { 4 }; mutating func change(_ member: Int, to number: Int) { switch member { case 0: a.become(number); case 1: b.become(number); case 2: c.become(number); case 3: d.become(number); default: break } }; func forEach(_ body: (any Encodable) throws -> Void) rethrows { try body(a); try body(b); try body(c); try body(d); } }
struct S14: World { var a: Int? = .make(0); var b: UInt8 = .make(0); var c: ShownWorld.Padded? = .make(0); var d: ShownWorld.Padded = .make(0); init() {}; static var memberCount: Int { 4 }; mutating func change(_ member: Int, to number: Int) { switch member { case 0: a.become(number); case 1: b.become(number); case 2: c.become(number); case 3: d.become(number); default: break } } }
struct C15: CodedList { var a: CodedWorld.Payload = .make(0); var b: Bool = .make(0); var c: CodedWorld.Small = .make(0); init() {}; static var memberCount: Int { 3 }; mutating func change(_ member: Int, to number: Int) { switch member { case 0: a.become(number); case 1: b.become(number); case 2: c.become(number); default: break } }; func forEach(_ body: (any Encodable) throws -> Void) rethrows { try body(a); try body(b); try body(c); } }
struct S15: World { var a: ShownWorld.Payload = .make(0); var b: Bool = .make(0); var c: ShownWorld.Small = .make(0); init() {}; static var memberCount: Int { 3 }; mutating func change(_ member: Int, to number: Int) { switch member { case 0: a.become(number); case 1: b.become(number); case 2: c.become(number); default: break } } }
struct C16: CodedList { var a: CodedWorld.Held = .make(0); var b: CodedWorld.Padded = .make(0); var c: UInt8 = .make(0); var d: String = .make(0); init() {}; static var memberCount: Int { 4 }; mutating func change(_ member: Int, to number: Int) { switch member { case 0: a.become(number); case 1: b.become(number); case 2: c.become(number); case 3: d.become(number); default: break } }; func forEach(_ body: (any Encodable) throws -> Void) rethrows { try body(a); try body(b); try body(c); try body(d); } }
struct S16: World { var a: ShownWorld.Held = .make(0); var b: ShownWorld.Padded = .make(0); var c: UInt8 = .make(0); var d: String = .make(0); init() {}; static var memberCount: Int { 4 }; mutating func change(_ member: Int, to number: Int) { switch member { case 0: a.become(number); case 1: b.become(number); case 2: c.become(number); case 3: d.become(number); default: break } } }
struct C17: CodedList { var a: Int? = .make(0); var b: UInt8 = .make(0); var c: CodedWorld.Padded? = .make(0); var d: CodedWorld.Small = .make(0); init() {}; static var memberCount: Int { 4 }; mutating func change(_ member: Int, to number: Int) { switch member { case 0: a.become(number); case 1: b.become(number); case 2: c.become(number); case 3: d.become(number); default: break } }; func forEach(_ body: (any Encodable) throws -> Void) rethrows { try body(a); try body(b); try body(c); try body(d); } }
struct S17: World { var a: Int? = .make(0); var b: UInt8 = .make(0); var c: ShownWorld.Padded? = .make(0); var d: ShownWorld.Small = .make(0); init() {}; static var memberCount: Int { 4 }; mutating func change(_ member: Int, to number: Int) { switch member { case 0: a.become(number); case 1: b.become(number); case 2: c.become(number); case 3: d.become(number); default: break } } }
struct C18: CodedList { var a: CodedWorld.Small = .make(0); var b: Bool = .make(0); var c: [CodedWorld.Padded] = .make(0); init() {}; static var memberCount: Int { 3 }; mutating func change(_ member: Int, to number: Int) { switch member { case 0: a.become(number); case 1: b.become(number); case 2: c.become(number); default: break } }; func forEach(_ body: (any Encodable) throws -> Void) rethrows { try body(a); try body(b); try body(c); } }
struct S18: World { var a: ShownWorld.Small = .make(0); var b: Bool = .make(0); var c: [ShownWorld.Padded] = .make(0); init() {}; static var memberCount: Int { 3 }; mutating func change(_ member: Int, to number: Int) { switch member { case 0: a.become(number); case 1: b.become(number); case 2: c.become(number); default: break } } }
struct C19: CodedList { var a: UInt32 = .make(0); var b: [CodedWorld.Padded] = .make(0); var c: CodedWorld.Padded = .make(0); var d: CodedWorld.Payload = .make(0); init() {}; static var memberCount: Int { 4 }; mutating func change(_ member: Int, to number: Int) { switch member { case 0: a.become(number); case 1: b.become(number); case 2: c.become(number); case 3: d.become(number); default: break } }; func forEach(_ body: (any Encodable) throws -> Void) rethrows { try body(a); try body(b); try body(c); try body(d); } }
struct S19: World { var a: UInt32 = .make(0); var b: [ShownWorld.Padded] = .make(0); var c: ShownWorld.Padded = .make(0); var d: ShownWorld.Payload = .make(0); init() {}; static var memberCount: Int { 4 }; mutating func change(_ member: Int, to number: Int) { switch member { case 0: a.become(number); case 1: b.become(number); case 2: c.become(number); case 3: d.become(number); default: break } } }
struct C20: CodedList { var a: CodedWorld.Padded? = .make(0); var b: CodedWorld.Box = .make(0); var c: UInt8 = .make(0); init() {}; static var memberCount: Int { 3 }; mutating func change(_ member: Int, to number: Int) { switch member { case 0: a.become(number); case 1: b.become(number); case 2: c.become(number); default: break } }; func forEach(_ body: (any Encodable) throws -> Void) rethrows { try body(a); try body(b); try body(c); } }
struct S20: World { var a: ShownWorld.Padded? = .make(0); var b: ShownWorld.Box = .make(0); var c: UInt8 = .make(0); init() {}; static var memberCount: Int { 3 }; mutating func change(_ member: Int, to number: Int) { switch member { case 0: a.become(number); case 1: b.become(number); case 2: c.become(number); default: break } } }
struct C21: CodedList { var a: [CodedWorld.Padded] = .make(0); var b: CodedWorld.Small = .make(0); var c: UInt32 = .make(0); var d: UInt8 = .make(0); var e: UInt8 = .make(0); init() {}; static var memberCount: Int { 5 }; mutating func change(_ member: Int, to number: Int) { switch member { case 0: a.become(number); case 1: b.become(number); case 2: c.become(number); case 3: d.become(number); case 4: e.become(number); default: break } }; func forEach(_ body: (any Encodable) throws -> Void) rethrows { try body(a); try body(b); try body(c); try body(d); try body(e); } }
struct S21: World { var a: [ShownWorld.Padded] = .make(0); var b: ShownWorld.Small = .make(0); var c: UInt32 = .make(0); var d: UInt8 = .make(0); var e: UInt8 = .make(0); init() {}; static var memberCount: Int { 5 }; mutating func change(_ member: Int, to number: Int) { switch member { case 0: a.become(number); case 1: b.become(number); case 2: c.become(number); case 3: d.become(number); case 4: e.become(number); default: break } } }
struct C22: CodedList { var a: String = .make(0); var b: CodedWorld.Box = .make(0); var c: Int? = .make(0); var d: String = .make(0); init() {}; static var memberCount: Int { 4 }; mutating func change(_ member: Int, to number: Int) { switch member { case 0: a.become(number); case 1: b.become(number); case 2: c.become(number); case 3: d.become(number); default: break } }; func forEach(_ body: (any Encodable) throws -> Void) rethrows { try body(a); try body(b); try body(c); try body(d); } }
struct S22: World { var a: String = .make(0); var b: ShownWorld.Box = .make(0); var c: Int? = .make(0); var d: String = .make(0); init() {}; static var memberCount: Int { 4 }; mutating func change(_ member: Int, to number: Int) { switch member { case 0: a.become(number); case 1: b.become(number); case 2: c.become(number); case 3: d.become(number); default: break } } }
struct C23: CodedList { var a: CodedWorld.Padded? = .make(0); var b: Bool = .make(0); var c: String = .make(0); init() {}; static var memberCount: Int { 3 }; mutating func change(_ member: Int, to number: Int) { switch member { case 0: a.become(number); case 1: b.become(number); case 2: c.become(number); default: break } }; func forEach(_ body: (any Encodable) throws -> Void) rethrows { try body(a); try body(b); try body(c); } }
struct S23: World { var a: ShownWorld.Padded? = .make(0); var b: Bool = .make(0); var c: String = .make(0); init() {}; static var memberCount: Int { 3 }; mutating func change(_ member: Int, to number: Int) { switch member { case 0: a.become(number); case 1: b.become(number); case 2: c.become(number); default: break } } }
struct C24: CodedList { var a: Int? = .make(0); var b: CodedWorld.Padded? = .make(0); var c: CodedWorld.Padded? = .make(0); var d: CodedWorld.Padded = .make(0); init() {}; static var memberCount: Int { 4 }; mutating func change(_ member: Int, to number: Int) { switch member { case 0: a.become(number); case 1: b.become(number); case 2: c.become(number); case 3: d.become(number); default: break } }; func forEach(_ body: (any Encodable) throws -> Void) rethrows { try body(a); try body(b); try body(c); try body(d); } }
struct S24: World { var a: Int? = .make(0); var b: ShownWorld.Padded? = .make(0); var c: ShownWorld.Padded? = .make(0); var d: ShownWorld.Padded = .make(0); init() {}; static var memberCount: Int { 4 }; mutating func change(_ member: Int, to number: Int) { switch member { case 0: a.become(number); case 1: b.become(number); case 2: c.become(number); case 3: d.become(number); default: break } } }

func concreteWorlds0(_ body: (any World.Type) throws -> Void) throws {
  try body(C0.self)
  try body(ListWorld<C0>.self)
  try body(S0.self)
  try body(C1.self)
  try body(ListWorld<C1>.self)
  try body(S1.self)
  try body(C2.self)
  try body(ListWorld<C2>.self)
  try body(S2.self)
  try body(C3.self)
  try body(ListWorld<C3>.self)
  try body(S3.self)
  try body(C4.self)
  try body(ListWorld<C4>.self)
  try body(S4.self)
  try body(C5.self)
  try body(ListWorld<C5>.self)
  try body(S5.self)
  try body(C6.self)
  try body(ListWorld<C6>.self)
  try body(S6.self)
  try body(C7.self)
  try body(ListWorld<C7>.self)
  try body(S7.self)
  try body(C8.self)
  try body(ListWorld<C8>.self)
  try body(S8.self)
  try body(C9.self)
  try body(ListWorld<C9>.self)
  try body(S9.self)
  try body(C10.self)
  try body(ListWorld<C10>.self)
  try body(S10.self)
  try body(C11.self)
  try body(ListWorld<C11>.self)
  try body(S11.self)
  try body(C12.self)
  try body(ListWorld<C12>.self)
  try body(S12.self)
  try body(C13.self)
  try body(ListWorld<C13>.self)
  try body(S13.self)
  try body(C14.self)
  try body(ListWorld<C14>.self)
  try body(S14.self)
  try body(C15.self)
  try body(ListWorld<C15>.self)
  try body(S15.self)
  try body(C16.self)
  try body(ListWorld<C16>.self)
  try body(S16.self)
  try body(C17.self)
  try body(ListWorld<C17>.self)
  try body(S17.self)
  try body(C18.self)
  try body(ListWorld<C18>.self)
  try body(S18.self)
  try body(C19.self)
  try body(ListWorld<C19>.self)
  try body(S19.self)
  try body(C20.self)
  try body(ListWorld<C20>.self)
  try body(S20.self)
  try body(C21.self)
  try body(ListWorld<C21>.self)
  try body(S21.self)
  try body(C22.self)
  try body(ListWorld<C22>.self)
  try body(S22.self)
  try body(C23.self)
  try body(ListWorld<C23>.self)
  try body(S23.self)
  try body(C24.self)
  try body(ListWorld<C24>.self)
  try body(S24.self)
}
