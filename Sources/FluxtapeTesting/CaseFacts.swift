import Fluxtape
import Testing

/// The names of a test case: in its log, in the name of the log's file, and for `swift test --filter`.
struct CaseFacts: Sendable {
  /// `ShopTests`
  let module: String
  /// `CartTests`, or `CartTests/Coupons`; empty outside of suites.
  let suite: String
  /// `total()`
  let test: String
  /// `sku: "p7", count: 2`, for a parameterized test.
  let arguments: String?
  /// `ShopTests/CartTests.swift:12`
  let site: String?
  /// The plain-text argument for `swift test --filter`: `ShopTests.CartTests/total()`.
  let identity: String

  /// The name for people: `CartTests/total()`.
  var name: String { suite.isEmpty ? test : suite + "/" + test }
}

// MARK: - Facts for the log

extension CaseFacts {
  /// The name with the arguments: `CartTests/add(_:) [count: 2]`.
  func title(_ options: RecorderOptions) -> String { arguments.map { "\(name) [\(TextRedactor(options).redacted($0))]" } ?? name }

  /// Returns the `meta` of the log's header.
  func meta(_ options: RecorderOptions) -> [String: String] {
    var meta = ["test": name, "id": identity]
    meta["case"] = arguments.map { TextRedactor(options).redacted($0) }
    meta["site"] = site
    return meta
  }

  /// `CartTests.total`, `CartTests.add-sku-p7-count-2-3fa9c1`.
  func fileName(_ options: RecorderOptions) -> String {
    // For a test without a suite, use the file's name.
    let suite = suite.isEmpty ? site.map { String($0.prefix { $0 != "." }.split(separator: "/").last ?? "") } ?? module : suite
    let label = arguments.map { "-" + TextRedactor(options).redacted($0) } ?? ""
    return FileName.of(suite, longest: 100) + "." + FileName.of(Self.withoutPunctuation(test) + label, longest: 100)
  }

  /// `add(_:to:)` as `add-to`, `` `a sentence`() `` as `a sentence`.
  private static func withoutPunctuation(_ test: String) -> String {
    let name = test.prefix { $0 != "(" || test.hasPrefix("`") }
    guard !test.hasPrefix("`") else { return String(test.dropFirst().prefix { $0 != "`" }) }
    let labels = test.dropFirst(name.count).split { "():".contains($0) }.filter { $0 != "_" }
    return ([String(name)] + labels.map(String.init)).joined(separator: "-")
  }
}

/// Converts a text to a part of a file name. The result is the same in each run.
enum FileName {
  /// Keeps letters and digits, and replaces everything else by `-`. Adds a digest if other texts could give the same name.
  static func of(_ text: String, longest: Int) -> String {
    var name = ""
    var isWhole = true
    for character in text {
      // Swift joins some letters and a slash after them to one character.
      let isWord = (character.isLetter || character.isNumber) && !character.unicodeScalars.dropFirst().contains(where: \.isASCII)
      if isWord || character == "_" {
        name.append(character)
      } else if name.hasSuffix("-") || name.isEmpty {
        isWhole = false
      } else {
        // Blanks and slashes are common and need no digest.
        if character != " ", character != "/", character != "-" { isWhole = false }
        name.append(character == "/" ? "." : "-")
      }
    }
    while name.hasSuffix("-") || name.hasSuffix(".") { name.removeLast() }
    if name.utf8.count > longest {
      isWhole = false
      while name.utf8.count > longest { name.removeLast() }
    }
    return isWhole ? name : name + (name.isEmpty ? "" : "-") + digest(of: text)
  }

  /// FNV-1a, 64 bits (draft-eastlake-fnv), folded to six digits.
  private static func digest(of text: String) -> String {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    let digits = String((hash >> 24 ^ hash) & 0xFF_FFFF, radix: 16)
    return String(repeating: "0", count: 6 - digits.count) + digits
  }
}
