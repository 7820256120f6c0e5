// swift-format-ignore-file
// Written by `.ci/concrete-worlds.swift`.

enum CE0: Encodable, EnumMember { case r, s; static var valueCount: Int { 2 }; static func make(_ value: Int) -> Self { switch value / 2 { default: return value % 2 == 0 ? .r : .s } } }
enum SE0: EnumMember { case r, s; static var valueCount: Int { 2 }; static func make(_ value: Int) -> Self { switch value / 2 { default: return value % 2 == 0 ? .r : .s } } }
enum CE1: Encodable, EnumMember { case p(UInt8, x: [CodedWorld.Padded]); case r, s; static var valueCount: Int { 4 }; static func make(_ value: Int) -> Self { let number = value % 2 + 1; switch value / 2 { case 0: return .p(.make(number), x: .make(number)); default: return value % 2 == 0 ? .r : .s } } }
enum SE1: EnumMember { case p(UInt8, x: [ShownWorld.Padded]); case r, s; static var valueCount: Int { 4 }; static func make(_ value: Int) -> Self { let number = value % 2 + 1; switch value / 2 { case 0: return .p(.make(number), x: .make(number)); default: return value % 2 == 0 ? .r : .s } } }
enum CE2: Encodable, EnumMember { case p(CodedWorld.Padded); case q(x: CodedWorld.Held); case both(CodedWorld.Padded, CodedWorld.Held); case r, s; static var valueCount: Int { 8 }; static func make(_ value: Int) -> Self { let number = value % 2 + 1; switch value / 2 { case 0: return .p(.make(number)); case 1: return .q(x: .make(number)); case 2: return .both(.make(number), .make(3 - number)); default: return value % 2 == 0 ? .r : .s } } }
enum SE2: EnumMember { case p(ShownWorld.Padded); case q(x: ShownWorld.Held); case both(ShownWorld.Padded, ShownWorld.Held); case r, s; static var valueCount: Int { 8 }; static func make(_ value: Int) -> Self { let number = value % 2 + 1; switch value / 2 { case 0: return .p(.make(number)); case 1: return .q(x: .make(number)); case 2: return .both(.make(number), .make(3 - number)); default: return value % 2 == 0 ? .r : .s } } }
enum CE3: Encodable, EnumMember { case p(UInt32); case q(x: Bool); case r, s; static var valueCount: Int { 6 }; static func make(_ value: Int) -> Self { let number = value % 2 + 1; switch value / 2 { case 0: return .p(.make(number)); case 1: return .q(x: .make(number)); default: return value % 2 == 0 ? .r : .s } } }
enum SE3: EnumMember { case p(UInt32); case q(x: Bool); case r, s; static var valueCount: Int { 6 }; static func make(_ value: Int) -> Self { let number = value % 2 + 1; switch value / 2 { case 0: return .p(.make(number)); case 1: return .q(x: .make(number)); default: return value % 2 == 0 ? .r : .s } } }
enum CE4: Encodable, EnumMember { case p(CodedWorld.Held, x: UInt32); case r, s; static var valueCount: Int { 4 }; static func make(_ value: Int) -> Self { let number = value % 2 + 1; switch value / 2 { case 0: return .p(.make(number), x: .make(number)); default: return value % 2 == 0 ? .r : .s } } }
enum SE4: EnumMember { case p(ShownWorld.Held, x: UInt32); case r, s; static var valueCount: Int { 4 }; static func make(_ value: Int) -> Self { let number = value % 2 + 1; switch value / 2 { case 0: return .p(.make(number), x: .make(number)); default: return value % 2 == 0 ? .r : .s } } }
enum CE5: Encodable, EnumMember { case p(CodedWorld.Padded); case q(x: UInt32); case both(CodedWorld.Padded, UInt32); case r, s; static var valueCount: Int { 8 }; static func make(_ value: Int) -> Self { let number = value % 2 + 1; switch value / 2 { case 0: return .p(.make(number)); case 1: return .q(x: .make(number)); case 2: return .both(.make(number), .make(3 - number)); default: return value % 2 == 0 ? .r : .s } } }
enum SE5: EnumMember { case p(ShownWorld.Padded); case q(x: UInt32); case both(ShownWorld.Padded, UInt32); case r, s; static var valueCount: Int { 8 }; static func make(_ value: Int) -> Self { let number = value % 2 + 1; switch value / 2 { case 0: return .p(.make(number)); case 1: return .q(x: .make(number)); case 2: return .both(.make(number), .make(3 - number)); default: return value % 2 == 0 ? .r : .s } } }
enum CE6: Encodable, EnumMember { case p(CodedWorld.Padded?); case q(x: [CodedWorld.Padded]); case r, s; static var valueCount: Int { 6 }; static func make(_ value: Int) -> Self { let number = value % 2 + 1; switch value / 2 { case 0: return .p(.make(number)); case 1: return .q(x: .make(number)); default: return value % 2 == 0 ? .r : .s } } }
enum SE6: EnumMember { case p(ShownWorld.Padded?); case q(x: [ShownWorld.Padded]); case r, s; static var valueCount: Int { 6 }; static func make(_ value: Int) -> Self { let number = value % 2 + 1; switch value / 2 { case 0: return .p(.make(number)); case 1: return .q(x: .make(number)); default: return value % 2 == 0 ? .r : .s } } }
enum CE7: Encodable, EnumMember { case p(Bool, x: CodedWorld.Padded?); case r, s; static var valueCount: Int { 4 }; static func make(_ value: Int) -> Self { let number = value % 2 + 1; switch value / 2 { case 0: return .p(.make(number), x: .make(number)); default: return value % 2 == 0 ? .r : .s } } }
enum SE7: EnumMember { case p(Bool, x: ShownWorld.Padded?); case r, s; static var valueCount: Int { 4 }; static func make(_ value: Int) -> Self { let number = value % 2 + 1; switch value / 2 { case 0: return .p(.make(number), x: .make(number)); default: return value % 2 == 0 ? .r : .s } } }
enum CE8: Encodable, EnumMember { case p(Int?); case q(x: CodedWorld.Box); case both(Int?, CodedWorld.Box); case r, s; static var valueCount: Int { 8 }; static func make(_ value: Int) -> Self { let number = value % 2 + 1; switch value / 2 { case 0: return .p(.make(number)); case 1: return .q(x: .make(number)); case 2: return .both(.make(number), .make(3 - number)); default: return value % 2 == 0 ? .r : .s } } }
enum SE8: EnumMember { case p(Int?); case q(x: ShownWorld.Box); case both(Int?, ShownWorld.Box); case r, s; static var valueCount: Int { 8 }; static func make(_ value: Int) -> Self { let number = value % 2 + 1; switch value / 2 { case 0: return .p(.make(number)); case 1: return .q(x: .make(number)); case 2: return .both(.make(number), .make(3 - number)); default: return value % 2 == 0 ? .r : .s } } }
enum CE9: Encodable, EnumMember { case p(UInt8); case q(x: CodedWorld.Box); case r, s; static var valueCount: Int { 6 }; static func make(_ value: Int) -> Self { let number = value % 2 + 1; switch value / 2 { case 0: return .p(.make(number)); case 1: return .q(x: .make(number)); default: return value % 2 == 0 ? .r : .s } } }
enum SE9: EnumMember { case p(UInt8); case q(x: ShownWorld.Box); case r, s; static var valueCount: Int { 6 }; static func make(_ value: Int) -> Self { let number = value % 2 + 1; switch value / 2 { case 0: return .p(.make(number)); case 1: return .q(x: .make(number)); default: return value % 2 == 0 ? .r : .s } } }
enum CE10: Encodable, EnumMember { case p(UInt32, x: CodedWorld.Small); case r, s; static var valueCount: Int { 4 }; static func make(_ value: Int) -> Self { let number = value % 2 + 1; switch value / 2 { case 0: return .p(.make(number), x: .make(number)); default: return value % 2 == 0 ? .r : .s } } }
enum SE10: EnumMember { case p(UInt32, x: ShownWorld.Small); case r, s; static var valueCount: Int { 4 }; static func make(_ value: Int) -> Self { let number = value % 2 + 1; switch value / 2 { case 0: return .p(.make(number), x: .make(number)); default: return value % 2 == 0 ? .r : .s } } }
enum CE11: Encodable, EnumMember { case p(UInt8); case q(x: UInt32); case both(UInt8, UInt32); case r, s; static var valueCount: Int { 8 }; static func make(_ value: Int) -> Self { let number = value % 2 + 1; switch value / 2 { case 0: return .p(.make(number)); case 1: return .q(x: .make(number)); case 2: return .both(.make(number), .make(3 - number)); default: return value % 2 == 0 ? .r : .s } } }
enum SE11: EnumMember { case p(UInt8); case q(x: UInt32); case both(UInt8, UInt32); case r, s; static var valueCount: Int { 8 }; static func make(_ value: Int) -> Self { let number = value % 2 + 1; switch value / 2 { case 0: return .p(.make(number)); case 1: return .q(x: .make(number)); case 2: return .both(.make(number), .make(3 - number)); default: return value % 2 == 0 ? .r : .s } } }
enum CE12: Encodable, EnumMember { case p(CodedWorld.Box); case q(x: UInt8); case r, s; static var valueCount: Int { 6 }; static func make(_ value: Int) -> Self { let number = value % 2 + 1; switch value / 2 { case 0: return .p(.make(number)); case 1: return .q(x: .make(number)); default: return value % 2 == 0 ? .r : .s } } }
enum SE12: EnumMember { case p(ShownWorld.Box); case q(x: UInt8); case r, s; static var valueCount: Int { 6 }; static func make(_ value: Int) -> Self { let number = value % 2 + 1; switch value / 2 { case 0: return .p(.make(number)); case 1: return .q(x: .make(number)); default: return value % 2 == 0 ? .r : .s } } }

