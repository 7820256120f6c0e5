/// Facts about the end of a run: they are told of the actions that wrote the values last.
extension FactPlaces {
  /// A value at the end, and what wrote it.
  struct LastWrite {
    let place: FactPlace
    let writer: UInt32
    let row: Int32
  }

  /// What wrote the values that a fact about the end is about, the latest first; `nil` for other facts.
  func lastWrites(of found: CauseSearch.Found) -> [LastWrite]? {
    let key = found.key
    let places: [FactPlace]
    switch key.kind {
    case .leftBy: places = [FactPlace(store: names.number(of: action(key.subject).store + "\u{0}"), path: key.path)]
    case .ends: places = ([key] + (found.partner.map { [$0] } ?? [])).map { FactPlace(store: $0.subject, path: $0.path) }
    case .endsEqual: places = [FactPlace(store: key.subject, path: key.path), FactPlace(store: key.other, path: key.detail)]
    case .endsSum: places = [key.path, key.other, key.detail].map { FactPlace(store: key.subject, path: $0) }
    default: return nil
    }
    let writes = places.compactMap { place in
      let write = red.lastWrites[place] ?? green.lastWrites[place].map { ($0.writer, Int32(max(0, red.rowCount - 1))) }
      return write.map { LastWrite(place: place, writer: $0.writer, row: $0.row) }
    }
    guard writes.count == places.count else { return nil }
    return writes.sorted { ($1.row, text(of: $0.place)) < ($0.row, text(of: $1.place)) }
  }

  /// At the failure, behind all else that leads there: what the end is like follows from that.
  func endPlace(of row: Int32) -> Double {
    let last = Double(red.failureRow ?? red.rowCount - 1)
    return Double(row) > last ? Double(row) : last + 0.4 * Double(row) / Double(red.rowCount + 1)
  }

  func end(_ found: CauseSearch.Found, _ writes: [LastWrite]) -> FailureFact {
    let (key, test, last) = (found.key, found.test, writes[0])
    let detail: String
    var path = last.place.path
    switch key.kind {
    case .endsEqual: detail = text(of: writes[1].place)
    case .endsSum: (path, detail) = (key.path, [key.other, key.detail].map(names.text).sorted().joined(separator: " + "))
    default:
      let values = writes.map { write in
        [key, found.partner].compactMap(\.self).first { $0.path == write.place.path && $0.subject == write.place.store }
      }
      let texts = values.map { $0.flatMap { red.texts[$0] } ?? "" }
      detail = writes.count < 2 ? texts[0] : "\(texts[0]) and \(text(of: writes[1].place)) = \(texts[1])"
    }
    let other = writes.first { $0.writer != last.writer }?.writer
    return FailureFact(
      kind: key.kind, action: action(last.writer), other: other.map(action), path: names.text(path), detail: detail, isBelow: test.isBelow,
      bound: Double(test.bound), green: test.greenRange.map { Double($0.lowerBound)...Double($0.upperBound) }, redCount: test.red,
      redObserved: test.redObserved, greenCount: test.green, greenObserved: test.greenObserved, chance: test.chance,
      row: red.rowCount > 0 ? Int(last.row) : nil)
  }

  private func text(of place: FactPlace) -> String {
    let action = action(place.store)
    return action.type.isEmpty ? "\(action.store) \(names.text(place.path))" : "the number of \(action.store) \(action.type)"
  }
}
