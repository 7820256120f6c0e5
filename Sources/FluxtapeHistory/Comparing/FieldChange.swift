import FluxtapeDocuments
import FluxtapeJSON
import FluxtapeLogReading

/// A field of states, or of the contents of actions, that two runs do not both have, as two versions of an app write it.
///
/// They are found in samples, so their values are compared all the same. Only what each object in the samples of one run has, and none in
/// those of the other, is a field that was added or is gone: other keys come and go with data.
package struct FieldChange: Hashable, Sendable {
  /// What the fields are parts of.
  package enum Whole: Hashable, Sendable {
    case state(of: String)
    /// Of the actions of a type.
    case payload(of: String)
  }

  package enum Change: String, Sendable { case renamed, added, gone, retyped }

  package let whole: Whole
  /// The keys that lead to the field; ``anyKey`` stands for elements of arrays, and for keys that are data.
  package let path: [String]
  package let change: Change
  /// The kinds of its values in both runs, as far as they have one.
  package var kinds: (first: String?, second: String?) { (firstKind, secondKind) }
  private let firstKind, secondKind: String?
  /// The path under the new name.
  package let newPath: [String]?
  /// Whether equal values tell the new name, and not only a similar one.
  package let hasSameValues: Bool

  package static let anyKey = "*"

  fileprivate init(
    _ place: FieldTable.Place, _ change: Change, _ first: String? = nil, _ second: String? = nil, newPath: [String]? = nil,
    hasSameValues: Bool = false
  ) {
    (whole, path, self.change, firstKind, secondKind) = (place.whole, place.path, change, first, second)
    (self.newPath, self.hasSameValues) = (newPath, hasSameValues)
  }

  /// Whether a path leads to the field, or to what is around it.
  func isBelow(_ path: StatePath) -> Bool {
    let isOfWhole =
      switch whole {
      case .state(let store): !path.isOfPayload && (path.store == nil || path.store == store)
      case .payload: path.isOfPayload
      }
    let keys = path.parts.map { part in if case .member(let name) = part { Self.normalized(name) } else { Self.anyKey } }
    return isOfWhole && self.path.starts(with: keys)
  }

  /// A key that is not a name stands for all of them: an index, an identifier.
  fileprivate static func normalized(_ key: String) -> String {
    key.unicodeScalars.allSatisfy { $0 == "_" || $0 == "$" || $0.properties.isAlphabetic } ? key : anyKey
  }
}

extension [FieldChange] {
  /// Finds the fields that differ in samples of both runs; none if the headers tell that one version of the app wrote both.
  ///
  /// - Throws: ``HistoryError`` if a file can no longer be read.
  package init(_ first: History, _ second: History) throws(HistoryError) {
    self = []
    guard !first.isOfSameVersion(as: second) else { return }
    let (old, new) = (try FieldTable(first), try FieldTable(second))
    self = old.places.compactMap { place in
      guard let kind = old.kind(of: place), let other = new.kind(of: place), kind != other else { return nil }
      return FieldChange(place, .retyped, kind, other)
    }
    var (gone, added) = (old.missing(in: new), new.missing(in: old))
    for byValues in [true, false] {
      for place in gone {
        let names = added.filter { old.isSame(place, $0, in: new, byValues: byValues) }
        guard names.count == 1 else { continue }
        append(FieldChange(place, .renamed, newPath: names[0].path, hasSameValues: byValues))
        gone.removeAll { $0 == place }
        added.removeAll { $0 == names[0] }
      }
    }
    // What has no name in common with the other object is other data.
    self += gone.filter { old.sharesFields(besides: $0, with: new) }.map { FieldChange($0, .gone, old.kind(of: $0)) }
    self += added.filter { new.sharesFields(besides: $0, with: old) }.map { FieldChange($0, .added, nil, new.kind(of: $0)) }
    sort { ("\($0.whole)", $0.path.joined(separator: "/")) < ("\($1.whole)", $1.path.joined(separator: "/")) }
  }
}

extension History {
  /// Whether the headers tell that one version of an app wrote both logs, and not two commits of it.
  fileprivate func isOfSameVersion(as other: History) -> Bool {
    let facts = [(header?.app?["version"], other.header?.app?["version"]), (header?.meta?["commit"], other.header?.meta?["commit"])]
    let known = facts.filter { $0 != nil || $1 != nil }
    return !known.isEmpty && known.allSatisfy { $0 == $1 }
  }
}

