import FluxtapeLog

/// A value that this package wrote, to which patches that it wrote can be applied: a check of what the recorder composes, independent of how it
/// does that. The order of members does not count, since a patch appends them.
package enum WrittenValue: Equatable, Sendable {
  case scalar([UInt8])
  case array([WrittenValue])
  case object([[UInt8]: WrittenValue])

  package init(_ json: [UInt8]) {
    switch json.first {
    case UInt8(ascii: "["): self = .array(JSONBytes.elements(of: json.span).map { WrittenValue(Array(json[$0])) })
    case UInt8(ascii: "{"): self = .object(Self.members(of: json).mapValues { WrittenValue($0) })
    default: self = .scalar(json)
    }
  }

  private static func members(of json: [UInt8]) -> [[UInt8]: [UInt8]] {
    JSONBytes.members(of: json.span).reduce(into: [:]) { members, member in
      members[Array(JSONBytes.text(Array(json[member.key])).utf8)] = Array(json[member.value])
    }
  }
}

// MARK: - Operations

extension WrittenValue {
  /// Applies a patch. Returns `false` if an operation does not fit.
  package mutating func apply(_ patch: ArraySlice<UInt8>) -> Bool {
    let patch = Array(patch)
    for place in JSONBytes.elements(of: patch.span) {
      let members = Self.members(of: Array(patch[place]))
      guard apply(members.reduce(into: [:]) { $0[String(decoding: $1.key, as: UTF8.self)] = $1.value }) else { return false }
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
