import FluxtapeLog

/// Reads JSON that a coder has written: it is valid, without white space, and escapes only what it has to.
enum JSONBytes {
  /// The end of the value that begins at `start`.
  static func end(ofValueAt start: Int, in bytes: Span<UInt8>) -> Int {
    switch bytes[start] {
    case UInt8(ascii: "\""): return end(ofTextAt: start, in: bytes)
    case UInt8(ascii: "{"), UInt8(ascii: "["): return end(ofContainerAt: start, in: bytes)
    default:
      var place = start + 1
      while place < bytes.count, !isEnd(bytes[place]) { place &+= 1 }
      return place
    }
  }

  static func isEnd(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ",") || byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]")
  }

  static func end(ofTextAt start: Int, in bytes: Span<UInt8>) -> Int {
    var place = start + 1
    while true {
      place = bytes.place(of: UInt8(ascii: "\""), from: place)
      var first = place
      while bytes[first - 1] == UInt8(ascii: "\\") { first -= 1 }
      place += 1
      // An even number of backslashes escapes itself.
      if (place - 1 - first) % 2 == 0 { return place }
    }
  }

  private static func end(ofContainerAt start: Int, in bytes: Span<UInt8>) -> Int {
    var (place, depth) = (start, 0)
    while true {
      switch bytes[place] {
      case UInt8(ascii: "\""):
        place = end(ofTextAt: place, in: bytes)
        continue
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        depth -= 1
        if depth == 0 { return place + 1 }
      default: break
      }
      place &+= 1
    }
  }

  /// The members of an object: the places of the quoted keys and of the values.
  static func members(of bytes: Span<UInt8>) -> [(key: Range<Int>, value: Range<Int>)] {
    var members: [(key: Range<Int>, value: Range<Int>)] = []
    var place = 1
    while bytes[place] != UInt8(ascii: "}") {
      if bytes[place] == UInt8(ascii: ",") { place += 1 }
      let colon = end(ofTextAt: place, in: bytes)
      let end = end(ofValueAt: colon + 1, in: bytes)
      members.append((place..<colon, colon + 1..<end))
      place = end
    }
    return members
  }

  /// The places of the elements of an array.
  static func elements(of bytes: Span<UInt8>) -> [Range<Int>] {
    var elements: [Range<Int>] = []
    var place = 1
    while bytes[place] != UInt8(ascii: "]") {
      if bytes[place] == UInt8(ascii: ",") { place += 1 }
      let end = end(ofValueAt: place, in: bytes)
      elements.append(place..<end)
      place = end
    }
    return elements
  }

  /// The start of the first key in an object, behind the type of an existential's contents.
  static func firstKey(in bytes: Span<UInt8>, _ value: Range<Int>) -> Int? {
    // What was stopped may be empty.
    guard !value.isEmpty, bytes[value.lowerBound] == UInt8(ascii: "{") else { return nil }
    guard let type = end(ofTypeIn: value.lowerBound, of: bytes) else {
      return bytes[value.lowerBound + 1] == UInt8(ascii: "\"") ? value.lowerBound + 1 : nil
    }
    return bytes[type] == UInt8(ascii: ",") ? type + 1 : nil
  }

  /// An object or array of these members or elements.
  static func joined(_ start: Unicode.Scalar, _ parts: [some Sequence<UInt8>], _ end: Unicode.Scalar) -> [UInt8] {
    [UInt8(ascii: start)] + parts.joined(separator: [UInt8(ascii: ",")]) + [UInt8(ascii: end)]
  }

  /// The text that is written in quotation marks.
  static func text(_ quoted: Span<UInt8>) -> String { unquotedText(quoted.extracting(1..<quoted.count - 1)) }

  static func text(_ quoted: [UInt8]) -> String { text(quoted.span) }

  static func unquotedText(_ contents: Span<UInt8>) -> String {
    guard contents.place(of: UInt8(ascii: "\\"), from: 0) < contents.count else { return contents.text(contents.indices) }
    return String(decoding: unescaped(contents), as: UTF8.self)
  }

  private static func unescaped(_ text: Span<UInt8>) -> [UInt8] {
    var bytes: [UInt8] = []
    var place = 0
    while place < text.count {
      let slash = text.place(of: UInt8(ascii: "\\"), from: place)
      bytes.append(text, in: place..<slash)
      guard slash < text.count else { break }
      place = slash + 2
      switch text[slash + 1] {
      case UInt8(ascii: "b"): bytes.append(0x08)
      case UInt8(ascii: "t"): bytes.append(0x09)
      case UInt8(ascii: "n"): bytes.append(0x0A)
      case UInt8(ascii: "f"): bytes.append(0x0C)
      case UInt8(ascii: "r"): bytes.append(0x0D)
      case UInt8(ascii: "u"):
        // Only control characters are written this way.
        bytes.append(UInt8(text.text(place + 2..<place + 4), radix: 16) ?? 0)
        place += 4
      case let byte: bytes.append(byte)
      }
    }
    return bytes
  }
}

