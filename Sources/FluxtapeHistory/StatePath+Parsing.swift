import FluxtapeJSON

/// Why a text is no path, and where: an offset in characters.
public struct StatePathError: Error, Hashable, Sendable {
  /// What the path lacks, in words.
  public let expected: String
  /// Characters before the mistake.
  public let offset: Int
}

extension StatePathError: CustomStringConvertible {
  public var description: String { "expected \(expected) at character \(offset + 1)" }
}

extension StatePath {
  /// Reads a path.
  ///
  /// - Throws: ``StatePathError`` with what was expected and where.
  /// - Complexity: O(`text.count`).
  public init(parsing text: String) throws(StatePathError) {
    var reader = Reader(text)
    store = try reader.storeName()
    parts = try reader.parts()
  }

  private struct Reader {
    private let characters: [Character]
    private var place = 0

    init(_ text: String) { characters = Array(text) }

    private var next: Character? { place < characters.count ? characters[place] : nil }

    private func failure(_ expected: String) -> StatePathError { StatePathError(expected: expected, offset: place) }

    mutating func storeName() throws(StatePathError) -> String? {
      switch next {
      case nil, ".", "[", "/": nil
      case "\"": try quoted()
      default: try identifier(butNot: "/", "a path such as cart.total, .items[0] or /items/0")
      }
    }

    mutating func parts() throws(StatePathError) -> [Part] {
      if next == "/" { return try pointer() }
      // `.` is the whole state, and so is `cart.`.
      if next == ".", place + 1 == characters.count { return [] }
      var parts: [Part] = []
      while let character = next {
        place += 1
        switch character {
        // Other tools write `.["a key"]`.
        case "." where next == "[":
          place += 1
          parts.append(try bracketed())
        case ".": parts.append(.member(next == "\"" ? try quoted() : try identifier("a key after the dot")))
        case "[": parts.append(try bracketed())
        default:
          place -= 1
          throw failure("'.', '[' or the end")
        }
      }
      return parts
    }

    private mutating func pointer() throws(StatePathError) -> [Part] {
      let text = String(characters[place...])
      do { return try JSONPointer(parsing: text).tokens.map(Part.token) } catch { throw failure("a JSON Pointer: \(error)") }
    }

    private mutating func bracketed() throws(StatePathError) -> Part {
      let part: Part
      if next == "\"" {
        let key = try quoted()
        part = next == "=" ? try match(key) : .member(key)
      } else if let digit = next, digit.isASCII, digit.isNumber {
        part = .element(try index())
      } else {
        part = try match(try identifier("an index, a key in quotes or key=value"))
      }
      guard next == "]" else { throw failure("']'") }
      place += 1
      return part
    }

    private mutating func match(_ key: String) throws(StatePathError) -> Part {
      guard next == "=" else { throw failure("'=' and a value") }
      place += 1
      if next == "\"" { return .elementWith(key, .string(try quoted())) }
      let start = place
      while let character = next, character != "]" { _ = character; place += 1 }
      guard let value = try? JSONValue(parsing: String(characters[start..<place])) else {
        place = start
        throw failure("a JSON value")
      }
      return .elementWith(key, value)
    }

    private mutating func index() throws(StatePathError) -> Int {
      let start = place
      while let character = next, character.isASCII, character.isNumber { _ = character; place += 1 }
      guard let index = Int(String(characters[start..<place])) else {
        place = start
        throw failure("a smaller index")
      }
      return index
    }

    private mutating func identifier(butNot stop: Character? = nil, _ expected: String) throws(StatePathError) -> String {
      let start = place
      while let character = next, character != stop, character.unicodeScalars.allSatisfy(StatePath.isIdentifierPart) { place += 1 }
      guard place > start else { throw failure(expected) }
      return String(characters[start..<place])
    }

    /// A JSON string, quotes and escapes included.
    private mutating func quoted() throws(StatePathError) -> String {
      let start = place
      place += 1
      while let character = next, character != "\"" { place += character == "\\" ? 2 : 1 }
      place = min(place + 1, characters.count)
      guard let text = try? JSONValue(parsing: String(characters[start..<place])).string else {
        place = start
        throw failure("a name in quotes, as in JSON")
      }
      return text
    }
  }
}
