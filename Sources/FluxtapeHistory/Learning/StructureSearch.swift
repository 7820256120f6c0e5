import FluxtapeDocuments
import FluxtapeJSON

/// Looks for what arrays of green runs have in common: identifiers that are unique, elements that are sorted, numbers that are the sum or
/// the count of elements.
///
/// A few states of each run suggest rules; ``LearnedRules`` then checks each of them at every step.
struct StructureSearch {
  private var stores: [String: Store] = [:]

  /// What was seen of a store in all runs. A number that stands for several instances is left out of its name.
  private struct Store {
    var samples: [(run: Int, state: Sample)] = []
  }

  /// The numbers and arrays of one state, by their paths.
  private struct Sample {
    var numbers: [JSONPointer: JSONNumber] = [:]
    var arrays: [JSONPointer: [JSONObject]] = [:]
  }

  /// A rule, with the path that steps have to change to test it.
  struct Candidate {
    let store: String
    let name: String
    let condition: String
    let path: JSONPointer
  }

  private static let samplesOfARun = 8
  /// Limits of what one state contributes, and of the depth to look at.
  private static let (mostPlaces, mostElements, mostMembers, mostDepth) = (64, 1000, 12, 4)
}

// MARK: - Reading

extension StructureSearch {
  /// Takes some states of a run, the last one of each store among them.
  ///
  /// - Throws: ``HistoryError`` if the log can no longer be read.
  mutating func take(_ run: History, number: Int) throws(HistoryError) {
    guard !run.rows.isEmpty else { return }
    let rows = Set((1...Self.samplesOfARun).map { run.rows.count * $0 / Self.samplesOfARun - 1 }.filter { $0 >= 0 })
    for name in run.stores {
      let base = name.lastIndex(of: "#").map { String(name[..<$0]) } ?? name
      for row in rows.sorted() {
        guard let state = try run.state(of: name, after: row).exactValue else { continue }
        var sample = Sample()
        Self.add(state, at: JSONPointer(), to: &sample)
        stores[base, default: Store()].samples.append((number, sample))
      }
    }
  }

  private static func add(_ value: JSONValue, at pointer: JSONPointer, to sample: inout Sample) {
    guard pointer.tokens.count <= mostDepth, sample.numbers.count + sample.arrays.count < mostPlaces else { return }
    switch value {
    case .number(let number): sample.numbers[pointer] = number
    case .array(let elements):
      let objects = elements.prefix(mostElements + 1).compactMap(\.object)
      if objects.count == elements.count, objects.count <= mostElements { sample.arrays[pointer] = objects }
    case .object(let object): for member in object { add(member.value, at: pointer.appending(member.key), to: &sample) }
    case .null, .bool, .string: break
    }
  }
}

// MARK: - Candidates

extension StructureSearch {
  /// - Parameter isCommon: Whether so many runs are enough to tell a rule from an accident.
  func candidates(_ isCommon: (Int) -> Bool) -> [Candidate] {
    stores.sorted { $0.key < $1.key }.flatMap { name, store in
      let arrays = Set(store.samples.flatMap(\.state.arrays.keys))
      return arrays.sorted { $0.description < $1.description }.flatMap { array -> [Candidate] in
        let seen = store.samples.compactMap { run, sample in sample.arrays[array].map { (run: run, sample: sample, elements: $0) } }
        guard let path = RuleSearch.path(array.description[...]) else { return [] }
        func isSeen(_ fewest: Int) -> Bool { isCommon(Set(seen.filter { $0.elements.count >= fewest }.map(\.run)).count) }
        guard isSeen(2) else { return [] }
        let view = ArrayView(store: name, array: array, path: path, seen: seen.map { ($0.sample.numbers, $0.elements) })
        return view.unique + (isSeen(3) ? view.sorted : []) + view.totals
      }
    }
  }

  /// An array of a store in all samples.
  private struct ArrayView {
    let store: String
    let array: JSONPointer
    let path: String
    let seen: [(numbers: [JSONPointer: JSONNumber], elements: [JSONObject])]

    private func candidate(_ name: String, _ condition: String) -> Candidate {
      Candidate(store: store, name: store + name, condition: condition, path: array)
    }

    /// Members that all elements have.
    private var members: [String] {
      guard let first = seen.first(where: { !$0.elements.isEmpty })?.elements.first else { return [] }
      let common = first.map(\.key).filter { key in seen.allSatisfy { $0.elements.allSatisfy { $0[key]?.isContainer == false } } }
      return Array(common.prefix(StructureSearch.mostMembers))
    }

    private func values(of member: String) -> [[JSONValue]] { seen.map { $0.elements.compactMap { $0[member] } } }

    private func element(_ member: String) -> String? { RuleSearch.path("/*/\(JSONPointer(tokens: [member]).description.dropFirst())") }

    var unique: [Candidate] {
      members.filter(Change.identityKeys.contains).compactMap { member in
        guard let element = element(member), values(of: member).allSatisfy({ Set($0).count == $0.count }) else { return nil }
        return candidate("\(path)\(element) is unique", "duplicates(\(path)\(element)) > 0")
      }
    }

    /// Numbers, and texts that begin with digits, such as dates. Other texts are sorted by rules of their language.
    var sorted: [Candidate] {
      members.compactMap { member in
        let columns = values(of: member)
        guard let element = element(member), columns.allSatisfy({ $0.allSatisfy(\.isSortable) }) else { return nil }
        guard columns.contains(where: { Set($0).count > 2 }) else { return nil }
        func holds(_ relation: Relation) -> Bool {
          columns.allSatisfy { column in zip(column.dropFirst(), column).allSatisfy { relation.holds($0, $1) != .yes } }
        }
        if holds(.less) { return candidate("\(path)\(element) goes up", "descents(\(path)\(element)) > 0") }
        if holds(.greater) { return candidate("\(path)\(element) goes down", "ascents(\(path)\(element)) > 0") }
        return nil
      }
    }

    /// Numbers beside the array that count its elements, or are a sum of what these hold.
    var totals: [Candidate] {
      let places = seen.first.map { Set($0.numbers.keys) }?.filter { place in seen.allSatisfy { $0.numbers[place] != nil } } ?? []
      let numbers = members.filter { member in values(of: member).allSatisfy { $0.allSatisfy { $0.number != nil } } }
      let pairs = numbers.indices.flatMap { left in numbers[(left + 1)...].map { [numbers[left], $0] } }
      return places.sorted { $0.description < $1.description }.compactMap { place in
        guard let total = RuleSearch.path(place.description[...]), Set(seen.map { $0.numbers[place]?.double }).count > 2 else { return nil }
        if isTotal(place, { Double($0.count) }) {
          return candidate("\(total) is the number of \(path)", "len(\(path)) != \(total)")
        }
        let factors = (numbers.map { [$0] } + pairs).first { factors in
          isTotal(place) { $0.reduce(0) { sum, element in sum + factors.reduce(1) { $0 * (element[$1]?.number?.double ?? .nan) } } }
        }
        guard let factors else { return nil }
        let product = factors.map(RuleSearch.word).joined(separator: " * ")
        return candidate("\(total) is the sum of \(product) in \(path)", "sum(\(path)[*], \(product)) != \(total)")
      }
    }

    private func isTotal(_ place: JSONPointer, _ measure: ([JSONObject]) -> Double) -> Bool {
      seen.allSatisfy { $0.numbers[place]?.double == measure($0.elements) }
    }
  }
}

extension JSONValue {
  fileprivate var isSortable: Bool { number != nil || string?.first?.isNumber == true }
}
