// Holds the walls between the targets: every `import` is compared with what the manifest declares, and the manifest with
// the rules below. The compiler's own check lets an import through that is reached by way of another target.
//
//     import-check PACKAGE_FOLDER DUMP.json        where DUMP.json is the output of `swift package dump-package`

import Foundation

// MARK: - The rules

/// How far up each target of the package stands. A target may only depend on targets of a lower level.
let levels = [
  "CMaskedBytes": 0, "CNcurses": 0, "CPage": 0, "CTerminalRescue": 0, "FluxtapeJSON": 0, "FluxtapeLocking": 0,
  "FluxtapeLog": 0, "FluxtapeRandomCases": 0, "FluxtapeScreen": 0,
  "FluxtapeDocuments": 1, "FluxtapeLibraryObjects": 1,
  "FluxtapePseudoTerminal": 1,
  "FluxtapeCoding": 2, "FluxtapeLiveWire": 2, "FluxtapeLogReading": 2, "FluxtapeLogSchema": 2, "FluxtapeQueryCases": 2,
  "FluxtapeSecrets": 2,
  "Fluxtape": 3, "FluxtapeDecoding": 3, "FluxtapeHistory": 3,
  "FluxtapeAnswers": 4, "FluxtapeFuzzing": 4, "FluxtapeInterop": 4, "FluxtapeReplay": 4,
  "FluxtapeSimulatedRuns": 4, "FluxtapeStores": 4, "FluxtapeTesting": 4,
  "FluxtapeCurses": 5, "FluxtapeLive": 5, "FluxtapeReports": 5,
  "FluxtapeFaultProgram": 6, "FluxtapeInspector": 6,
  "FluxtapeBenchmarks": 7, "FluxtapeTool": 7,
]

/// Targets whose products other people link: nothing they reach may come from another package or from a system library.
let linkedByOthers = ["Fluxtape", "FluxtapeHistory", "FluxtapeLive", "FluxtapeReplay", "FluxtapeStores", "FluxtapeTesting"]

/// Pairs that never reach each other, not even by way of others.
let strangers = [
  ("Fluxtape", "FluxtapeDocuments"), ("Fluxtape", "FluxtapeHistory"), ("Fluxtape", "FluxtapeJSON"), ("Fluxtape", "FluxtapeLogReading"),
  ("Fluxtape", "FluxtapeSecrets"),
  ("FluxtapeHistory", "Fluxtape"), ("FluxtapeHistory", "FluxtapeCoding"),
]

/// The only targets that may name this dependency.
let soleUsers: [String: Set] = [
  "ArgumentParser": ["FluxtapeBenchmarks", "FluxtapeTool"], "CNcurses": ["FluxtapeCurses"], "CPage": ["FluxtapeReports"],
  "CTerminalRescue": ["FluxtapeCurses"],
]

/// Modules through which files, clocks, threads and the environment come in.
let outsideWorld: Set = ["Darwin", "Dispatch", "Foundation", "FoundationEssentials", "FoundationXML", "Glibc", "Musl", "Synchronization"]

/// Value in, value out.
let pureTargets: Set = ["FluxtapeAnswers", "FluxtapeInspector", "FluxtapeLog", "FluxtapeLogReading", "FluxtapeReports", "FluxtapeScreen"]

/// Targets that apps link. Neither they nor what they reach may import any part of Foundation.
let linkedByApps = ["Fluxtape", "FluxtapeStores", "FluxtapeTesting"]

/// Part of the toolchain or of the system: no dependency has to be declared.
let toolchainModules: Set = outsideWorld.union(["Android", "Bionic", "Observation", "Swift", "Testing", "WinSDK", "XCTest", "os"])

// MARK: - The manifest

struct Manifest: Decodable {
  let targets: [Target]
}

struct Target: Decodable {
  let name: String
  let type: String
  let path: String?
  let dependencies: [Dependency]
  let settings: [JSON]

