import FluxtapeLogReading

/// What led to what, when, and in which order: facts that are known when the run was read.
extension FactCollector {
  mutating func noteChains() {
    let occurrences = sheet.occurrences
    var children: [Int32: [Int32]] = [:]
    var last: [UInt32: Int] = [:]
    for (place, occurrence) in occurrences.enumerated() {
      if let earlier = last.updateValue(occurrence.time, forKey: occurrence.subject) {
        let gap = Float(occurrence.time.saturatingSubtract(earlier))
        sheet.measure(FactKey(kind: .everyLeast, subject: occurrence.subject), gap, at: occurrence.row)
      }
      guard occurrence.cause >= 0 else { continue }
      children[occurrence.cause, default: []].append(Int32(place))
      noteEdge(from: Int(occurrence.cause), to: place, occurrences)
    }
    noteChildren(children, occurrences)
  }

  private mutating func noteEdge(from cause: Int, to effect: Int, _ occurrences: [FactOccurrence]) {
    let (first, second) = (occurrences[cause], occurrences[effect])
    let gap = Float(second.time.saturatingSubtract(first.time))
    sheet.measure(FactKey(kind: .gapLeast, subject: second.subject, other: first.subject), gap, at: second.row)
    sheet.measure(FactKey(kind: .gapMost, subject: second.subject, other: first.subject), gap, at: second.row)
    guard effect - cause <= Self.widestRace else { return }
    for place in occurrences.indices[(cause + 1)..<effect] {
      let other = occurrences[place]
      guard other.store == second.store, !isEffect(place, of: cause, occurrences) else { continue }
      sheet.note(FactKey(kind: .between, subject: first.subject, other: second.subject, path: other.subject), at: other.row)
    }
  }

  /// Actions between a request and its answer that are looked at.
  private static var widestRace: Int { 256 }

  private func isEffect(_ place: Int, of cause: Int, _ occurrences: [FactOccurrence]) -> Bool {
    var place = Int32(place)
    while place > cause { place = occurrences[Int(place)].cause }
    return place == cause
  }

  private mutating func noteChildren(_ children: [Int32: [Int32]], _ occurrences: [FactOccurrence]) {
    var kinds: [UInt32: Set<UInt32>] = [:]
    for (cause, effects) in children {
      for effect in effects { kinds[occurrences[Int(cause)].subject, default: []].insert(occurrences[Int(effect)].subject) }
    }
    // An answer to an earlier request must not come behind one to a later.
    var latest: [FactKey: Int32] = [:]
    for (place, occurrence) in occurrences.enumerated() {
      guard let effects = kinds[occurrence.subject] else { continue }
      let own = children[Int32(place)] ?? []
      for effect in effects {
        let found = own.filter { occurrences[Int($0)].subject == effect }
        let key = FactKey(kind: .leadsToFewest, subject: occurrence.subject, other: effect)
        sheet.measure(key, Float(found.count), at: occurrence.row)
        sheet.measure(
          FactKey(kind: .leadsToMost, subject: occurrence.subject, other: effect), Float(found.count),
          at: found.last.map { occurrences[Int($0)].row } ?? occurrence.row)
        guard let first = found.first else { continue }
        let overtaken = FactKey(kind: .overtaken, subject: effect, other: occurrence.subject)
        if let before = latest[overtaken] { sheet.measure(overtaken, before > first ? 1 : 0, at: occurrences[Int(max(before, first))].row) }
        latest[overtaken] = max(first, latest[overtaken] ?? first)
      }
      noteSiblings(own, occurrences)
    }
  }

  /// The order of what one action led to in several stores.
  private mutating func noteSiblings(_ children: [Int32], _ occurrences: [FactOccurrence]) {
    guard children.count > 1, children.count <= 16 else { return }
    for (place, child) in children.enumerated() {
      for other in children[(place + 1)...] {
        let (first, second) = (occurrences[Int(child)], occurrences[Int(other)])
        guard first.store != second.store, first.subject != second.subject else { continue }
        let isRising = first.subject < second.subject
        sheet.measure(
          FactKey(kind: .siblings, subject: min(first.subject, second.subject), other: max(first.subject, second.subject)),
          isRising ? 1 : 0, at: second.row)
      }
    }
  }
}

// MARK: - Orders

extension FactCollector {
  /// The order of the actions of each store.
  mutating func noteOrders() {
    struct Span {
      var first: Int32
      var last: Int32
      var rows: [Int32]
    }
    var stores: [Int32: [UInt32: Span]] = [:]
    for occurrence in sheet.occurrences {
      stores[occurrence.store, default: [:]][
        occurrence.subject, default: Span(first: occurrence.row, last: occurrence.row, rows: [])
      ].last = occurrence.row
      stores[occurrence.store]?[occurrence.subject]?.rows.append(occurrence.row)
    }
    for spans in stores.values where spans.count <= Self.mostOrdered {
      let sorted = spans.sorted { $0.key < $1.key }
      for (place, (one, a)) in sorted.enumerated() {
        for (other, b) in sorted[(place + 1)...] {
          // A changed order shows at the action that comes too early.
          sheet.measure(FactKey(kind: .firstBefore, subject: one, other: other), a.first < b.first ? 1 : 0, at: min(a.first, b.first))
          sheet.measure(FactKey(kind: .lastBefore, subject: one, other: other), a.last < b.last ? 1 : 0, at: max(a.last, b.last))
          noteAfter(one, a.rows, a.last, other, b.first)
          noteAfter(other, b.rows, b.last, one, a.first)
        }
      }
    }
  }

  /// Whether any of an action comes after the first of another.
  private mutating func noteAfter(_ one: UInt32, _ rows: [Int32], _ last: Int32, _ other: UInt32, _ first: Int32) {
    let place = rows.partitioningIndex { $0 > first }
    sheet.measure(
      FactKey(kind: .after, subject: one, other: other), last > first ? 1 : 0, at: place < rows.count ? rows[place] : first)
  }

  /// The most kinds of actions of one store to make pairs of.
  private static var mostOrdered: Int { 48 }
}
