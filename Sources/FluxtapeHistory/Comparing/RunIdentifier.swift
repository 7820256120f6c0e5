import FluxtapeJSON

/// A piece of text that differs in every run: a UUID, an instant, an address in memory.
struct RunIdentifier: Hashable {
  enum Kind: String, Hashable { case uuid, instant, address }

  let kind: Kind
  let text: String
}

/// A text split into the parts that are the same in all runs, and the identifiers between them.
struct IdentifiedText {
  /// The text with a placeholder for each identifier.
  private(set) var pattern = ""
  private(set) var identifiers: [RunIdentifier] = []

  init(_ text: String) {
    let bytes = Array(text.utf8)
    var done = 0
    var place = 0
    while place < bytes.count {
      guard let (kind, length) = Self.identifier(in: bytes, at: place) else {
        place += 1
        continue
      }
      pattern += String(decoding: bytes[done..<place], as: UTF8.self) + "\u{1}\(kind.rawValue)\u{1}"
      identifiers.append(RunIdentifier(kind: kind, text: String(decoding: bytes[place..<(place + length)], as: UTF8.self)))
      place += length
      done = place
    }
    pattern += done == 0 ? text : String(decoding: bytes[done...], as: UTF8.self)
  }

  /// Whether the text may contain an identifier. This check is fast, and most texts do not.
  static func mayHoldIdentifier(_ text: String) -> Bool {
    text.utf8.count >= 8 && text.utf8.contains { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
  }
}

// MARK: - Kinds

extension IdentifiedText {
  /// `h` is a hexadecimal digit, `d` a decimal one.
  private static let uuid = Array("hhhhhhhh-hhhh-hhhh-hhhh-hhhhhhhhhhhh".utf8)
  private static let instant = Array("dddd-dd-ddTdd:dd:dd".utf8)
  /// Shorter hexadecimal numbers are more likely codes and colors than addresses.
  private static let shortestAddress = 8

  private static func identifier(in bytes: [UInt8], at place: Int) -> (RunIdentifier.Kind, length: Int)? {
    // An identifier begins at the start of a word.
    guard isHexDigit(bytes[place]), place == 0 || !isWordPart(bytes[place - 1]) else { return nil }
    if fits(uuid, bytes, at: place) { return (.uuid, uuid.count) }
    if fits(instant, bytes, at: place) { return (.instant, instantLength(in: bytes, from: place)) }
    return addressLength(in: bytes, at: place).map { (.address, $0) }
  }

  private static func fits(_ form: [UInt8], _ bytes: [UInt8], at place: Int) -> Bool {
    guard place + form.count <= bytes.count else { return false }
    for (offset, sign) in form.enumerated() {
      let byte = bytes[place + offset]
      switch sign {
      case UInt8(ascii: "h"): if !isHexDigit(byte) { return false }
      case UInt8(ascii: "d"): if !isDigit(byte) { return false }
      case UInt8(ascii: "T"): if byte != sign && byte != UInt8(ascii: " ") { return false }
      default: if byte != sign { return false }
      }
    }
    let end = place + form.count
    return end == bytes.count || !isWordPart(bytes[end]) || bytes[end] == UInt8(ascii: "Z")
  }

  /// The length with the fraction of the second and the offset from UTC, if present.
  private static func instantLength(in bytes: [UInt8], from place: Int) -> Int {
    var end = place + instant.count
    if end < bytes.count, bytes[end] == UInt8(ascii: ".") {
      end += 1
      while end < bytes.count, isDigit(bytes[end]) { end += 1 }
    }
    if end < bytes.count, bytes[end] == UInt8(ascii: "Z") { return end + 1 - place }
    if end + 6 <= bytes.count, bytes[end] == UInt8(ascii: "+") || bytes[end] == UInt8(ascii: "-"), bytes[end + 3] == UInt8(ascii: ":") {
      return end + 6 - place
    }
    return end - place
  }

  private static func addressLength(in bytes: [UInt8], at place: Int) -> Int? {
    guard bytes[place] == UInt8(ascii: "0"), place + 1 < bytes.count, bytes[place + 1] == UInt8(ascii: "x") else { return nil }
    var end = place + 2
    while end < bytes.count, isHexDigit(bytes[end]) { end += 1 }
    guard end - place - 2 >= shortestAddress, end == bytes.count || !isWordPart(bytes[end]) else { return nil }
    return end - place
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }

  private static func isHexDigit(_ byte: UInt8) -> Bool {
    isDigit(byte) || (byte.lowerCaseInASCII >= UInt8(ascii: "a") && byte.lowerCaseInASCII <= UInt8(ascii: "f"))
  }

  private static func isWordPart(_ byte: UInt8) -> Bool {
    isDigit(byte) || (byte.lowerCaseInASCII >= UInt8(ascii: "a") && byte.lowerCaseInASCII <= UInt8(ascii: "z")) || byte == UInt8(ascii: "_")
  }
}

// MARK: - Pairs

/// Pairs the identifiers of two runs at their first occurrence, permanently.
struct IdentifierPairs {
  private var first: [RunIdentifier: RunIdentifier] = [:]
  private var second: [RunIdentifier: RunIdentifier] = [:]

  /// Whether two texts are the same except for identifiers that are paired.
  mutating func areSame(_ left: String, _ right: String) -> Bool {
    if left.hasSameBytes(as: right) { return true }
    guard IdentifiedText.mayHoldIdentifier(left), IdentifiedText.mayHoldIdentifier(right) else { return false }
    let (left, right) = (IdentifiedText(left), IdentifiedText(right))
    guard !left.identifiers.isEmpty, left.pattern == right.pattern, left.identifiers.count == right.identifiers.count else { return false }
    return zip(left.identifiers, right.identifiers).allSatisfy { pair($0, $1) }
  }

  /// The identifier paired with one of the first run, if any.
  func partner(ofFirst identifier: RunIdentifier) -> RunIdentifier? { first[identifier] }

  private mutating func pair(_ left: RunIdentifier, _ right: RunIdentifier) -> Bool {
    guard left.kind == right.kind else { return false }
    // Equal in both runs, so it does not identify a run. Several things may also share one instant.
    if left == right { return true }
    if let known = first[left] { return known == right }
    if second[right] != nil { return false }
    first[left] = right
    second[right] = left
    return true
  }
}
