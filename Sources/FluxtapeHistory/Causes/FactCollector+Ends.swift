import FluxtapeJSON

/// How the states are when a run ends: most expectations are about that, and many do not say of which values.
extension FactCollector {
  /// A value of a state at the end.
  private struct End {
    let store: UInt32
    let path: UInt32
    let value: WrittenValue
  }

  /// Notes what the states hold at the end, who wrote it last, and which values are equal or the sum of two others.
  ///
  /// - Parameter failure: What a red run says of its failure.
  mutating func noteEnds(failure: String?) {
    let counts = Dictionary(grouping: storeNames.values, by: \.self).mapValues(\.count)
    let named = failure.map(Self.values) ?? []
    var ends: [End] = []
    for (store, values) in written {
      // Of several stores with one name, none is meant.
      guard let name = storeNames[store], counts[name] == 1, values.count <= Self.mostEnds else { continue }
      values.forEach { ends.append(End(store: name, path: $0, value: $1)) }
    }
    guard let last = sheet.occurrences.last?.row else { return }
    let times = noteTimes()
    for end in ends {
      sheet.lastWrites[FactPlace(store: end.store, path: end.path)] = (end.value.writer, end.value.row)
      sheet.note(FactKey(kind: .leftBy, subject: end.value.writer, path: end.path), at: end.value.row)
      if named.contains(end.value.hash), !end.value.isEmpty { sheet.namedPlaces.insert(FactPlace(store: end.store, path: end.path)) }
      note(end.value.choice, at: end.path, end, last)
      note(end.value.signs, at: names.path(end.path, FactNameCache.signs), end, last)
    }
    noteEqual(ends + times, last)
    for numbers in Dictionary(grouping: ends.filter { $0.value.number != nil }, by: \.store).values { noteSums(numbers, last) }
  }

  private mutating func note(_ choice: UInt32?, at path: UInt32, _ end: End, _ row: Int32) {
    guard let choice else { return }
    sheet.lastWrites[FactPlace(store: end.store, path: path)] = (end.value.writer, end.value.row)
    let key = FactKey(kind: .ends, subject: end.store, path: path, detail: choice)
    sheet.note(key, at: row)
    if keepsTexts, let text = choiceTexts[choice] { sheet.note(key, text: text) }
  }

  /// A larger state has so many values that some are equal by chance, and it would make too many facts.
  static var mostEnds: Int { 64 }
  private static var mostNumbers: Int { 16 }

  /// How often each action happened. An action is a place here, in the stead of a store.
  private mutating func noteTimes() -> [End] {
    let path = names.path(0, FactNameCache.times)
    return Dictionary(grouping: sheet.occurrences, by: \.subject).compactMap { subject, occurrences in
      guard let row = occurrences.last?.row, let scalar = FactScalar(.number(JSONNumber(occurrences.count))) else { return nil }
      sheet.lastWrites[FactPlace(store: subject, path: path)] = (subject, row)
      return End(
        store: subject, path: path, value: WrittenValue(hash: scalar.hash, number: scalar.number, writer: subject, row: row))
    }
  }

  private mutating func noteEqual(_ ends: [End], _ row: Int32) {
    for equal in Dictionary(grouping: ends.filter { $0.value.number != nil || $0.value.isText }, by: \.value.hash).values {
      guard equal.count <= Self.mostNumbers else { continue }
      for one in equal {
        for other in equal where (one.store, one.path) < (other.store, other.path) {
          sheet.note(FactKey(kind: .endsEqual, subject: one.store, other: other.store, path: one.path, detail: other.path), at: row)
        }
      }
    }
  }

  private mutating func noteSums(_ ends: [End], _ row: Int32) {
    guard ends.count <= Self.mostNumbers else { return }
    let places = Dictionary(grouping: ends, by: \.value.number)
    for one in ends {
      for other in ends where one.path < other.path {
        for sum in places[(one.value.number ?? 0) + (other.value.number ?? 0)] ?? [] where sum.path != one.path && sum.path != other.path {
          sheet.note(FactKey(kind: .endsSum, subject: sum.store, other: one.path, path: sum.path, detail: other.path), at: row)
        }
      }
    }
  }

  /// The hashes of values that a failure shows: numbers, and texts in quotes or brackets.
  private static func values(in failure: String) -> Set<UInt32> {
    let text = failure.prefix(1000)
    let words = text.split { !$0.isNumber && $0 != "." && $0 != "-" }.compactMap { Double($0) }.compactMap(JSONNumber.init)
    let parts = text.split { "\"<>()'`\n→".contains($0) }.map { $0.trimmingPrefix { $0 == " " } }
    let values = words.map(JSONValue.number) + parts.map { .string(String($0)) }
    return Set(values.compactMap(FactScalar.init).filter(\.isTelling).map(\.hash))
  }
}
