/// Looks among all facts for those that tell red runs from green ones, and for groups of red runs.
struct CauseSearch {
  let table: FactTable
  let way: FailureWay
  /// The first runs of the table are red.
  let redCount: Int
  /// The numbers of the facts to look at. Skipped are facts that are the same in all runs, and those that only one of several runs has, such
  /// as the value of an identifier.
  private let candidates: [Int]
  /// Sites where green runs differ in their values. There, a value of a red run is no evidence.
  private let variedSites: Set<FactKey>

  struct Found {
    let key: FactKey
    /// The other value of ``FactKind/together``.
    var partner: FactKey?
    var test: FactTest
    /// The red runs in which it holds.
    let holds: Set<Int>
  }

  struct Group {
    let red: [Int]
    let exemplar: Int
    let nearest: Int
    let facts: [Found]
    /// Whether there are enough runs to rule chance out.
    let isDecided: Bool
    let places: FactPlaces

    /// Whether the first fact of both is the same: runs that failed at different places may have one cause.
    func hasSameCause(as other: Group) -> Bool {
      let (own, others) = (places.first(of: facts)?.fact, other.places.first(of: other.facts)?.fact)
      return own?.key == others?.key && own?.test.isBelow == others?.test.isBelow
    }
  }

  /// The chance that a comparison of runs without a cause tells a fact.
  static let mostChance = 0.003
  /// The same for one share. It is less beside the way to the failure, for facts that often separate runs by chance, and where there are so
  /// many runs that a cause does far better.
  private func mostChance(of share: Share, perfect: Double) -> Double {
    if perfect <= 1e-6 { return Self.mostChance / 10 }
    switch (share.group.isOftenChance, share.distance) {
    case (false, .onWay): return Self.mostChance / 1.5
    case (false, .near), (false, .far): return Self.mostChance / 3
    case (true, .onWay): return Self.mostChance / (!way.isNamed ? 10 : share.group == .contexts ? 2 : 3)
    case (true, .near), (true, .far): return Self.mostChance / 10
    }
  }

  /// Facts that separate nearly as well as the best may be its cause.
  static let nearBest = 0.9
  /// The same for causes beside a fact that repeats the failure.
  static let nearSymptom = 0.5

  init(table: FactTable, redCount: Int, way: FailureWay) {
    self.table = table
    self.redCount = redCount
    self.way = way
    func greens(_ column: [FactTable.Entry]) -> Int { column.count { Int($0.run) >= redCount } }
    let varied: Set<FactKey> = Set(
      zip(table.keys, table.columns).compactMap { key, column in
        guard key.kind == .payload || key.kind == .wrote, let site = key.site, let observed = table.column(of: site) else { return nil }
        return 1..<max(1, greens(observed)) ~= greens(column) ? site : nil
      })
    variedSites = varied
    let values = Dictionary(grouping: table.keys.lazy.filter { $0.kind == .payload || $0.kind == .wrote }, by: \.site)
    candidates = table.columns.indices.filter { number in
      let column = table.columns[number]
      let key = table.keys[number]
      if column.count == 1 && redCount > 1 || key.kind == .interrupts && key.path == 0 { return false }
      // What an action never writes is as empty as an earlier one left it.
      if key.kind == .empties, table.column(of: FactKey(kind: .writes, subject: key.subject, path: key.path)) == nil { return false }
      if key.kind == .endsEqual || key.kind == .endsSum, column.count * 2 <= table.runCount { return false }
      if key.kind == .sees, !way.isNamed || way.distance(of: key) != .onWay { return false }
      // One of many values that vary among green runs is noise.
      let isValue = key.kind == .payload || key.kind == .wrote
      if isValue, key.site.map(varied.contains) ?? false, values[key.site]?.count ?? 0 > Self.mostChoices { return false }
      return column.count != table.runCount || column.contains { $0.value != column[0].value }
    }
  }

  private var greenCount: Int { table.runCount - redCount }

  /// The chance that one of some facts would separate these red runs perfectly.
  private func perfectChance(_ red: Int, _ triedCount: Int) -> Double {
    Hypergeometric.tail(hits: red, draws: red, marked: red, all: red + greenCount) * Double(triedCount)
  }

  /// Whether a perfect separation of these red runs would be beyond chance.
  private func isDecidable(_ red: Int, _ triedCount: Int) -> Bool { perfectChance(red, triedCount) <= Self.mostChance }

  /// How many facts count as tries. One that could not separate the runs beyond chance, whatever their colors, is no try: a value that 2 of
  /// 25 runs have, for instance.
  private static func triedCount(_ leastChances: [Double]) -> Int {
    let sorted = leastChances.sorted()
    var count = 1
    while count <= sorted.count, sorted[count - 1] * Double(count) <= mostChance { count += 1 }
    return count
  }
}

