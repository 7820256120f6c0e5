/// A pattern for the name of a store or type: a glob (`cart.item*`, `?` for one character), a regular expression, or an exact name.
package enum NamePattern: Hashable, Sendable {
  case exactly(String)
  case glob([Character])
  case expression(TextPattern)

  /// Reads a glob; a text without `*` and `?` is an exact name.
  init(glob text: String) {
    self = text.contains { $0 == "*" || $0 == "?" } ? .glob(Array(text)) : .exactly(text)
  }
}

extension NamePattern {
  /// The pattern for messages.
  var text: String {
    switch self {
    case .exactly(let name): name
    case .glob(let pattern): String(pattern)
    case .expression: "that the expression means"
    }
  }

  /// A text that every match contains, if there is one.
  var needle: SearchText? {
    switch self {
    case .exactly(let name): SearchText(exactly: name)
    case .glob(let pattern): Self.needle(of: pattern.prefix { $0 != "*" && $0 != "?" })
    case .expression(let pattern): pattern.needle
    }
  }

  private static func needle(of start: ArraySlice<Character>) -> SearchText? { start.isEmpty ? nil : SearchText(exactly: String(start)) }

  package func matches(_ name: String) -> Bool {
    switch self {
    case .exactly(let wanted): name.utf8.elementsEqual(wanted.utf8)
    case .glob(let pattern): Self.matches(Array(name), glob: pattern)
    case .expression(let pattern): pattern.matches(name)
    }
  }

  /// Backtracks to the last star only, so that the time is at most the product of both lengths.
  private static func matches(_ name: [Character], glob: [Character]) -> Bool {
    var (place, part) = (0, 0)
    var star: (part: Int, place: Int)?
    while place < name.count {
      if part < glob.count, glob[part] == "*" {
        star = (part, place)
        part += 1
      } else if part < glob.count, glob[part] == "?" || glob[part].hasSameScalars(as: name[place]) {
        place += 1
        part += 1
      } else if let last = star {
        star = (last.part, last.place + 1)
        part = last.part + 1
        place = last.place + 1
      } else {
        return false
      }
    }
    return glob[part...].allSatisfy { $0 == "*" }
  }
}

extension Character {
  /// Compares scalars, as for exact names: another normalization form is another character.
  fileprivate func hasSameScalars(as other: Character) -> Bool { unicodeScalars.elementsEqual(other.unicodeScalars) }
}
