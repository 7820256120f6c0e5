// Writes the small worlds whose types are not generic: for these the compiler makes other code than for those that tests put together at run time.
//
//     concrete-worlds some|all FOLDER
//
// All are every list of up to two kinds of members, 1,500 longer ones, and every enum of up to two payloads, each once as values that encode themselves
// and once as values that are read through a mirror. Some are a few of them: what stands in the repository.

import Foundation

let kinds = ["Bool", "UInt8", "UInt32", "Int?", "String", "Small", "Payload", "Padded", "Padded?", "[Padded]", "Box", "Held"]
/// The kinds that are other types where values are read through a mirror.
let own: Set = ["Small", "Payload", "Padded", "Padded?", "[Padded]", "Box", "Held"]

guard CommandLine.arguments.count == 3, ["some", "all"].contains(CommandLine.arguments[1]) else {
  fatalError("concrete-worlds some|all FOLDER")
}
let isAll = CommandLine.arguments[1] == "all"
let folder = URL(fileURLWithPath: CommandLine.arguments[2])

/// SplitMix64 (Steele, Lea, Flood 2014): the same lists each time.
var state: UInt64 = 16
@MainActor func random(below count: Int) -> Int {
  state &+= 0x9E37_79B9_7F4A_7C15
  var mixed = state
  mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
  mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
  return Int((mixed ^ (mixed >> 31)) % UInt64(count))
}

func type(_ kind: Int, in world: String) -> String {
  let name = kinds[kind]
  guard own.contains(name) else { return name }
  return name.hasPrefix("[") ? "[\(world).\(name.dropFirst())" : "\(world).\(name)"
}

let names = ["a", "b", "c", "d", "e", "f"]

func structure(_ number: Int, _ list: [Int], in world: String) -> String {
  let letter = world.prefix(1)
  var text = "struct \(letter)\(number): \(letter == "C" ? "CodedList" : "World") {"
  for (place, kind) in list.enumerated() { text += " var \(names[place]): \(type(kind, in: world)) = .make(0);" }
  text += " init() {}; static var memberCount: Int { \(list.count) }; mutating func change(_ member: Int, to number: Int) { switch member {"
  for place in list.indices { text += " case \(place): \(names[place]).become(number);" }
  text += " default: break } }"
  if letter == "C" {
    text += "; func forEach(_ body: (any Encodable) throws -> Void) rethrows {"
    for place in list.indices { text += " try body(\(names[place]));" }
    text += " }"
  }
  return text + " }\n"
}

func enumeration(_ number: Int, _ list: [Int], in world: String) -> String {
  let letter = world.prefix(1)
  let types = list.map { type($0, in: world) }
  // Payloads of one case or of several.
  let cases: [(name: String, payload: String, values: String)] =
    switch (list.count, number % 3) {
    case (0, _): []
    case (1, _): [("p", types[0], ".make(number)")]
    case (_, 0): [("p", types[0], ".make(number)"), ("q", "x: \(types[1])", "x: .make(number)")]
    case (_, 1): [("p", "\(types[0]), x: \(types[1])", ".make(number), x: .make(number)")]
    default:
      [
        ("p", types[0], ".make(number)"), ("q", "x: \(types[1])", "x: .make(number)"),
        ("both", "\(types[0]), \(types[1])", ".make(number), .make(3 - number)"),
      ]
    }
  var text = "enum \(letter)E\(number): \(letter == "C" ? "Encodable, " : "")EnumMember {"
  for (name, payload, _) in cases { text += " case \(name)(\(payload));" }
  text += " case r, s; static var valueCount: Int { \(2 + 2 * cases.count) }; static func make(_ value: Int) -> Self {"
  if !cases.isEmpty { text += " let number = value % 2 + 1;" }
  text += " switch value / 2 {"
  for (place, (name, _, values)) in cases.enumerated() { text += " case \(place): return .\(name)(\(values));" }
  return text + " default: return value % 2 == 0 ? .r : .s } } }\n"
}

var lists: [[Int]] = [[]] + kinds.indices.map { [$0] }
if isAll { for first in kinds.indices { lists += kinds.indices.map { [first, $0] } } }
for _ in 0..<(isAll ? 1_500 : 12) { lists.append((0..<3 + random(below: 4)).map { _ in random(below: kinds.count) }) }
var enums: [[Int]] = [[]]
if isAll {
  enums += kinds.indices.map { [$0] }
  for first in kinds.indices { enums += kinds.indices.map { [first, $0] } }
} else {
  for _ in 0..<12 { enums.append([random(below: kinds.count), random(below: kinds.count)]) }
}

let head = "// swift-format-ignore-file\n// Written by `.ci/concrete-worlds.swift`.\n\n"
let perFile = 300
var index = head + "enum ConcreteWorlds {\n  static let parts: [@Sendable ((any World.Type) throws -> Void) throws -> Void] = ["
var file = 0
@MainActor func write(_ declarations: [String], _ worlds: [String]) throws {
  let text = head + declarations.joined() + "\nfunc concreteWorlds\(file)(_ body: (any World.Type) throws -> Void) throws {\n"
  try (text + worlds.map { "  try body(\($0).self)\n" }.joined() + "}\n").write(
    to: folder.appending(path: "ConcreteWorlds+\(file).swift"), atomically: true, encoding: .utf8)
  index += "\(file == 0 ? "" : ", ")concreteWorlds\(file)"
  file += 1
}

for start in stride(from: 0, to: lists.count, by: perFile) {
  let numbers = Array(start..<min(start + perFile, lists.count))
  try write(
    numbers.flatMap { [structure($0, lists[$0], in: "CodedWorld"), structure($0, lists[$0], in: "ShownWorld")] },
    numbers.flatMap { ["C\($0)", "ListWorld<C\($0)>", "S\($0)"] })
}
try write(
  enums.indices.flatMap { [enumeration($0, enums[$0], in: "CodedWorld"), enumeration($0, enums[$0], in: "ShownWorld")] },
  enums.indices.flatMap { ["EnumWorld<CE\($0)>", "ShownEnumWorld<CE\($0)>", "ShownEnumWorld<SE\($0)>"] })
try (index + "]\n}\n").write(to: folder.appending(path: "ConcreteWorlds.swift"), atomically: true, encoding: .utf8)
print("note: \(2 * lists.count) structs and \(2 * enums.count) enums in \(file) files")