// MARK: - Groups

extension CauseSearch {
  /// Groups of red runs with what tells each from the green ones, and whether there are runs enough to rule chance out.
  ///
  /// Runs that failed at different places are searched apart: each place has facts of its own, and the causes of one hide behind the runs
  /// of the others. If all red runs together can rule out chance, places that cannot on their own are searched together first.
  ///
  /// - Parameters:
  ///   - failurePlaces: Red runs by the place of their failure.
  ///   - sheet: Reads a run again, with the rows of its facts.
  func groups(
    _ failurePlaces: [[Int]], _ sheet: (Int) throws(HistoryError) -> FactSheet
  ) throws(HistoryError) -> (groups: [Group], isDecided: Bool) {
    guard failurePlaces.count > 1 else { return try self.groups(of: Array(0..<redCount), sheet) }
    let isDecided = decidedFacts(of: Array(0..<redCount)).isDecidable
    let apart = failurePlaces.filter { !isDecided || decidedFacts(of: $0).isDecidable }
    let rest = failurePlaces.filter { !apart.contains($0) }
    var searched = try apart.map { (red) throws(HistoryError) in try self.groups(of: red, sheet).groups }
    let together = try self.groups(of: rest.flatMap(\.self).sorted(), sheet).groups
    searched += together.isEmpty ? try rest.map { (red) throws(HistoryError) in try self.groups(of: red, sheet).groups } : [together]
    var groups: [Group] = []
    for found in searched {
      for group in found where groups.count < Self.mostGroups {
        guard let same = groups.firstIndex(where: { $0.hasSameCause(as: group) }) else {
          groups.append(group)
          continue
        }
        let union = (groups[same].red + group.red).sorted()
        groups[same] = try self.group(union, decidedFacts(of: union), sheet)
      }
    }
    return (groups, isDecided)
  }

  private func groups(
    of red: [Int], _ sheet: (Int) throws(HistoryError) -> FactSheet
  ) throws(HistoryError) -> (groups: [Group], isDecided: Bool) {
    var groups: [Group] = []
    var left = red
    var isDecided = false
    while !left.isEmpty, groups.count < Self.mostGroups {
      let decided = decidedFacts(of: left)
      if left.count == red.count { isDecided = decided.isDecidable }
      let facts = decided.facts
      guard let best = facts.max(by: { $0.test.score < $1.test.score }) else { break }
      let whole = try group(left, decided, sheet)
      let parts = parts(of: left, facts)
      if parts.count > 1, Self.isSplit(whole, into: parts, facts) {
        for part in parts { groups.append(try group(part, decidedFacts(of: part), sheet)) }
        left.removeAll { run in parts.contains { $0.contains(run) } }
        continue
      }
      let isOfAll = best.holds.count * 10 >= left.count * 9
      let own = isOfAll ? left : left.filter(best.holds.contains)
      groups.append(isOfAll ? whole : try group(own, decidedFacts(of: own), sheet))
      left.removeAll(where: own.contains)
    }
    // Two runs that are left over differ from green ones in something by chance.
    return (groups.filter { !$0.facts.isEmpty && ($0.isDecided || $0.red.count > 2 || $0.red.count == red.count) }, isDecided)
  }

  /// A reader reads no more.
  private static let mostGroups = 8

  /// Whether the facts that tell parts of the red runs apart show before the facts that all of them share. Then the parts have causes of
  /// their own, and what they share follows from each.
  private static func isSplit(_ whole: Group, into parts: [[Int]], _ facts: [Found]) -> Bool {
    let common = whole.facts.filter { $0.holds.count * 10 >= whole.red.count * 9 }
    guard let shared = whole.places.first(of: common), let part = parts.first(where: { $0.contains(whole.exemplar) }) else { return true }
    let own = facts.filter { Set(part) == $0.holds }
    return whole.places.first(of: own).map { $0.place < shared.place } ?? false
  }

