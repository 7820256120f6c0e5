/// The members of a JSON object, in the order in which they were written or added. Keys are unique; the last of two equal ones wins.
///
/// Looking up a key costs O(n) up to two dozen members, and O(1) beyond.
public struct JSONObject: Sendable {
  /// A key and its value.
  public struct Member: Sendable, Hashable {
    /// The key.
    public let key: String
    /// The value.
    public var value: JSONValue

    /// Creates a member.
    public init(key: String, value: JSONValue) {
      self.key = key
      self.value = value
    }

    public static func == (left: Member, right: Member) -> Bool {
      left.key.hasSameBytes(as: right.key) && left.value == right.value
    }

    public func hash(into hasher: inout Hasher) {
      hasher.combineBytes(of: key)
      hasher.combine(value)
    }
  }

  /// Outside of this file only values may be changed: keys and their order belong to the index.
  package internal(set) var members: [Member] = []

  /// The index of each key, used from about two dozen members on, where it is faster than comparing keys.
  private var places: [ExactText: Int] = [:]

  private static let indexedFrom = 24

  /// Creates an empty object.
  public init() {}

  /// Creates an object with these members, in this order. The last value of a repeated key wins, at the position of the first.
  public init(_ pairs: some Sequence<(String, JSONValue)>) {
    self.init()
    for (key, value) in pairs { self[key] = value }
  }

  public init(_ members: some Sequence<Member>) {
    self.init()
    for member in members { self[member.key] = member.value }
  }
}

extension JSONObject {
  /// Creates an object from members whose keys are known to differ.
  package init(distinct members: [Member]) {
    self.init()
    self.members = members
    if members.count >= Self.indexedFrom { makeIndex() }
  }
}

// MARK: - Members

extension JSONObject {
  /// The value for `key`. Setting keeps the position of an existing member, appends a new one, and removes the member with `nil`.
  public subscript(key: String) -> JSONValue? {
    get { position(of: key).map { members[$0].value } }
    set {
      switch (position(of: key), newValue) {
      case (let place?, let value?): members[place].value = value
      case (let place?, nil): _ = remove(at: place)
      case (nil, let value?): append(Member(key: key, value: value))
      case (nil, nil): break
      }
    }
  }

  /// The keys, in the order of the members.
  public var keys: some Sequence<String> { members.lazy.map(\.key) }

  /// The index of the member with `key`.
  public func position(of key: String) -> Int? {
    places.isEmpty ? members.firstIndex { $0.key.hasSameBytes(as: key) } : places[ExactText(text: key)]
  }

  private mutating func append(_ member: Member) {
    members.append(member)
    if !places.isEmpty {
      places[ExactText(text: member.key)] = members.count - 1
    } else if members.count == Self.indexedFrom {
      makeIndex()
    }
  }

  mutating func remove(at place: Int) -> Member {
    let member = members.remove(at: place)
    if places.removeValue(forKey: ExactText(text: member.key)) != nil, place < members.count {
      var index = places.values.startIndex
      while index != places.values.endIndex {
        if places.values[index] > place { places.values[index] -= 1 }
        places.values.formIndex(after: &index)
      }
    }
    return member
  }

  private mutating func makeIndex() {
    places.reserveCapacity(members.count)
    for (place, member) in members.enumerated() { places[ExactText(text: member.key)] = place }
  }
}

extension JSONObject: RandomAccessCollection {
  public var startIndex: Int { 0 }
  public var endIndex: Int { members.count }
  public subscript(position: Int) -> Member { members[position] }
}

// MARK: - Equality

extension JSONObject: Hashable {
  /// Equality ignores the order: RFC 8259 calls an object an unordered collection.
  public static func == (left: JSONObject, right: JSONObject) -> Bool {
    guard left.count == right.count else { return false }
    // Only two values are held at each level of recursion: a thread of 512 KiB must suffice for 480 levels, also without optimization.
    var place = 0
    while place < left.members.count {
      guard let other = right.position(of: left.members[place].key, tryingFirst: place) else { return false }
      guard left.members[place].value == right.members[other].value else { return false }
      place += 1
    }
    return true
  }

  private func position(of key: String, tryingFirst place: Int) -> Int? {
    members[place].key.hasSameBytes(as: key) ? place : position(of: key)
  }

  public func hash(into hasher: inout Hasher) {
    // A sum, since it does not depend on the order.
    hasher.combine(members.reduce(into: 0) { $0 &+= $1.hashValue })
  }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
  public typealias Key = String
  public typealias Value = JSONValue

  public init(dictionaryLiteral pairs: (String, JSONValue)...) { self.init(pairs) }
}
