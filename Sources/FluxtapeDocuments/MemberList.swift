import FluxtapeJSON

/// The elements of a large array, or of one that a patch has changed.
typealias ElementList = ChunkedList<JSONNode>

extension ElementList {
  /// The elements of an array in a text.
  init(of text: JSONText, at place: Range<Int>) {
    var elements: [JSONNode] = []
    var contents = TextContents(of: text, in: place)
    while let element = contents.nextElement() { elements.append(JSONNode(listed: text, element)) }
    self.init(elements)
  }
}

/// The members of a large object, or of one that a patch has changed.
struct MemberList: Sendable {
  struct Entry: Sendable {
    /// Rises in the object's order, and never changes.
    let number: Int
    let key: JSONNode
    var value: JSONNode
  }

  private(set) var entries: ChunkedList<Entry>
  /// The number of the next member.
  private var nextNumber: Int
  /// The numbers by key, if there are many.
  private var numbers: KeyNumbers?

  /// The most members that are searched one by one.
  private static let few = 24

  /// The members of an object in a text.
  init(of text: JSONText, at place: Range<Int>) {
    var members: [Entry] = []
    var contents = TextContents(of: text, in: place)
    while let member = contents.nextMember() {
      members.append(Entry(number: members.count, key: JSONNode(text, member.key), value: JSONNode(listed: text, member.value)))
    }
    entries = ChunkedList(members)
    nextNumber = members.count
    makeIndexIfWorthwhile()
  }
}

// MARK: - Looking up

extension MemberList {
  var count: Int { entries.count }

  /// The position of the member with a key.
  func position(of key: Span<UInt8>) -> Int? {
    key.withEscapes { key in
      if let numbers {
        for number in numbers.candidates(for: key) {
          if let position = position(ofNumber: number), entries[position].key.hasContents(key) { return position }
        }
        return nil
      }
      var position = 0
      for entry in entries {
        if entry.key.hasContents(key) { return position }
        position += 1
      }
      return nil
    }
  }

  /// The position of the member with a number, if it is still present: its number minus the removed members before it.
  private func position(ofNumber number: Int) -> Int? {
    // Without removals, position and number are the same.
    guard nextNumber > count else { return number < count ? number : nil }
    var low = max(0, number - (nextNumber - count))
    var high = min(number + 1, count)
    while low < high {
      let middle = (low + high) / 2
      let found = entries[middle].number
      if found == number { return middle }
      if found < number { low = middle + 1 } else { high = middle }
    }
    return nil
  }
}

// MARK: - Changing

extension MemberList {
  mutating func update<Result, Failure>(
    at position: Int, _ change: (inout JSONNode) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try entries.update(at: position) { (entry) throws(Failure) in try change(&entry.value) }
  }

  /// Adds a member with a new key at the end.
  mutating func append(_ key: String, _ value: JSONNode) {
    let key = JSONNode(.string(key))
    entries.insert(Entry(number: nextNumber, key: key, value: value), at: count)
    numbers?.enter(key, number: nextNumber)
    nextNumber += 1
    makeIndexIfWorthwhile()
  }

  mutating func remove(at position: Int) -> JSONNode {
    let entry = entries.remove(at: position)
    numbers?.remove(entry.key, number: entry.number)
    return entry.value
  }

  private mutating func makeIndexIfWorthwhile() {
    guard numbers == nil, count > Self.few else { return }
    var numbers = KeyNumbers()
    for entry in entries { numbers.enter(entry.key, number: entry.number) }
    self.numbers = numbers
  }
}