  private func group(
    _ red: [Int], _ found: (facts: [Found], isDecidable: Bool), _ sheet: (Int) throws(HistoryError) -> FactSheet
  ) throws(HistoryError) -> Group {
    let facts = found.facts
    // A fact that repeats the failure separates best, and explains nothing. Others may do so a little worse.
    let top = facts.map(\.test.score).max() ?? 0
    let causes = facts.filter { !way.isSymptom($0.key) && $0.test.score >= top * Self.nearSymptom }
    let near = facts.filter { $0.test.score >= (causes.map(\.test.score).max() ?? top) * Self.nearBest }
    // Tell the facts of the first run that has the most of them.
    let shown = red.map { run in near.count { $0.holds.contains(run) } }
    let exemplar = red[shown.firstIndex(of: shown.max() ?? 0) ?? 0]
    let distances = table.distances(from: exemplar)
    let nearest = (redCount..<table.runCount).min { distances[$0] < distances[$1] } ?? redCount
    return Group(
      red: red, exemplar: exemplar, nearest: nearest, facts: near.filter { $0.holds.contains(exemplar) },
      isDecided: near.allSatisfy { $0.test.chance <= Self.mostChance },
      places: FactPlaces(red: try sheet(exemplar), green: try sheet(nearest), names: table.names, way: way))
  }

  /// Parts of red runs of which each has facts that no other part has.
  private func parts(of red: [Int], _ facts: [Found]) -> [[Int]] {
    let telling = facts.filter { fact in
      fact.holds.count > 1 && fact.holds.count * 10 <= red.count * 9 && fact.test.green * 20 <= fact.test.red
    }
    var (parts, covered) = ([[Int]](), Set<Int>())
    while covered.count < red.count {
      let next = telling.filter { $0.holds.intersection(covered).isEmpty }.max { $0.holds.count < $1.holds.count }
      guard let next else { break }
      parts.append(red.filter(next.holds.contains))
      covered.formUnion(next.holds)
    }
    return covered.count * 10 >= red.count * 9 ? parts : []
  }
}

// MARK: - Facts

extension CauseSearch {
  /// Facts that are tried together: those of one group, as far from the way to the failure.
  private struct Share: Hashable {
    let group: FactKind.Group
    let distance: FailureWay.Distance
  }

  private func share(of key: FactKey) -> Share { Share(group: key.kind.group, distance: way.distance(of: key)) }

  /// Returns the facts that tell some red runs from the green ones, and whether there are enough runs to rule chance out. Other red runs do
  /// not count.
  func decidedFacts(of red: [Int]) -> (facts: [Found], isDecidable: Bool) {
    var colors = Array(repeating: FactTest.Color.green, count: table.runCount)
    for run in 0..<redCount { colors[run] = .other }
    for run in red { colors[run] = .red }
    var values = Array(repeating: Float.nan, count: table.runCount)
    var tests: [Share: [(column: Int, test: FactTest)]] = [:]
    var tries: [Share: [[Float]: Double]] = [:]
    for number in candidates {
      let key = table.keys[number]
      fill(&values, with: table.columns[number], of: key)
      // What does not come between two others, and does not happen at some time, happens elsewhere.
      guard let test = FactTest(values, colors, redCount: red.count), key.kind.isTold(isBelow: test.isBelow) else { continue }
      tests[share(of: key), default: []].append((number, test))
      // Facts with equal values in all runs are one try.
      if test.leastChance <= Self.mostChance {
        tries[share(of: key), default: [:]][values.map { $0.isNaN ? -.infinity : $0 }] = test.leastChance
      }
    }
    var (facts, isAnyDecidable) = ([Found](), false)
    for (share, tests) in tests {
      let triedCount = Self.triedCount(tries[share].map { Array($0.values) } ?? [])
      let perfect = perfectChance(red.count, triedCount)
      let (isDecidable, most) = (perfect <= Self.mostChance, mostChance(of: share, perfect: perfect))
      isAnyDecidable = isAnyDecidable || isDecidable && share.group != .interruptions
      guard isDecidable || isTold(share, undecidedOf: red.count) else { continue }
      for (number, var test) in tests {
        let key = table.keys[number]
        test.chance = min(1, test.chance * Double(triedCount))
        guard isDecidable ? test.chance <= most : isClean(test, key, red.count) else { continue }
        fill(&values, with: table.columns[number], of: key)
        facts.append(Found(key: key, test: test, holds: Set(red.filter { !values[$0].isNaN && test.holds(values[$0]) })))
      }
    }
    facts += pairs(of: red, colors) { $0.kind == .payload || $0.kind == .wrote }
    facts += pairs(of: red, colors) { $0.kind == .ends && way.distance(of: $0) == .onWay }
    // Of two runs, the ends differ in all that came before.
    let earlier = greenCount == 1 ? facts.filter { $0.key.kind.group != .ends } : []
    if !earlier.isEmpty { facts = earlier }
    // A single green run does not show which values differ from run to run, so values are told only if there are no other facts.
    let others = greenCount == 1 ? facts.filter { ![.payload, .wrote, .empties].contains($0.key.kind) } : []
    return (others.isEmpty ? facts : others, isAnyDecidable)
  }