  /// The settings of all builds, without conditions for `#if`, which hold nobody to anything.
  var rules: [JSON] { settings.filter { $0["kind"]?["define"] == nil && $0["condition"] == nil } }

  var folder: String { path ?? (type == "test" ? "Tests/" : "Sources/") + name }
  var dependencyNames: Set<String> { Set(dependencies.map(\.name)) }
  var isSwift: Bool { ["regular", "executable", "test"].contains(type) }
}

/// One of `{"byName": [name, …]}`, `{"target": [name, …]}`, `{"product": [name, package, …]}`.
struct Dependency: Decodable {
  let name: String
  let isProduct: Bool

  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    guard let key = container.allKeys.first else {
      throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: "a dependency without a kind"))
    }
    var parts = try container.nestedUnkeyedContainer(forKey: key)
    name = try parts.decode(String.self)
    isProduct = key.stringValue == "product"
  }
}

/// A setting is only compared with others, so its shape does not matter.
indirect enum JSON: Decodable, Hashable {
  case text(String), list([JSON]), object([String: JSON]), other

  subscript(key: String) -> JSON? {
    if case .object(let members) = self { members[key] } else { nil }
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let text = try? container.decode(String.self) {
      self = .text(text)
    } else if let list = try? container.decode([JSON].self) {
      self = .list(list)
    } else if let object = try? container.decode([String: JSON].self) {
      self = .object(object)
    } else {
      self = .other
    }
  }
}

// MARK: - The sources

struct Import {
  let module: String
  let line: Int
}

