import FluxtapeDocuments
import FluxtapeJSON

/// Something that a change of a state brought: a value of an object, or an element of an array, wherever in it it stands.
struct BroughtValue: Hashable {
  /// The object or array around it.
  let container: JSONPointer
  /// `nil` for an element.
  let key: String?
  let value: JSONValue
  /// Whether there was nothing under its key before.
  let isNew: Bool
}

extension BroughtValue {
  /// What is in `new` and was not in `old`. Flags, `null` and what is empty are nothing that one would miss.
  static func all(from old: JSONValue?, to new: JSONValue) -> [BroughtValue] {
    var brought: [BroughtValue] = []
    var waiting: [(old: JSONValue?, new: JSONValue, pointer: JSONPointer)] = [(old, new, JSONPointer())]
    while let (old, new, pointer) = waiting.popLast() {
      switch new {
      case .object(let members):
        for member in members {
          let before = old?.object?[member.key]
          guard before != member.value else { continue }
          let isOfBoth = before?.isContainer == true && before?.kind == member.value.kind
          if isOfBoth || (before == nil && old != nil && member.value.array != nil) {
            waiting.append((before, member.value, pointer.appending(member.key)))
          } else if member.value.isMissed {
            brought.append(BroughtValue(container: pointer, key: member.key, value: member.value, isNew: before == nil))
          }
        }
      case .array(let elements):
        var known = Dictionary((old?.array ?? []).map { ($0, 1) }, uniquingKeysWith: +)
        for element in elements {
          if let count = known[element], count > 0 {
            known[element] = count - 1
          } else if element.isMissed {
            brought.append(BroughtValue(container: pointer, key: nil, value: element, isNew: true))
          }
        }
      default: if old != new, new.isMissed { brought.append(BroughtValue(container: pointer, key: "", value: new, isNew: false)) }
      }
    }
    return brought
  }

  /// Where it stands; for an element, its array.
  var place: JSONPointer { key.flatMap { $0.isEmpty ? nil : container.appending($0) } ?? container }

  /// Whether it is in a state.
  func isThere(in state: JSONValue) -> Bool {
    guard let container = state[container] else { return false }
    guard let key else { return container.array?.contains(value) ?? false }
    return (key.isEmpty && !container.isContainer ? container : container[key]) == value
  }

  /// What took its place in a state; `nil` if nothing did.
  func replacement(in state: JSONValue) -> JSONValue? {
    let container = state[container]
    guard key == nil else { return key.flatMap { container?[$0] } ?? (container?.isContainer == false ? container : nil) }
    guard let identity = value.identity else { return nil }
    return container?.array?.first { $0.identity == identity }
  }

  /// Whether it makes a difference that `other` stands there instead. Numbers are counted on by whoever comes, so they do not tell.
  func isLost(to other: JSONValue?) -> Bool { Self.tells(value, other) }

  private static func tells(_ value: JSONValue, _ other: JSONValue?) -> Bool {
    guard let other, value != other else { return other == nil }
    switch (value, other) {
    case (.number, .number), (.bool, .bool): return false
    case (.object(let members), .object(let others)): return members.contains { tells($0.value, others[$0.key]) }
    case (.array(let elements), .array(let others)): return elements.contains { !others.contains($0) }
    default: return true
    }
  }

  /// Whether both may be the same thing made twice: elements that differ in what the maker of a thing adds to it, if in anything.
  func isTwin(of other: BroughtValue) -> Bool {
    guard container == other.container, (key == nil) == (other.key == nil) else { return false }
    guard case .object(let members) = value, case .object(let others) = other.value else { return value == other.value }
    guard members.count == others.count else { return false }
    var hasContents = false
    for member in members where !Self.isMade(member.key) {
      guard others[member.key] == member.value else { return false }
      if member.value.isMissed { hasContents = true }
    }
    return hasContents
  }

  private static func isMade(_ key: String) -> Bool {
    let key = key.lowercased()
    return ["id", "key", "date", "time", "timestamp", "at", "number", "token", "version"].contains { key.hasSuffix($0) }
  }
}

extension JSONValue {
  /// Whether one would miss it: no flag, no `null`, nothing empty.
  fileprivate var isMissed: Bool {
    switch self {
    case .null, .bool: false
    case .number: true
    case .string(let text): !text.isEmpty
    case .array(let elements): !elements.isEmpty
    case .object(let object): object.count > 0
    }
  }
}
