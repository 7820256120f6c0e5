import FluxtapeDocuments
import FluxtapeJSON

/// Where telling values stand now.
struct ValueHolders {
  /// A place in a state, or in the last payload of an action.
  struct Place: Hashable {
    /// `nil` for a payload.
    let store: Int?
    /// The action, or the store.
    let subject: UInt32
    let path: UInt32
  }

  private var values: [Place: UInt32] = [:]
  private var places: [UInt32: [Place]] = [:]

  subscript(hash: UInt32) -> ArraySlice<Place> { (places[hash] ?? []).prefix(Self.most) }

  /// A value at more places than this is no telling one.
  private static let most = 8
  private static let mostKept = 64

  /// - Parameter hash: `nil` if what stands there now is not telling.
  mutating func set(_ hash: UInt32?, _ place: Place) {
    if let old = values[place] {
      places[old]?.removeAll { $0 == place }
      if places[old]?.isEmpty == true { places[old] = nil }
    }
    values[place] = hash
    if let hash, places[hash, default: []].count < Self.mostKept { places[hash, default: []].append(place) }
  }
}

/// Which arrays of states hold a telling value now.
struct ListMembers {
  struct List: Hashable {
    let store: Int
    let path: UInt32
  }

  /// The elements of an array, or what they have under a key.
  struct Column: Hashable {
    let list: List
    let path: UInt32
  }

  private var hashes: [List: [UInt32: Set<UInt32>]] = [:]
  private var columns: [UInt32: Set<Column>] = [:]

  /// The columns that hold a value; none if they are too many to be telling.
  subscript(hash: UInt32) -> Set<Column> { columns[hash].map { $0.count <= Self.most ? $0 : [] } ?? [] }

  private static let most = 8

  /// - Parameter held: The hashes of each column.
  mutating func set(_ held: [UInt32: Set<UInt32>], _ list: List) {
    let old = hashes.updateValue(held, forKey: list) ?? [:]
    for path in Set(old.keys).union(held.keys) {
      let (before, now) = (old[path] ?? [], held[path] ?? [])
      for hash in before.subtracting(now) { columns[hash]?.remove(Column(list: list, path: path)) }
      for hash in now.subtracting(before) { columns[hash, default: []].insert(Column(list: list, path: path)) }
    }
  }
}

// MARK: - Numbers and values of states

extension FactCollector {
  /// Keeps what an action wrote, and notes from where it may have been copied.
  mutating func keep(
    _ scalar: FactScalar, at path: UInt32, _ value: WrittenValue, _ store: Int, _ row: Int32, _ payload: [PayloadValue]
  ) {
    written[store, default: StateValues()].set(value, at: path, names)
    // Where states begin, equal values are a coincidence.
    if value.earlier != nil, scalar.number != nil || scalar.isText { changedPaths.append(path) }
    let place = ValueHolders.Place(store: store, subject: names.store(of: value.writer), path: path)
    if scalar.isTelling {
      let isGiven = payload.contains { $0.hash == scalar.hash }
      for holder in holders[scalar.hash] where holder != place && holder.subject != value.writer && (!isGiven || holder.store != nil) {
        sheet.noteOnce(
          FactKey(kind: isGiven ? .mirrors : .copies, subject: value.writer, other: holder.subject, path: path, detail: holder.path),
          at: row)
      }
    }
    holders.set(scalar.isTelling ? scalar.hash : nil, place)
  }

  /// Notes which values of the state equal each other after an action that changed one of them, and which are empty.
  mutating func noteState(_ subject: UInt32, _ store: Int, _ row: Int32) {
    let values = written[store] ?? StateValues()
    for path in Set(changedPaths) {
      guard let own = values[path], !own.isEmpty || own.isOfList else { continue }
      // That small numbers are equal is a coincidence, unless one counts the elements of an array.
      let isTelling = own.number.map { abs($0) >= 10 || own.isOfList } ?? true
      for other in values.places(of: own.hash) where other != path && (isTelling || values[other]?.isOfList == true) {
        sheet.noteOnce(FactKey(kind: .equals, subject: subject, path: path, detail: other), at: row)
      }
    }
    changedPaths = []
    guard values.empty.count <= Self.mostEmpty else { return sheet.hasManyEmpty = true }
    for path in values.empty { sheet.noteOnce(FactKey(kind: .empties, subject: subject, path: path), at: row) }
  }

