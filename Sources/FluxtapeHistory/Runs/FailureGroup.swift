/// Red runs that failed alike: with the same kind, and the same text except for numbers.
public struct FailureGroup: Hashable, Sendable {
  /// The runs, in the order of the listing.
  public let entries: [RunListing.Entry]
  /// Runs that these interrupted.
  public let interrupted: [RunListing.Entry]

  /// The number of test cases that failed like this.
  public var testCount: Int { Set(entries.compactMap { $0.summary.test?.caseIdentity }).count }
}

/// Two tests that use one store.
public struct SharedStore: Hashable, Sendable {
  /// The titles of the tests, by name.
  public let tests: [String]
  /// The runs whose logs say so, in the order of the listing.
  public internal(set) var entries: [RunListing.Entry]
}

extension RunListing {
  /// The pairs of tests that use one store, in the order of their first runs.
  public var sharedStores: [SharedStore] {
    var (pairs, places) = ([SharedStore](), [[String]: Int]())
    for entry in entries {
      guard let own = entry.summary.test?.title else { continue }
      for tests in entry.summary.sharesStoreWith.map({ [own, $0].sorted() }) {
        if let place = places[tests] {
          pairs[place].entries.append(entry)
        } else {
          places[tests] = pairs.count
          pairs.append(SharedStore(tests: tests, entries: [entry]))
        }
      }
    }
    return pairs
  }

  /// The red runs by failure: crashes first, then by the number of runs.
  public var failures: [FailureGroup] {
    var groups: [String: [Entry]] = [:]
    for entry in entries where entry.summary.isRed && entry.summary.result != .interrupted {
      groups[entry.summary.signature, default: []].append(entry)
    }
    let interrupted = entries.filter { $0.summary.result == .interrupted }
    let order = Dictionary(entries.enumerated().map { ($0.element, $0.offset) }) { first, _ in first }
    return groups.values.map { own in
      let titles = Set(own.compactMap { $0.summary.test?.title })
      return FailureGroup(entries: own, interrupted: interrupted.filter { !titles.isDisjoint(with: $0.summary.interruptedBy) })
    }.sorted { left, right in left.place(in: order) < right.place(in: order) }
  }
}

extension FailureGroup {
  fileprivate func place(in order: [RunListing.Entry: Int]) -> (Int, Int, Int) {
    guard let first = entries.first else { return (.max, 0, 0) }
    return (first.summary.rank, -entries.count, order[first] ?? 0)
  }
}

extension RunSummary {
  /// What failures with one cause share: the kind and the text, with `#` for numbers and identifiers.
  public var signature: String {
    guard let problem else { return result.rawValue }
    return problem.kind.rawValue + " " + Self.withoutNumbers(problem.text)
  }

  /// The text with `#` for each word that contains a digit: numbers, addresses, UUIDs.
  private static func withoutNumbers(_ text: String) -> String {
    var result = ""
    for word in text.split(omittingEmptySubsequences: false, whereSeparator: { !$0.isLetter && !$0.isNumber }) {
      if word.startIndex > text.startIndex { result.append(text[text.index(before: word.startIndex)]) }
      result += word.contains { $0.isNumber } ? "#" : String(word)
    }
    return result
  }
}
