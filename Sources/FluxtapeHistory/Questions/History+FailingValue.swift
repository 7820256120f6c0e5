import FluxtapeDocuments
import FluxtapeJSON

/// The value of a state that an expectation names in its text, and the row that wrote it last.
package struct FailingValue: Hashable, Sendable {
  package let path: StatePath
  package let blame: Blame
}

extension FailingValue {
  /// The value as part of a finding, which its writer proves.
  var found: Finding.Value { Finding.Value(path: path.description, old: blame.old, new: blame.value) }
}

extension History {
  /// The value that a failed expectation is about: `cart.total` for the mark `Expectation failed: (cart.state.total → -5) >= 0`.
  ///
  /// - Parameter row: The row of the mark.
  /// - Returns: `nil` if no value of a state, or more than one, fits the text: no writer is better than a wrong one.
  /// - Throws: ``HistoryError`` if the file can no longer be read.
  /// - Complexity: O(bytes of the log up to the row), if the text names a value.
  package func failingValue(at row: Int) throws(HistoryError) -> FailingValue? { try failingValues(at: [row])[row] }

  /// The same for some rows, in one walk along the states.
  func failingValues(at rows: [Int]) throws(HistoryError) -> [Int: FailingValue] {
    var expectations: [Int: [Expectation]] = [:]
    for row in rows where self.rows.indices.contains(row) && self.rows[row].kind == .mark {
      let all = Expectation.all(in: self.rows[row].type)
      if !all.isEmpty { expectations[row] = all }
    }
    var found: [Int: FailingValue] = [:]
    try walkBlame(of: 0..<min(stores.count, Self.mostStoresOfExpectations), after: Array(expectations.keys)) { row, folds in
      var best = ExpectedValue()
      for (store, fold) in folds.sorted(by: { $0.key < $1.key }) {
        fold.visitBlames { best.take($0, in: stores[store], number: store, expectations[row] ?? []) }
      }
      guard let (store, blame) = best.only, let state = folds[store]?.document else { return }
      found[row] = FailingValue(path: StatePath(store: stores[store], blame.pointer, in: state), blame: blame)
    }
    return found
  }

  /// The states of all of them are in memory at once.
  private static var mostStoresOfExpectations: Int { 16 }
}

/// The values that fit some expectations best. Two are enough to know that no value is the only one.
private struct ExpectedValue {
  private var fit = 0
  private var values: [(store: Int, blame: Blame)] = []

  var only: (store: Int, blame: Blame)? { values.count == 1 ? values[0] : nil }

  mutating func take(_ blame: Blame, in store: String, number: Int, _ expectations: [Expectation]) {
    guard let fit = expectations.compactMap({ $0.fit(of: blame, in: store) }).max(), fit >= self.fit else { return }
    if fit > self.fit { values = [] }
    self.fit = fit
    if values.count < 2 { values.append((number, blame)) }
  }
}

/// An expression of a failed expectation, and its value as Swift Testing prints it.
private struct Expectation {
  /// `cart`, `state`, `total`
  let names: [String]
  let value: String

  static func all(in text: String) -> [Expectation] {
    // The first expressions tell what failed. A search through all of a long text would take quadratic time.
    let text = text.prefix(mostCharacters)
    let valued = text.matches(of: #/([\w.?!]+) → (?:Optional\()?("(?:[^"\\]|\\.)*"|[^)\n]*)/#).map { match in
      Expectation(names: names(match.output.1), value: String(match.output.2))
    }
    // The text has no value for a Boolean.
    guard valued.isEmpty, let flag = text.wholeMatch(of: #/Expectation failed: (!?)([\w.?]+\.[\w?]+)/#) else { return valued }
    return [Expectation(names: names(flag.output.2), value: flag.output.1.isEmpty ? "false" : "true")]
  }

  private static let mostCharacters = 1000

  private static func names(_ expression: Substring) -> [String] {
    expression.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init)
  }

  /// The number of names that lead to the value, the last one being the value's own; `nil` if it is another value.
  func fit(of blame: Blame, in store: String) -> Int? {
    guard let own = blame.pointer.tokens.last, own == names.last, isValue(blame.value) else { return nil }
    let path = [store] + blame.pointer.tokens.dropLast()
    let around = names.dropLast().count { name in path.contains { $0.lowercased() == name.lowercased() } }
    return 1 + around
  }

  private func isValue(_ value: JSONValue) -> Bool {
    switch value {
    case .string(let text): self.value == text || self.value == String(reflecting: text)
    case .number(let number): self.value == number.text || Double(self.value).map { $0 == Double(number.text) } ?? false
    case .bool(let flag): self.value == "\(flag)"
    case .null: self.value == "nil"
    case .array, .object: false
    }
  }
}