  /// With more empty values in a state of any run, none counts in any.
  private static var mostEmpty: Int { 24 }
}

// MARK: - Arrays of states

extension FactCollector {
  /// Arrays of more elements are not followed.
  private static var mostElements: Int { 64 }

  /// Keeps the arrays of a value that was written.
  mutating func keepLists(_ value: JSONValue, at path: UInt32, _ subject: UInt32, _ store: Int, _ row: Int32) {
    switch value {
    case .object(let object):
      for member in object.prefix(32) where !names.isPattern(path) {
        keepLists(member.value, at: names.path(path, member.key), subject, store, row)
      }
    case .array(let elements):
      guard !names.isPattern(path), elements.count <= Self.mostElements else { return forgetList(at: path, store) }
      if lists[store]?[path] != elements { keep(elements, at: path, subject, store, row) }
    case .null, .bool, .number, .string: forgetList(at: path, store)
    }
  }

  /// Follows an operation into an array that is known.
  ///
  /// - Parameter path: The number of the operation's path.
  mutating func follow(_ operation: JSONPatch.Operation, at path: UInt32, _ subject: UInt32, _ store: Int, _ row: Int32) {
    let tokens = operation.path.tokens
    var around: UInt32 = 0
    for (place, token) in tokens.enumerated() {
      if let elements = lists[store]?[around] {
        let patch = operation.inside(JSONPointer(tokens: Array(tokens[place...]))).map { JSONPatch([$0]) }
        let changed = patch.flatMap { try? $0.applied(to: .array(elements)).array }
        guard let changed, changed.count <= Self.mostElements else { return forgetList(at: around, store) }
        return keep(changed, at: around, subject, store, row)
      }
      around = names.path(around, token)
    }
    switch operation {
    case .add(_, let value), .replace(_, let value): keepLists(value, at: path, subject, store, row)
    case .remove, .move, .copy, .splice: forgetList(at: path, store)
    case .test: break
    }
  }

  /// Forgets an array that is not followed any more, with what was derived from it: that would stay as it is.
  private mutating func forgetList(at path: UInt32, _ store: Int) {
    members.set([:], ListMembers.List(store: store, path: path))
    lists[store]?[path] = nil
    for place in written[store]?.children(of: path) ?? [] where names.isDerived(place) { forget(place, store) }
  }

  private mutating func forgetValue(at path: UInt32, _ store: Int) {
    guard let old = written[store]?.remove(path) else { return }
    holders.set(nil, ValueHolders.Place(store: store, subject: names.store(of: old.writer), path: path))
  }

  /// Forgets what stood at a path and below it.
  mutating func forget(_ path: UInt32, _ store: Int) {
    for place in written[store]?.cut(path) ?? [] {
      if lists[store]?.removeValue(forKey: place) != nil { members.set([:], ListMembers.List(store: store, path: place)) }
      forgetValue(at: place, store)
    }
  }

  /// Forgets what stood below a path and has no place in the value that is written there. An array forgets what belongs to it itself.
  mutating func forgetMissing(in value: JSONValue, at path: UInt32, _ store: Int) {
    let children = written[store]?.children(of: path) ?? []
    switch value {
    case .object(let object):
      if lists[store]?[path] != nil { forgetList(at: path, store) }
      forgetValue(at: path, store)
      guard !children.isEmpty else { return }
      var missing = children
      for member in object where !missing.isEmpty {
        guard let place = names.known(path, member.key), missing.remove(place) != nil else { continue }
        forgetMissing(in: member.value, at: place, store)
      }
      for place in missing { forget(place, store) }
    case .array:
      forgetValue(at: path, store)
      for place in children where !names.isDerived(place) { forget(place, store) }
    case .null, .bool, .number, .string: for place in children { forget(place, store) }
    }
  }

