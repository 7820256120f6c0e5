import FluxtapeLog

/// A value that this package wrote, to which patches that it wrote can be applied: a check of what the recorder composes, independent of how it
/// does that. The order of members does not count, since a patch appends them.
package enum WrittenValue: Sendable {
  case scalar([UInt8])
  case array([WrittenValue])
  /// Members, with their keys as the app has them.
  case object([[UInt8]: WrittenValue])
}

// MARK: - Reading

extension WrittenValue {
  /// Reads what was written. What was too large is nothing, which no text equals.
  package init(_ json: [UInt8]) {
    var place = 0
    self = json.isEmpty ? .scalar([]) : Self.read(json.span, &place)
  }

  private static func read(_ json: Span<UInt8>, _ place: inout Int) -> WrittenValue {
    switch json[place] {
    case UInt8(ascii: "["):
      var elements: [WrittenValue] = []
      while next(UInt8(ascii: "]"), in: json, &place) { elements.append(read(json, &place)) }
      return .array(elements)
    case UInt8(ascii: "{"):
      var members: [[UInt8]: WrittenValue] = [:]
      while next(UInt8(ascii: "}"), in: json, &place) {
        let key = key(in: json, &place)
        members[key] = read(json, &place)
      }
      return .object(members)
    default:
      let start = place
      place = JSONBytes.end(ofValueAt: start, in: json)
      return .scalar(json.bytes(start..<place))
    }
  }

  /// Passes the bracket or comma before the next part of a container. Returns `false` behind the closing bracket.
  private static func next(_ bracket: UInt8, in json: Span<UInt8>, _ place: inout Int) -> Bool {
    place += 1
    if json[place - 1] == bracket { return false }
    guard json[place] == bracket else { return true }
    place += 1
    return false
  }

  /// Passes a key and its colon.
  private static func key(in json: Span<UInt8>, _ place: inout Int) -> [UInt8] {
    let start = place
    place = JSONBytes.end(ofTextAt: start, in: json) + 1
    let contents = json.extracting(start + 1..<place - 2)
    let isPlain = contents.place(of: UInt8(ascii: "\\"), from: 0) == contents.count
    return isPlain ? contents.bytes(contents.indices) : Array(JSONBytes.unquotedText(contents).utf8)
  }
}

// MARK: - Comparing

extension WrittenValue {
  /// Whether the value is written as `json`, but for the order of members.
  package func isWritten(as json: [UInt8]) -> Bool {
    var place = 0
    return matches(json.span, &place) && place == json.count
  }

  private func matches(_ json: Span<UInt8>, _ place: inout Int) -> Bool {
    switch self {
    case .scalar(let bytes):
      let end = place + bytes.count
      defer { place = end }
      return end <= json.count && json.has(bytes.span, in: place..<end)
    case .array(let elements):
      guard json[place] == UInt8(ascii: "[") else { return false }
      var count = 0
      while Self.next(UInt8(ascii: "]"), in: json, &place) {
        guard count < elements.count, elements[count].matches(json, &place), Self.isBehindPart(place, of: json) else { return false }
        count += 1
      }
      return count == elements.count
    case .object(let members):
      guard json[place] == UInt8(ascii: "{") else { return false }
      var count = 0
      while Self.next(UInt8(ascii: "}"), in: json, &place) {
        guard let value = members[Self.key(in: json, &place)], value.matches(json, &place), Self.isBehindPart(place, of: json) else {
          return false
        }
        count += 1
      }
      return count == members.count
    }
  }

  /// Whether a part of a container ends here.
  private static func isBehindPart(_ place: Int, of json: Span<UInt8>) -> Bool {
    place < json.count && JSONBytes.isEnd(json[place])
  }
}

extension Span<UInt8> {
  fileprivate func bytes(_ range: Range<Int>) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(self, in: range)
    return bytes
  }
}

// MARK: - Operations

extension WrittenValue {
  /// Applies a patch. Returns `false` if an operation does not fit.
  package mutating func apply(_ patch: ArraySlice<UInt8>) -> Bool {
    let patch = Array(patch)
    for place in JSONBytes.elements(of: patch.span) {
      let operation = patch.span.extracting(place)
      var members: [String: [UInt8]] = [:]
      for member in JSONBytes.members(of: operation) {
        members[JSONBytes.text(operation.extracting(member.key))] = operation.bytes(member.value)
      }
      guard apply(members) else { return false }
    }
    return true
  }