/// The fields in samples of a run.
private struct FieldTable {
  struct Place: Hashable {
    let whole: FieldChange.Whole
    var path: [String]
    var parent: Place { Place(whole: whole, path: path.dropLast()) }
  }

  private struct Field {
    var count = 0
    var kinds: Set<String> = []
    var values: [JSONValue] = []
  }

  private var fields: [Place: Field] = [:]
  /// The number of objects at each place.
  private var objects: [Place: Int] = [:]

  /// The most states of a store, actions of a type, and elements of an array to look at.
  private static let mostSamples = 4

  init(_ history: History) throws(HistoryError) {
    var (states, payloads): ([Int: [Int]], [String: [Int]]) = ([:], [:])
    for row in history.rows.indices {
      let facts = history.rows[row]
      guard facts.kind == .action || facts.kind == .state, let store = facts.store else { continue }
      states[store, default: []].append(row)
      if facts.kind == .action { payloads[facts.type, default: []].append(row) }
    }
    for (store, rows) in states {
      let name = history.stores[store]
      for row in Self.samples(of: rows) {
        guard case .known(let node, _) = try history.state(of: name, after: row) else { continue }
        add(node.value, at: Place(whole: .state(of: name), path: []))
      }
    }
    for (type, rows) in payloads {
      for row in Self.samples(of: rows) {
        if let payload = try history.action(at: row)?.payload { add(payload, at: Place(whole: .payload(of: type), path: [])) }
      }
    }
  }

  /// The first one, the last one, and some between.
  private static func samples<Element>(of all: [Element]) -> [Element] {
    all.count <= mostSamples ? all : (0..<mostSamples).map { all[$0 * (all.count - 1) / (mostSamples - 1)] }
  }

  private mutating func add(_ value: JSONValue, at place: Place) {
    switch value {
    case .object where value.isLeftOut: return
    case .object(let members):
      objects[place, default: 0] += 1
      for member in members {
        var field = place
        field.path.append(FieldChange.normalized(member.key))
        fields[field, default: Field()].count += 1
        if !member.value.isNull, !member.value.isLeftOut {
          fields[field, default: Field()].kinds.insert(member.value.kind)
          fields[field, default: Field()].values.append(member.value)
        }
        add(member.value, at: field)
      }
    case .array(let elements):
      for element in Self.samples(of: elements) { add(element, at: Place(whole: place.whole, path: place.path + [FieldChange.anyKey])) }
    case .null, .bool, .number, .string: return
    }
  }
}

// MARK: - Comparing

extension FieldTable {
  var places: [Place] { fields.keys.filter { $0.path.last != FieldChange.anyKey } }

  /// The only kind of a field's values; `nil` if they have several, or none.
  func kind(of place: Place) -> String? { fields[place].flatMap { $0.kinds.count == 1 ? $0.kinds.first : nil } }

  /// The fields that each object has here, and none in the other run.
  func missing(in other: FieldTable) -> [Place] {
    places.filter { place in
      fields[place]?.count == objects[place.parent] && other.objects[place.parent] != nil && other.fields[place] == nil
    }.sorted { $0.path.lexicographicallyPrecedes($1.path) }
  }

  /// Whether a field may be the other one under another name: by equal values, of which some tell more than a beginning does, or by the names.
  func isSame(_ place: Place, _ other: Place, in table: FieldTable, byValues: Bool) -> Bool {
    guard place.whole == other.whole, place.parent == other.parent, kind(of: place) == table.kind(of: other),
      let values = fields[place]?.values, let name = place.path.last?.lowercased(), let newName = other.path.last?.lowercased()
    else { return false }
    guard byValues else { return name.contains(newName) || newName.contains(name) || QueryError.nearest(to: name, among: [newName]) != nil }
    return values == table.fields[other]?.values && values.contains { ![0, "", false, [:], []].contains($0) }
  }

  /// Whether the object around a field has another field that is in both runs. The outermost object need not.
  func sharesFields(besides place: Place, with other: FieldTable) -> Bool {
    place.path.count == 1 || fields.keys.contains { $0.parent == place.parent && $0.path != place.parent.path && other.fields[$0] != nil }
  }
}