/// The imports of one file. Comments and the inside of multi-line strings do not count.
func imports(in source: String) -> [Import] {
  let pattern =
    #/
    ^ \s* (?: @\w+ (?: \([^)]*\) )? \s+ )*                                       # attributes
    (?: (?: public | package | internal | fileprivate | private ) \s+ )?         # an access level
    import \s+
    (?: (?: struct | class | enum | protocol | typealias | func | let | var | actor ) \s+ )?
    `? (\w+)                                                                     # the module
    /#
  var found: [Import] = []
  var commentDepth = 0
  var inString = false
  for (index, line) in source.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated() {
    var code: [UInt8] = []
    var rest = line[...]
    while let byte = rest.first {
      if !inString && rest.starts(with: "/*".utf8) {
        commentDepth += 1
        rest = rest.dropFirst(2)
      } else if commentDepth > 0 && rest.starts(with: "*/".utf8) {
        commentDepth -= 1
        rest = rest.dropFirst(2)
      } else if commentDepth == 0 && rest.starts(with: "\"\"\"".utf8) {
        inString.toggle()
        rest = rest.dropFirst(3)
      } else if !inString && commentDepth == 0 && rest.starts(with: "//".utf8) {
        break
      } else if !inString && commentDepth == 0 && byte == UInt8(ascii: "\"") {
        rest = afterString(rest)
      } else {
        if !inString && commentDepth == 0 { code.append(byte) }
        rest = rest.dropFirst()
      }
    }
    for statement in String(decoding: code, as: UTF8.self).split(separator: ";") where statement.contains("import") {
      guard let match = statement.firstMatch(of: pattern) else { continue }
      found.append(Import(module: String(match.1), line: index + 1))
    }
  }
  return found
}

/// What follows the string that `text` begins with, or nothing where it does not end on its line.
func afterString(_ text: Substring.UTF8View) -> Substring.UTF8View {
  var rest = text.dropFirst()
  while let byte = rest.popFirst() {
    if byte == UInt8(ascii: "\"") { break }
    if byte == UInt8(ascii: "\\") { rest = rest.dropFirst() }
  }
  return rest
}

func swiftFiles(below folder: String) -> [String] {
  let names = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
  return names.filter { $0.hasSuffix(".swift") }.sorted()
}

// MARK: - Checking

struct Checker {
  let package: String
  let targets: [String: Target]
  var complaints: [String] = []

  init(package: String, manifest: Manifest) {
    self.package = package
    targets = Dictionary(manifest.targets.map { ($0.name, $0) }) { first, _ in first }
  }

  mutating func checkAll() {
    for target in targets.values.sorted(by: { $0.name < $1.name }) {
      checkManifest(of: target)
      if target.isSwift { checkSources(of: target) }
    }
    for (one, other) in strangers where reached(from: one).contains(other) {
      complaints.append("Package.swift: \(one) reaches \(other), which it must never do")
    }
  }

  private mutating func checkManifest(of target: Target) {
    for dependency in target.dependencies {
      if let users = soleUsers[dependency.name], !users.contains(target.name) {
        let names = users.sorted().joined(separator: " and ")
        complaints.append("Package.swift: \(target.name) names \(dependency.name), which is for \(names) alone")
      }
    }
    if target.isSwift, target.rules != targets["FluxtapeJSON"]?.rules {
      complaints.append("Package.swift: \(target.name) is not held to the same compiler settings as FluxtapeJSON")
    }
    guard target.type != "test" else { return }
    guard let level = levels[target.name] else {
      complaints.append("Package.swift: \(target.name) has no level in .ci/import-check.swift")
      return
    }
    for name in target.dependencyNames {
      if let other = levels[name], other >= level {
        complaints.append("Package.swift: \(target.name), level \(level), depends on \(name), level \(other); only lower ones may be")
      }
    }
    guard linkedByOthers.contains(target.name) else { return }
    for name in reached(from: target.name).union([target.name]).sorted() {
      guard let reached = targets[name] else { continue }
      if reached.type == "system" {
        complaints.append("Package.swift: \(target.name) reaches the system library \(name)")
      }
      for foreign in reached.dependencies where foreign.isProduct || targets[foreign.name] == nil {
        complaints.append("Package.swift: \(target.name) reaches \(foreign.name) of another package")
      }
    }
  }

  private mutating func checkSources(of target: Target) {
    let allowed = target.dependencyNames.union([target.name])
    let isInApps = linkedByApps.contains { $0 == target.name || reached(from: $0).contains(target.name) }
    for file in swiftFiles(below: package + "/" + target.folder) {
      let place = target.folder + "/" + file
      guard let source = try? String(contentsOfFile: package + "/" + place, encoding: .utf8) else {
        complaints.append("\(place): not readable as UTF-8")
        continue
      }
      for found in imports(in: source) {
        if pureTargets.contains(target.name), outsideWorld.contains(found.module) {
          complaints.append("\(place):\(found.line): \(target.name) is pure and must not import \(found.module)")
        } else if isInApps, found.module.hasPrefix("Foundation") {
          complaints.append("\(place):\(found.line): \(target.name) is linked by apps and must not import \(found.module)")
        } else if !allowed.contains(found.module), !toolchainModules.contains(found.module) {
          complaints.append("\(place):\(found.line): imports \(found.module), which is not a direct dependency of \(target.name)")
        }
      }
    }
  }

  private func reached(from name: String) -> Set<String> {
    var found: Set<String> = []
    var waiting = [name]
    while let next = waiting.popLast() {
      for dependency in targets[next]?.dependencyNames ?? [] where found.insert(dependency).inserted {
        waiting.append(dependency)
      }
    }
    return found
  }
}

let arguments = CommandLine.arguments
guard arguments.count == 3 else {
  print("usage: import-check PACKAGE_FOLDER DUMP.json")
  exit(2)
}
let dump = try Data(contentsOf: URL(fileURLWithPath: arguments[2]))
var checker = Checker(package: arguments[1], manifest: try JSONDecoder().decode(Manifest.self, from: dump))
checker.checkAll()
for complaint in checker.complaints { print("error: " + complaint) }
exit(checker.complaints.isEmpty ? 0 : 1)
