import FluxtapeJSON

/// The members of an object that a patch has changed.
///
/// Each member has a number that never changes, in the object's order: members of the text count from 0, and added members follow. The
/// text's index maps a key to a number, and a search maps a number to a position.
struct MemberList: Sendable {
  struct Entry: Sendable {
    let number: Int
    let key: Key
    var value: JSONNode
  }

  /// A key in the text of the object, or an added one.
  enum Key: Sendable {
    case parsed(UInt32)
    case added(String)
  }

  private(set) var entries: ChunkedList<MemberRun>
  /// The object in the text, and the number of its members.
  private let origin: (text: JSONText, place: Int)?
  private let originalCount: Int
  /// The number of the next member.
  private var nextNumber: Int
  /// An index of the added members, if there are many.
  private var added: KeyNumbers?

  /// The maximum number of added members that are searched linearly.
  private static let fewAdded = 24

  /// The members of the object at `place` of a text.
  init(of text: JSONText, at place: Int) {
    origin = (text, place)
    originalCount = text.count(place)
    nextNumber = originalCount
    let first = UInt32(truncatingIfNeeded: place + TapeWord.containerHead)
    entries =
      originalCount <= ChunkedList<MemberRun>.chunkSize
      ? ChunkedList(run: MemberRun(text: text, place: first, length: UInt32(truncatingIfNeeded: originalCount), firstNumber: 0))
      : ChunkedList(runs: MemberRun.all(of: text, at: place))
  }

  /// Creates a list of members with different keys.
  init(_ members: [(key: String, value: JSONNode)]) {
    origin = nil
    originalCount = 0
    nextNumber = members.count
    entries = ChunkedList(members.enumerated().map { Entry(number: $0, key: .added($1.key), value: $1.value) })
    if members.count > Self.fewAdded { indexAdded() }
  }
}

extension MemberList.Key {
  /// - Parameter text: The text of the object; `nil` if the object comes from no text.
  @inline(__always)
  func node(of text: JSONText?) -> JSONNode {
    switch self {
    case .parsed(let place): text.map { JSONNode($0, Int(place)) } ?? .null
    case .added(let key): JSONNode(.scalar(.string(key)))
    }
  }
}

/// Consecutive members of an object in a text.
struct MemberRun: ListRun {
  let text: JSONText
  /// The place of the first key.
  let place: UInt32
  let length: UInt32
  let firstNumber: UInt32

  var count: Int { Int(length) }

  subscript(index: Int) -> MemberList.Entry {
    var key = Int(place)
    for _ in 0..<index { key += 1 + text.width(key + 1) }
    return MemberList.Entry(number: Int(firstNumber) + index, key: .parsed(UInt32(truncatingIfNeeded: key)), value: JSONNode(text, key + 1))
  }

  var elements: [MemberList.Entry] {
    var key = Int(place)
    return (0..<count).map { index in
      defer { key += 1 + text.width(key + 1) }
      return MemberList.Entry(
        number: Int(firstNumber) + index, key: .parsed(UInt32(truncatingIfNeeded: key)), value: JSONNode(text, key + 1))
    }
  }

  func isIdentical(to other: MemberRun) -> Bool { text === other.text && place == other.place && length == other.length }

  fileprivate static func all(of text: JSONText, at place: Int) -> [MemberRun] {
    let count = text.count(place)
    let size = ChunkedList<MemberRun>.chunkSize
    var runs: [MemberRun] = []
    var next = place + TapeWord.containerHead
    for start in stride(from: 0, to: count, by: size) {
      let length = min(size, count - start)
      runs.append(
        MemberRun(
          text: text, place: UInt32(truncatingIfNeeded: next), length: UInt32(truncatingIfNeeded: length),
          firstNumber: UInt32(truncatingIfNeeded: start)))
      for _ in 0..<length { next += 1 + text.width(next + 1) }
    }
    return runs
  }
}

// MARK: - Looking up

extension MemberList {
  var count: Int { entries.count }

  /// The text of the object; `nil` if the object comes from no text.
  var text: JSONText? { origin?.text }

  /// The key of the member at a place.
  func key(at position: Int) -> String { entries[position].key.node(of: text).string ?? "" }

  func position(of key: Span<UInt8>) -> Int? {
    if let origin, let found = origin.text.key(key, of: origin.place), let position = position(ofNumber: found.index) { return position }
    if let added {
      for number in added.candidates(for: key) {
        if let position = position(ofNumber: number), isAdded(key, at: position) { return position }
      }
      return nil
    }
    // Added members are at the end.
    var position = count - 1
    while position >= 0, number(at: position) >= originalCount {
      if isAdded(key, at: position) { return position }
      position -= 1
    }
    return nil
  }

  private func isAdded(_ key: Span<UInt8>, at position: Int) -> Bool {
    guard case .added(let other) = entries[position].key else { return false }
    return other.withBytes { $0.count == key.count && key.hasSameBytes(at: 0, as: $0, at: 0, length: key.count) }
  }

  /// The number of the member at a place.
  @inline(__always)
  private func number(at position: Int) -> Int {
    entries.find(position, in: { Int($0.firstNumber) + $1 }, or: { $0.number })
  }

  /// The position of the member with a number, if it is still present: its number minus the removed members before it.
  private func position(ofNumber number: Int) -> Int? {
    // Without removals, position and number are the same.
    guard nextNumber > count else { return number < count ? number : nil }
    var low = max(0, number - (nextNumber - count))
    var high = min(number + 1, count)
    while low < high {
      let middle = (low + high) / 2
      let found = self.number(at: middle)
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
    entries.insert(Entry(number: nextNumber, key: .added(key), value: value), at: count)
    added?.enter(key, number: nextNumber)
    nextNumber += 1
    if added == nil, nextNumber - originalCount > Self.fewAdded { indexAdded() }
  }

  mutating func remove(at position: Int) -> JSONNode {
    let entry = entries.remove(at: position)
    if case .added(let key) = entry.key { added?.remove(key, number: entry.number) }
    return entry.value
  }

  private mutating func indexAdded() {
    var numbers = KeyNumbers()
    var position = count - 1
    while position >= 0 {
      let entry = entries[position]
      guard case .added(let key) = entry.key else { break }
      numbers.enter(key, number: entry.number)
      position -= 1
    }
    added = numbers
  }
}
