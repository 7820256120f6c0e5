import FluxtapeDocuments
import FluxtapeJSON

/// A number for a state that follows its patches: equal states have equal numbers, and different ones hardly ever the same.
///
/// It is a sum over all values, each with the path to it, so that a change costs as much as what it changes. An array's elements count by
/// what identifies them, and not by where they stand: an insertion moves those behind it. States that differ in nothing but such an order
/// have one number, so whoever needs certainty compares the states.
struct StateDigest {
  /// `nil` while it is not known.
  private(set) var value: UInt64?
  /// Whether an operation was of a kind that is cheaper to follow by looking at all of the state.
  private var isOutdated = false

  private static let root: UInt64 = 0
}

extension StateDigest {
  /// Follows an operation on a document that it has not changed yet. A splice needs ``noteResult(of:in:)`` too.
  mutating func note(_ operation: NodePatch.Operation, on document: JSONNode) {
    guard value != nil, !isOutdated else { return }
    if let change = Self.change(by: operation, on: document) { value? &+= change } else { isOutdated = true }
  }

  /// Looks at the text that a splice has made.
  mutating func noteResult(of operation: NodePatch.Operation, in document: JSONNode) {
    guard case .splice(let path, _, _, _) = operation, value != nil, !isOutdated else { return }
    if let text = Self.place(path, upTo: path.range.upperBound, in: document) { value? &+= Self.digest(of: text.value, at: text.path) }
  }

  /// Looks at all of a state whose operations were not told, or could not be followed.
  mutating func settle(on document: JSONNode?, isNew: Bool) {
    guard isNew || isOutdated || document == nil || value == nil else { return }
    isOutdated = false
    value = document.map { Self.digest(of: $0, at: Self.root) }
  }
}

// MARK: - One operation

extension StateDigest {
  /// What an operation adds to the sum; `nil` if that takes a look at the whole document.
  private static func change(by operation: NodePatch.Operation, on document: JSONNode) -> UInt64? {
    switch operation {
    case .test: return 0
    case .copy: return nil
    case .move(let from, let to):
      // An element that only moves within its array counts as before.
      let (source, target) = (from.pointer.tokens.dropLast(), to.pointer.tokens.dropLast())
      guard source == target, document[JSONPointer(tokens: Array(target))]?.kind == .array else { return nil }
      return 0
    case .add(let path, _), .replace(let path, _), .remove(let path), .splice(let path, _, _, _):
      guard let last = path.lastSlash, let parent = parent(of: path, last, in: document) else { return nil }
      return path.withToken(at: last, to: path.range.upperBound) { token in
        let isArray = parent.value.kind == .array
        func digest(_ value: JSONNode) -> UInt64 {
          Self.digest(of: value, at: isArray ? element(value, at: parent.path) : member(token, at: parent.path))
        }
        let added = operation.value.map(digest) ?? 0
        // An element that is added replaces none.
        if isArray, case .add = operation { return added }
        return added &- (parent.value[token].map(digest) ?? 0)
      }
    }
  }

  private typealias Place = (value: JSONNode, path: UInt64, isElement: Bool)

  /// What contains the value that a path names. `nil` if there is none, or if the last token names what identifies an element: then all of
  /// that element gets another path.
  private static func parent(of path: PointerText, _ last: Int, in document: JSONNode) -> Place? {
    guard let parent = place(path, upTo: last, in: document) else { return nil }
    let isIdentity = parent.isElement && path.pointer.tokens.last.map(Change.identityKeys.contains) ?? false
    return isIdentity ? nil : parent
  }

  /// The value that the tokens before `end` lead to.
  private static func place(_ path: PointerText, upTo end: Int, in document: JSONNode) -> Place? {
    var place: Place? = (document, root, false)
    var start = path.range.lowerBound
    while start < end, let (value, hash, _) = place {
      let tokenEnd = path.end(ofTokenAt: start)
      place = path.withToken(at: start, to: tokenEnd) { token in
        value[token].map { value.kind == .array ? ($0, element($0, at: hash), true) : ($0, member(token, at: hash), false) }
      }
      start = tokenEnd
    }
    return place
  }
}

// MARK: - Sums

extension StateDigest {
  private static func digest(of value: JSONNode, at path: UInt64) -> UInt64 {
    guard value.isContainer else { return leaf(value, at: path) }
    var sum: UInt64 = 0
    // Without recursion: states nest deep, and some threads have small stacks.
    var waiting = [(value, path)]
    while let (value, path) = waiting.popLast() {
      switch value.kind {
      case .object:
        sum &+= mixed(path, 1)
        for one in value.members {
          let place = member(one.key, at: path)
          if one.value.isContainer { waiting.append((one.value, place)) } else { sum &+= leaf(one.value, at: place) }
        }
      case .array:
        sum &+= mixed(path, 2)
        for one in value.elements {
          let place = element(one, at: path)
          if one.isContainer { waiting.append((one, place)) } else { sum &+= leaf(one, at: place) }
        }
      case .null, .boolean, .number, .string: sum &+= leaf(value, at: path)
      }
    }
    return sum
  }

  private static func leaf(_ value: JSONNode, at path: UInt64) -> UInt64 {
    var hasher = Hasher()
    hasher.combine(path)
    value.hash(into: &hasher)
    return UInt64(truncatingIfNeeded: hasher.finalize())
  }

  private static func member(_ key: Span<UInt8>, at path: UInt64) -> UInt64 { mixed(path &+ ByteHash.hash(key), 5) }

  private static func member(_ key: String, at path: UInt64) -> UInt64 { mixed(path &+ ByteHash.hash(key), 5) }

  private static func element(_ value: JSONNode, at path: UInt64) -> UInt64 {
    guard let identity = value.identity else { return mixed(path, 3) }
    return leaf(identity, at: mixed(path, 4))
  }

  private static func mixed(_ path: UInt64, _ kind: UInt64) -> UInt64 { (path ^ kind &* 0x9e37_79b9_7f4a_7c15) &* 0xbf58_476d_1ce4_e5b9 }
}
