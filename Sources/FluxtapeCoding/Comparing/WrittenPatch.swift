import FluxtapeJSON

/// A patch that this package wrote, applied to a state that it wrote: a check of what the recorder composes, independent of how it does that.
///
/// A place in the JSON is searched for again with each operation. Checks are rare.
package struct WrittenPatch {
  private var json: [UInt8]

  /// The state after the patch; `nil` if an operation does not fit.
  package static func apply(_ patch: ArraySlice<UInt8>, to state: [UInt8]) -> [UInt8]? {
    var written = WrittenPatch(json: state)
    let patch = Array(patch)
    let fits = JSONBytes.elements(of: patch.span).allSatisfy { written.apply(Operation(Array(patch[$0]))) }
    return fits ? written.json : nil
  }

  /// Whether two states say the same. A patch appends members, so their order may differ.
  package static func areSame(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    left == right || left.count == right.count && sorted(left[...]) == sorted(right[...])
  }

  private static func sorted(_ json: ArraySlice<UInt8>) -> [UInt8] {
    let json = Array(json)
    switch json[0] {
    case UInt8(ascii: "["):
      return joined(UInt8(ascii: "["), JSONBytes.elements(of: json.span).map { sorted(json[$0]) }, UInt8(ascii: "]"))
    case UInt8(ascii: "{"):
      let members = JSONBytes.members(of: json.span).map { json[$0.key] + [UInt8(ascii: ":")] + sorted(json[$0.value]) }
      return joined(UInt8(ascii: "{"), members.map(Array.init).sorted { $0.lexicographicallyPrecedes($1) }, UInt8(ascii: "}"))
    default: return json
    }
  }

  private static func joined(_ start: UInt8, _ parts: [[UInt8]], _ end: UInt8) -> [UInt8] {
    [start] + parts.joined(separator: [UInt8(ascii: ",")]) + [end]
  }
}

// MARK: - Operations

extension WrittenPatch {
  private struct Operation {
    private var members: [String: [UInt8]] = [:]

    init(_ json: [UInt8]) {
      for member in JSONBytes.members(of: json.span) { members[JSONBytes.text(Array(json[member.key]))] = Array(json[member.value]) }
    }

    func text(_ name: String) -> String? { members[name].map { JSONBytes.text($0) } }

    func number(_ name: String) -> Int? { members[name].flatMap { Int(String(decoding: $0, as: UTF8.self)) } }

    var value: [UInt8]? { members["value"] }

    /// The tokens of the JSON Pointer under a name.
    func path(_ name: String) -> [[UInt8]] {
      text(name)?.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).dropFirst().map(PointerToken.key) ?? []
    }
  }

  private mutating func apply(_ operation: Operation) -> Bool {
    let path = operation.path("path")
    switch operation.text("op") {
    case "replace":
      guard let value = operation.value, let place = place(of: path) else { return false }
      json.replaceSubrange(place, with: value)
      return true
    case "add": return operation.value.map { add($0, at: path) } ?? false
    case "remove": return remove(path) != nil
    case "move": return remove(operation.path("from")).map { add($0, at: path) } ?? false
    case "splice":
      guard let place = place(of: path), json[place.lowerBound] == UInt8(ascii: "\""), let inserted = operation.text("ins"),
        let start = operation.number("at"), let deleted = operation.number("del"),
        let text = JSONBytes.text(Array(json[place])).splicing(inserted, at: start, deleting: deleted)
      else { return false }
      var quoted: [UInt8] = []
      JSONText.append(text, to: &quoted)
      json.replaceSubrange(place, with: quoted)
      return true
    default: return false
    }
  }

  private mutating func add(_ value: [UInt8], at path: [[UInt8]]) -> Bool {
    guard let token = path.last else {
      json = value
      return true
    }
    guard let container = place(of: path.dropLast()) else { return false }
    let parts = parts(of: container)
    if json[container.lowerBound] == UInt8(ascii: "[") {
      guard let index = Int(String(decoding: token, as: UTF8.self)), (0...parts.count).contains(index) else { return false }
      insert(value, at: index, of: parts, in: container)
      return true
    }
    guard json[container.lowerBound] == UInt8(ascii: "{") else { return false }
    if let known = parts.first(where: { $0.name == token }) {
      json.replaceSubrange(known.value, with: value)
      return true
    }
    var member: [UInt8] = []
    JSONText.append(String(decoding: token, as: UTF8.self), to: &member)
    insert(member + [UInt8(ascii: ":")] + value, at: parts.count, of: parts, in: container)
    return true
  }

  private mutating func insert(_ part: [UInt8], at index: Int, of parts: [Part], in container: Range<Int>) {
    let comma = [UInt8(ascii: ",")]
    if index < parts.count {
      json.insert(contentsOf: part + comma, at: parts[index].whole.lowerBound)
    } else {
      json.insert(contentsOf: parts.isEmpty ? part : comma + part, at: container.upperBound - 1)
    }
  }

  /// Returns the removed value.
  private mutating func remove(_ path: [[UInt8]]) -> [UInt8]? {
    guard let token = path.last, let container = place(of: path.dropLast()) else { return nil }
    let parts = parts(of: container)
    guard let index = parts.firstIndex(where: { $0.name == token }) else { return nil }
    let value = Array(json[parts[index].value])
    // With one of the commas beside it.
    let whole = parts[index].whole
    let start = index > 0 ? parts[index - 1].whole.upperBound : whole.lowerBound
    let end = index == 0 && parts.count > 1 ? parts[1].whole.lowerBound : whole.upperBound
    json.removeSubrange(start..<end)
    return value
  }
}

// MARK: - Places

extension WrittenPatch {
  /// A member or element.
  private struct Part {
    /// The token that leads to it.
    let name: [UInt8]
    let whole: Range<Int>
    let value: Range<Int>
  }

  private func parts(of container: Range<Int>) -> [Part] {
    let bytes = Array(json[container])
    let start = container.lowerBound
    func moved(_ range: Range<Int>) -> Range<Int> { range.lowerBound + start..<range.upperBound + start }
    switch bytes[0] {
    case UInt8(ascii: "["):
      return JSONBytes.elements(of: bytes.span).enumerated().map { Part(name: Array("\($0)".utf8), whole: moved($1), value: moved($1)) }
    case UInt8(ascii: "{"):
      return JSONBytes.members(of: bytes.span).map { member in
        let name = JSONBytes.text(Array(bytes[member.key])).utf8
        return Part(name: Array(name), whole: moved(member.key.lowerBound..<member.value.upperBound), value: moved(member.value))
      }
    default: return []
    }
  }

  private func place(of path: some Collection<[UInt8]>) -> Range<Int>? {
    var place = 0..<json.count
    for token in path {
      guard let part = parts(of: place).first(where: { $0.name == token }) else { return nil }
      place = part.value
    }
    return place
  }
}