  /// Whether facts of a share are told although they may be chance. Orders, counts and times are often chance: they are told only on the way
  /// to the failure, or if there are so few runs that no fact could be beyond chance.
  private func isTold(_ share: Share, undecidedOf red: Int) -> Bool {
    guard share.group.isOftenChance else { return true }
    return share.group != .interruptions && share.group != .contexts && (way.isNamed && share.distance == .onWay || !isDecidable(red, 1))
  }

  /// Whether a fact holds in all red runs and in no green one, and what it observes does not vary among green runs. Measured numbers do not
  /// count: some bound separates few runs by any of them.
  private func isClean(_ test: FactTest, _ key: FactKey, _ redCount: Int) -> Bool {
    guard test.red == redCount && test.green == 0 else { return false }
    switch key.kind {
    case .gapLeast, .gapMost, .everyLeast, .tookLeast, .tookMost, .sawLeast, .sawMost, .payloadLeast, .payloadMost,
      .wroteLeast, .wroteMost, .deltaLeast,
      .deltaMost:
      return false
    case .payload, .wrote: return test.isBelow || key.site.map(variedSites.contains) != true
    default: return test.greenRange.map { $0.lowerBound == $0.upperBound } ?? true
    }
  }

  private func fill(_ values: inout [Float], with column: [FactTable.Entry], of key: FactKey) {
    let form = key.kind.form
    let isCounted = form == .count || form == .every || form == .any
    for run in values.indices { values[run] = isCounted && key.site == nil ? 0 : .nan }
    if let site = key.site.flatMap({ table.column(of: $0) }) { for entry in site { values[Int(entry.run)] = 0 } }
    for entry in column { values[Int(entry.run)] = entry.value }
  }
}

// MARK: - Two values together

extension CauseSearch {
  /// Returns pairs of values that all of some red runs have together and no green run has, beyond chance, while green runs have each alone.
  /// Only places with few values count, of actions that happen once, such as flags that are read, or at the end.
  private func pairs(of red: [Int], _ colors: [FactTest.Color], _ isSide: (FactKey) -> Bool) -> [Found] {
    guard isDecidable(red.count, 1) else { return [] }
    let numbers = table.keys.indices.filter { isSide(table.keys[$0]) }
    let sites = Dictionary(grouping: numbers) { Self.pairSite(of: table.keys[$0]) }.filter { site, numbers in
      numbers.count <= Self.mostChoices && (table.column(of: site) ?? []).allSatisfy { $0.value == 1 }
    }
    // Values that the same runs have are one side: the pair that shows first is told.
    var sides: [(keys: [FactKey], runs: Set<Int>)] = []
    for number in candidates where sites[Self.pairSite(of: table.keys[number])]?.contains(number) ?? false {
      let runs = Set(table.columns[number].lazy.map { Int($0.run) }.filter { colors[$0] != .other })
      guard runs.count >= red.count else { continue }
      if let same = sides.firstIndex(where: { $0.runs == runs }) {
        sides[same].keys.append(table.keys[number])
      } else {
        sides.append(([table.keys[number]], runs))
      }
      guard sides.count <= Self.mostSides else { return [] }
    }
    let all = red.count + greenCount
    let least = (1...all).first { Hypergeometric.tail(hits: min($0, red.count), draws: $0, marked: red.count, all: all) <= Self.mostChance }
    var (tries, found) = (0, [(FactKey, FactKey)]())
    for (place, one) in sides.enumerated() {
      for other in sides[(place + 1)...] {
        let both = one.runs.intersection(other.runs)
        guard both.count < min(one.runs.count, other.runs.count), both.count >= least ?? all else { continue }
        tries += 1
        guard both == Set(red) else { continue }
        found += one.keys.flatMap { key in other.keys.map { (key, $0) } }.filter { Self.pairSite(of: $0) != Self.pairSite(of: $1) }
      }
    }
    let values = colors.map { $0 == .red ? Float(1) : 0 }
    guard isDecidable(red.count, max(1, tries)), var test = FactTest(values, colors, redCount: red.count) else { return [] }
    test.chance = min(1, test.chance * Double(tries))
    return found.map { Found(key: $0, partner: $1, test: test, holds: Set(red)) }
  }

  /// What has one of several values in a run.
  private static func pairSite(of key: FactKey) -> FactKey { key.site ?? FactKey(kind: key.kind, subject: key.subject, path: key.path) }

  /// The most values of a place that may be a flag.
  private static let mostChoices = 6
  /// The most values to make pairs of.
  private static let mostSides = 250
}
