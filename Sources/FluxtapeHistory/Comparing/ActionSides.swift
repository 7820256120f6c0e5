import FluxtapeDocuments
import FluxtapeJSON
import FluxtapeLogReading

/// The actions of two runs, and their states without an action, as keys for their alignment.
struct ActionSides: EditedSides {
  /// Identifies what an action does, without the identifiers of its run.
  struct Key: Hashable {
    let name: Int
    /// Two hashes of the contents: different contents do not share both by chance.
    let content: Int
    let check: Int
  }

  let old: [Key]
  let new: [Key]

  var oldCount: Int { old.count }
  var newCount: Int { new.count }

  func areEqual(_ oldPlace: Int, _ newPlace: Int) -> Bool { old[oldPlace] == new[newPlace] }

  func numbers(old oldPlaces: [Int], new newPlaces: [Int]) -> (old: [Int], new: [Int]) {
    Self.numbered(oldPlaces, by: { old[$0] }, newPlaces, by: { new[$0] })
  }

  // An action at a later place in the other run is not a move: the actions between have changed.
  func hasIdentity(old place: Int) -> Bool { false }
  func hasIdentity(new place: Int) -> Bool { false }
  func likeness(_ oldPlace: Int, _ newPlace: Int) -> Int { old[oldPlace].name == new[newPlace].name ? 1000 : 0 }
}

/// Makes keys of a run's actions.
struct ActionKeys {
  private var names: [String: Int] = [:]

  /// Keys of another run with the numbers that names have here.
  consuming func renumbering(_ keys: [ActionSides.Key], of other: ActionKeys) -> [ActionSides.Key] {
    var numbers = Array(repeating: 0, count: other.names.count)
    for (name, number) in other.names {
      numbers[number] = names[name] ?? names.count
      names[name] = numbers[number]
    }
    return keys.map { ActionSides.Key(name: numbers[$0.name], content: $0.content, check: $0.check) }
  }

  /// The key of a state without an action, from its patch or state.
  mutating func key(ofStateOf store: String, _ outcome: Outcome?) -> ActionSides.Key {
    key(store, StateRecord.type, outcome?.patch?.json ?? outcome?.state)
  }

  /// The key of an action with a payload, or of another row with other contents.
  mutating func key(_ store: String, _ type: String, _ content: JSONValue?) -> ActionSides.Key {
    let name = store + "\u{0}" + type
    let number = names[name] ?? names.count
    names[name] = number
    var (hasher, check) = (Hasher(), Hasher())
    check.combine(1)
    if let content { Self.hash(content, into: &hasher, &check) }
    return ActionSides.Key(name: number, content: hasher.finalize(), check: check.finalize())
  }

  /// Hashes members in the order of their keys, and identifiers by their kind. Left-out values add nothing.
  private static func hash(_ value: JSONValue, into hasher: inout Hasher, _ check: inout Hasher) {
    func combine(_ text: String) {
      let text = IdentifiedText.mayHoldIdentifier(text) ? IdentifiedText(text).pattern : text
      hasher.combine(text)
      check.combine(text)
    }
    func combine(_ number: Int) {
      hasher.combine(number)
      check.combine(number)
    }
    switch value {
    case _ where value.isLeftOut: combine(1)
    case .null: combine(2)
    case .bool(let bool): combine(bool ? 3 : 4)
    case .number(let number): combine(number.text)
    case .string(let text): combine(text)
    case .array(let elements):
      combine(elements.count)
      for element in elements { hash(element, into: &hasher, &check) }
    case .object(let object):
      combine(-object.count)
      let members = object.map { (IdentifiedText($0.key).pattern, $0.value) }.sorted { $0.0 < $1.0 }
      for (key, value) in members {
        combine(key)
        hash(value, into: &hasher, &check)
      }
    }
  }
}