// MARK: - Types of existentials

extension JSONBytes {
  /// `"$type":`
  static let typeKey = Array("\"\(JSONText.typeKey)\":".utf8)

  /// Whether the bytes from `start` on are an object that is no tag and has no type.
  static func hasMembers(_ bytes: Span<UInt8>, at start: Int) -> Bool {
    guard bytes.count >= start + 2, bytes[start] == UInt8(ascii: "{") else { return false }
    return bytes.count < start + 4 || bytes[start + 2] != UInt8(ascii: "$") || bytes[start + 3] == UInt8(ascii: "$")
  }

  /// The end of the type's name in the object that begins at `start`; `nil` if it has none.
  static func end(ofTypeIn start: Int, of bytes: Span<UInt8>) -> Int? {
    // Few objects begin with a `$`.
    guard bytes.count > start + 2, bytes[start + 2] == UInt8(ascii: "$") else { return nil }
    let value = start + 1 + typeKey.count
    guard value < bytes.count, bytes.has(typeKey.span, in: start + 1..<value) else { return nil }
    return end(ofTextAt: value, in: bytes)
  }

  /// Whether the object that begins at `start` stands for a value that JSON lacks: keys of the app never begin with a single `$`.
  static func isTag(at start: Int, in bytes: Span<UInt8>) -> Bool {
    bytes.count > start + 3 && bytes[start + 2] == UInt8(ascii: "$") && bytes[start + 3] != UInt8(ascii: "$")
      && end(ofTypeIn: start, of: bytes) == nil
  }
}

// MARK: - Repeated keys

extension JSONBytes {
  /// An object in which of several values under one key the last one stands, in the place of the first one.
  ///
  /// - Parameter continuing: The ordinal numbers of members that continue an earlier container under their key.
  static func withoutRepetitions(_ object: ArraySlice<UInt8>, continuing: Set<Int>) -> [UInt8] {
    let bytes = Array(object)
    var places: [ArraySlice<UInt8>: Int] = [:]
    var unique: [(key: ArraySlice<UInt8>, value: [UInt8])] = []
    for (number, member) in members(of: bytes.span).enumerated() {
      let (key, value) = (bytes[member.key], Array(bytes[member.value]))
      guard let place = places[key] else {
        places[key] = unique.count
        unique.append((key, value))
        continue
      }
      unique[place].value = continuing.contains(number) ? continued(unique[place].value, by: value) : value
    }
    return joined("{", unique.map { $0.key + [UInt8(ascii: ":")] + $0.value }, "}")
  }

  private static func continued(_ earlier: [UInt8], by later: [UInt8]) -> [UInt8] {
    guard earlier.count > 2, earlier[0] == UInt8(ascii: "{") || earlier[0] == UInt8(ascii: "[") else { return later }
    // A container of another kind takes its place once something is written to it; one that is too deep never does.
    guard later.count > 2, later[1] != UInt8(ascii: "\"") || later[2] != UInt8(ascii: "$") || later[3] == UInt8(ascii: "$") else {
      return earlier
    }
    guard earlier[0] == later[0] else { return later }
    let both = earlier.dropLast() + [UInt8(ascii: ",")] + later.dropFirst()
    return later[0] == UInt8(ascii: "{") ? withoutRepetitions(both, continuing: []) : Array(both)
  }
}