  /// Keeps an array, and notes its length, its sums, its ends, its order and whether its elements are unique.
  private mutating func keep(_ elements: [JSONValue], at path: UInt32, _ subject: UInt32, _ store: Int, _ row: Int32) {
    lists[store, default: [:]][path] = elements
    let size = names.path(path, FactNameCache.size)
    keep(number: Double(elements.count), at: size, subject, store, row)
    keepEnd(elements.first, at: names.path(path, FactNameCache.first), subject, store, row)
    keepEnd(elements.last, at: names.path(path, FactNameCache.last), subject, store, row)
    var held: [UInt32: Set<UInt32>] = [:]
    defer { members.set(held, ListMembers.List(store: store, path: path)) }
    for (key, values) in Self.columns(of: elements) {
      let column = key.map { names.path(names.path(path, "-"), $0) } ?? names.path(path, "-")
      let numbers = values.compactMap { $0.number?.double }
      if numbers.count == values.count {
        keep(number: numbers.reduce(0, +), at: names.path(path, FactNameCache.sum(of: key)), subject, store, row)
      }
      held[column] = Set(values.compactMap(FactScalar.tellingHash))
      sheet.noteOnce(FactKey(kind: .writes, subject: subject, path: column), at: row)
      if Set(values).count == values.count { sheet.noteOnce(FactKey(kind: .unique, subject: subject, path: column), at: row) }
      let texts = values.compactMap(\.string)
      let order: (rises: Bool, falls: Bool) =
        numbers.count == values.count ? Self.order(of: numbers) : texts.count == values.count ? Self.order(of: texts) : (false, false)
      if order.rises { sheet.noteOnce(FactKey(kind: .rises, subject: subject, path: column), at: row) }
      if order.falls { sheet.noteOnce(FactKey(kind: .falls, subject: subject, path: column), at: row) }
    }
  }

  /// Keeps what the first or last element is, or what its members are.
  private mutating func keepEnd(_ element: JSONValue?, at path: UInt32, _ subject: UInt32, _ store: Int, _ row: Int32) {
    forget(path, store)
    for (key, values) in Self.columns(of: element.map { [$0] } ?? []) {
      guard let scalar = FactScalar(values[0]), scalar.isTelling else { continue }
      let place = key.map { names.path(path, $0) } ?? path
      let kept = WrittenValue(hash: scalar.hash, number: scalar.number, writer: subject, row: row, isText: scalar.isText)
      written[store, default: StateValues()].set(kept, at: place, names)
      holders.set(scalar.hash, ValueHolders.Place(store: store, subject: names.store(of: subject), path: place))
    }
  }

  private static func order(of values: [some Comparable]) -> (rises: Bool, falls: Bool) {
    let pairs = zip(values, values.dropFirst())
    return (pairs.allSatisfy { $0 <= $1 }, pairs.allSatisfy { $0 >= $1 })
  }

  /// The elements, or if they are objects what each has under a key.
  private static func columns(of elements: [JSONValue]) -> [(key: String?, values: [JSONValue])] {
    guard let first = elements.first else { return [] }
    guard let object = first.object else { return [(nil, elements)] }
    return object.prefix(8).compactMap { member in
      let values = elements.compactMap { $0[member.key] }
      return values.count == elements.count ? (member.key, values) : nil
    }
  }

  private mutating func keep(number: Double, at path: UInt32, _ subject: UInt32, _ store: Int, _ row: Int32) {
    guard let value = JSONNumber(number).map(JSONValue.number), let scalar = FactScalar(value) else { return }
    if written[store]?[path]?.hash != scalar.hash || written[store]?[path]?.writer != subject {
      write(scalar, value, at: path, subject, store, row, [])
    }
    written[store]?.markAsOfList(path)
  }
}

extension JSONPatch.Operation {
  /// The operation on a part of the document; `nil` for one that needs more of it.
  fileprivate func inside(_ pointer: JSONPointer) -> Self? {
    switch self {
    case .add(_, let value): .add(pointer, value)
    case .replace(_, let value): .replace(pointer, value)
    case .remove: .remove(pointer)
    case .move, .copy, .test, .splice: nil
    }
  }
}