func concreteWorlds1(_ body: (any World.Type) throws -> Void) throws {
  try body(EnumWorld<CE0>.self)
  try body(ShownEnumWorld<CE0>.self)
  try body(ShownEnumWorld<SE0>.self)
  try body(EnumWorld<CE1>.self)
  try body(ShownEnumWorld<CE1>.self)
  try body(ShownEnumWorld<SE1>.self)
  try body(EnumWorld<CE2>.self)
  try body(ShownEnumWorld<CE2>.self)
  try body(ShownEnumWorld<SE2>.self)
  try body(EnumWorld<CE3>.self)
  try body(ShownEnumWorld<CE3>.self)
  try body(ShownEnumWorld<SE3>.self)
  try body(EnumWorld<CE4>.self)
  try body(ShownEnumWorld<CE4>.self)
  try body(ShownEnumWorld<SE4>.self)
  try body(EnumWorld<CE5>.self)
  try body(ShownEnumWorld<CE5>.self)
  try body(ShownEnumWorld<SE5>.self)
  try body(EnumWorld<CE6>.self)
  try body(ShownEnumWorld<CE6>.self)
  try body(ShownEnumWorld<SE6>.self)
  try body(EnumWorld<CE7>.self)
  try body(ShownEnumWorld<CE7>.self)
  try body(ShownEnumWorld<SE7>.self)
  try body(EnumWorld<CE8>.self)
  try body(ShownEnumWorld<CE8>.self)
  try body(ShownEnumWorld<SE8>.self)
  try body(EnumWorld<CE9>.self)
  try body(ShownEnumWorld<CE9>.self)
  try body(ShownEnumWorld<SE9>.self)
  try body(EnumWorld<CE10>.self)
  try body(ShownEnumWorld<CE10>.self)
  try body(ShownEnumWorld<SE10>.self)
  try body(EnumWorld<CE11>.self)
  try body(ShownEnumWorld<CE11>.self)
  try body(ShownEnumWorld<SE11>.self)
  try body(EnumWorld<CE12>.self)
  try body(ShownEnumWorld<CE12>.self)
  try body(ShownEnumWorld<SE12>.self)
}