  private mutating func apply(_ operation: [String: [UInt8]]) -> Bool {
    func text(_ name: String) -> String { operation[name].map { JSONBytes.text($0) } ?? "" }
    func number(_ name: String) -> Int? { operation[name].flatMap { Int(String(decoding: $0, as: UTF8.self)) } }
    func path(_ name: String) -> ArraySlice<[UInt8]> {
      text(name).utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).dropFirst().map(PointerToken.key)[...]
    }
    let value = operation["value"].map { WrittenValue($0) }
    switch (text("op"), value) {
    case ("replace", let value?):
      return edit(path("path")) {
        $0 = value
        return true
      }
    case ("add", let value?): return add(value, at: path("path"))
    case ("remove", nil): return remove(path("path")) != nil
    case ("move", nil): return remove(path("from")).map { add($0, at: path("path")) } ?? false
    case ("splice", nil):
      guard let start = number("at"), let deleted = number("del") else { return false }
      return edit(path("path")) { $0.splice(text("ins"), at: start, deleting: deleted) }
    default: return false
    }
  }

  /// Passes the value at a path to `body`. Returns `false` if there is none, or `body` does.
  private mutating func edit(_ path: ArraySlice<[UInt8]>, _ body: (inout WrittenValue) -> Bool) -> Bool {
    guard let token = path.first else { return body(&self) }
    return editContents { elements in
      guard let index = Self.index(token), elements.indices.contains(index) else { return false }
      return elements[index].edit(path.dropFirst(), body)
    } orMembers: { members in
      members[token]?.edit(path.dropFirst(), body) ?? false
    }
  }

  /// Changes an array or object. Returns `false` for other values, or if a closure does.
  private mutating func editContents(
    _ body: (inout [WrittenValue]) -> Bool, orMembers other: (inout [[UInt8]: WrittenValue]) -> Bool
  ) -> Bool {
    // What is changed has no second reference meanwhile, so that it is not copied. (A 'switch' would keep one.)
    if case .array(var elements) = self {
      self = .scalar([])
      let isDone = body(&elements)
      self = .array(elements)
      return isDone
    }
    if case .object(var members) = self {
      self = .scalar([])
      let isDone = other(&members)
      self = .object(members)
      return isDone
    }
    return false
  }

  private static func index(_ token: [UInt8]) -> Int? { Int(String(decoding: token, as: UTF8.self)) }

  private mutating func add(_ value: WrittenValue, at path: ArraySlice<[UInt8]>) -> Bool {
    guard let token = path.last else {
      self = value
      return true
    }
    return edit(path.dropLast()) { container in
      container.editContents { elements in
        guard let index = Self.index(token), (0...elements.count).contains(index) else { return false }
        elements.insert(value, at: index)
        return true
      } orMembers: { members in
        members[token] = value
        return true
      }
    }
  }

  /// Returns the removed value.
  private mutating func remove(_ path: ArraySlice<[UInt8]>) -> WrittenValue? {
    guard let token = path.last else { return nil }
    var removed: WrittenValue?
    _ = edit(path.dropLast()) { container in
      container.editContents { elements in
        guard let index = Self.index(token), elements.indices.contains(index) else { return false }
        removed = elements.remove(at: index)
        return true
      } orMembers: { members in
        removed = members.removeValue(forKey: token)
        return true
      }
    }
    return removed
  }

  private mutating func splice(_ inserted: String, at start: Int, deleting deleted: Int) -> Bool {
    guard case .scalar(let json) = self, json.first == UInt8(ascii: "\"") else { return false }
    var scalars = JSONBytes.text(json).unicodeScalars
    guard start >= 0, deleted >= 0, start + deleted <= scalars.count else { return false }
    let place = scalars.index(scalars.startIndex, offsetBy: start)
    scalars.replaceSubrange(place..<scalars.index(place, offsetBy: deleted), with: inserted.unicodeScalars)
    var text: [UInt8] = []
    text.append(quoted: String(scalars))
    self = .scalar(text)
    return true
  }
}
