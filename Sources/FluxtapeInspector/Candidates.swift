import FluxtapeAnswers
import FluxtapeHistory
import FluxtapeDocuments
import FluxtapeJSON

/// A completion for a command, a path, or the last term of a query.
struct Candidate: Hashable, Sendable {
  let text: String
  /// The description beside it.
  let words: String
}

enum Candidates {
  /// The maximum number of candidates for a text.
  static let limit = 8
  /// The maximum number of paths searched.
  private static let placeLimit = 4000

  /// Returns the line of a prompt with its best candidate; nil if there is none, or if the line could become any query.
  static func completed(_ prompt: Prompt, in state: InspectorState) -> LineEditor? {
    guard !prompt.isQuery || !prompt.line.text.isEmpty, let best = of(prompt, in: state).first else { return nil }
    return LineEditor(prompt.line.text.dropLast(Self.word(completedIn: prompt, state).count) + best.text)
  }

  /// Whether the candidates are paths in the states of all stores.
  static func arePaths(for prompt: Prompt) -> Bool {
    prompt.kind == .path || (prompt.isQuery && QueryWord(endOf: prompt.line.text).mayBePath)
  }

  /// Returns the part of the line that a candidate replaces.
  private static func word(completedIn prompt: Prompt, _ state: InspectorState) -> Substring {
    if let file = FileArgument(in: prompt, state.shownLog) { return file.typed }
    return prompt.isQuery ? prompt.line.text.suffix(QueryWord(endOf: prompt.line.text).text.count) : prompt.line.text[...]
  }

  /// Returns the best candidates for the typed text, best first.
  static func of(_ prompt: Prompt, in state: InspectorState) -> [Candidate] {
    let text = prompt.line.text
    switch prompt.kind {
    case .command:
      if let file = FileArgument(in: prompt, state.shownLog) {
        return best(file.candidates(in: prompt.files), for: String(file.typed), allowsGaps: false)
      }
      if let question = Keymap.bindings.first(where: { $0.takesPath && text.hasPrefix($0.name + " ") }) {
        let start = question.name + " "
        let path = String(text.dropFirst(start.count))
        // A number is a count.
        guard Int(path) == nil else { return [] }
        return best(places(of: state), for: path).map { Candidate(text: start + $0.text, words: $0.words) }
      }
      guard !text.contains(" "), Int(text) == nil else { return [] }
      if text.isEmpty { return Array((questions + recent(.command, in: state)).prefix(limit)) }
      let isLive = state.live != nil
      let names = Keymap.bindings.filter { !$0.name.isEmpty && $0.scope != .prompt && (isLive || $0.section != .live) }.map { binding in
        Candidate(text: binding.name, words: "\(binding.keys.joined(separator: "  "))   \(binding.help)")
      }
      let words = Command.words.filter { isLive || !$0.isLive }.filter { word in
        !names.contains { $0.text == word.name }
      }
      return best(names + words.map { Candidate(text: $0.name, words: $0.help) }, for: text)
    case .path: return best(places(of: state), for: text)
    case .search, .filter: return text.isEmpty ? QueryForm.candidates(in: state) : QueryWord(endOf: text).candidates(in: state)
    case .pipe, .listSearch, .listFilter: return []
    }
  }

  /// What an empty command line begins with.
  private static let questions = ["blame", "history", "top", "check", "compare"].compactMap { name in
    Keymap.bindings.first { $0.name == name }.map { Candidate(text: name, words: $0.help) }
  }

  /// What was typed before, the latest first.
  private static func recent(_ kind: PromptKind, in state: InspectorState) -> [Candidate] {
    (state.promptHistory.entries[kind] ?? []).reversed().map { Candidate(text: $0, words: "typed before") }
  }

  /// - Parameters:
  ///   - allowsGaps: Whether letters between those of the text are allowed.
  ///   - name: The part of a candidate that has to have the text.
  fileprivate static func best(
    _ candidates: [Candidate], for text: String, allowsGaps: Bool = true, in name: (Candidate) -> String = { $0.text }
  ) -> [Candidate] {
    let ranked = candidates.enumerated().compactMap { place, candidate in
      rank(of: text, in: name(candidate), allowsGaps: allowsGaps).map { (rank: $0, place: place, candidate: candidate) }
    }
    return ranked.sorted { ($0.rank, $0.place) < ($1.rank, $1.place) }.prefix(limit).map(\.candidate)
  }

  /// Returns how well a text matches: 0 for a prefix, more the later the match and the wider its gaps.
  ///
  /// Returns nil if the letters do not all occur in this order.
  private static func rank(of text: String, in name: String, allowsGaps: Bool) -> Int? {
    guard !text.isEmpty else { return 0 }
    let (wanted, name) = (text.lowercased(), name.lowercased())
    if name.hasPrefix(wanted) { return 0 }
    if let range = name.utf8.firstPlace(of: Array(wanted.utf8)) { return 1 + range }
    guard allowsGaps else { return nil }
    var place = 0
    var gaps = 100
    let letters = Array(name)
    for letter in wanted {
      guard let next = letters[place...].firstIndex(of: letter) else { return nil }
      gaps += next - place
      place = next + 1
    }
    return gaps
  }

  /// Returns the paths in the states of the step under the cursor, and those that only the last states have.
  static func places(of state: InspectorState, limit: Int = Self.placeLimit) -> [Candidate] {
    var found: [Candidate] = []
    for store in state.detail?.states ?? [] {
      if let root = store.state.node { found += places(of: root, in: store.name, limit: limit - found.count) }
    }
    let shown = Set(found.map(\.text))
    for (store, root) in state.knownLastStates where found.count < limit {
      let later = places(of: root, in: store, limit: limit).filter { !shown.contains($0.text) }
      found += later.map { Candidate(text: $0.text, words: "in another state") }
    }
    return found
  }

  /// Returns the paths in a state, the shortest first.
  private static func places(of root: JSONNode, in store: String, limit: Int) -> [Candidate] {
    var found: [Candidate] = []
    var waiting: [(JSONNode, JSONPointer)] = [(root, JSONPointer())]
    var place = 0
    while place < waiting.count, found.count < limit {
      let (node, pointer) = waiting[place]
      place += 1
      for index in 0..<min(node.childCount ?? 0, 200) {
        guard let child = node.child(named: index), pointer.tokens.count < 16 else { continue }
        let path = pointer.appending(child.token)
        let text = StatePath(store: store, path, in: root).description
        found.append(Candidate(text: text, words: child.value.isContainer ? "" : child.value.value.text.prefix(40).description))
        waiting.append((child.value, path))
      }
    }
    return found
  }

  /// Returns the path in a state that is probably meant by one without a store; nil if there is none.
  static func path(near typed: String, in state: InspectorState) -> String? {
    let places = places(of: state).map(\.text)
    // What stands before the first dot may be a store with another name.
    let rest = typed.firstIndex(of: ".").map { String(typed[$0...]) } ?? "." + typed
    if let path = places.first(where: { $0.hasSuffix("." + typed) }) ?? places.first(where: { $0.hasSuffix(rest) }) { return path }
    func member(_ path: String) -> String { path.lastIndex(of: ".").map { String(path[path.index(after: $0)...]) } ?? path }
    guard let near = QueryError.nearest(to: member(typed), among: places.map(member)) else { return nil }
    return places.first { member($0) == near }
  }
}

// MARK: - Queries

/// The last word of a query, which Tab completes.
struct QueryWord {
  let text: Substring

  init(endOf query: String) {
    var start = query.startIndex
    var isQuoted = false
    for place in query.indices {
      let character = query[place]
      if character == "\"" { isQuoted.toggle() }
      let endsWord = !isQuoted && (character.isWhitespace || character == "(" || (character == "-" && place == start))
      if endsWord { start = query.index(after: place) }
    }
    text = query[start...]
  }

  /// Whether the word may become a path in a state.
  var mayBePath: Bool {
    text.hasPrefix("changed:") || (text.contains(".") && !text.contains(":") && text.first?.isNumber == false)
  }

  /// Returns beginnings of conditions, names of stores, types and traits, and paths, for the word.
  func candidates(in state: InspectorState) -> [Candidate] {
    guard !text.isEmpty else { return [] }
    var candidates: [Candidate] = []
    let colon = text.firstIndex(of: ":")
    if let colon {
      candidates = names(for: String(text[..<colon]), in: state)
    } else {
      if mayBePath { candidates += Candidates.places(of: state) }
      candidates += names(for: "store", in: state) + names(for: "type", in: state)
    }
    let typed = colon.map { text[text.index(after: $0)...] } ?? text
    let begun = QueryForm.all.filter { $0.beginning.map { $0.hasPrefix(text) && $0.count > text.count } ?? false }
    let forms = begun.map { $0.candidate(in: state) }
    let found = Candidates.best(candidates, for: String(typed), allowsGaps: false) { candidate in
      candidate.text.firstIndex(of: ":").map { String(candidate.text[candidate.text.index(after: $0)...]) } ?? candidate.text
    }
    return Array((forms + found).prefix(Candidates.limit))
  }

  private func names(for field: String, in state: InspectorState) -> [Candidate] {
    switch field {
    case "type": state.index.types.map { Candidate(text: "type:" + Self.quoted($0), words: "an action") }
    case "store":
      state.history.stores.enumerated().map { number, name in
        let rows = state.index.lives.indices.contains(number) ? state.index.lives[number].rows.counted("row") : "a store"
        return Candidate(text: "store:" + Self.quoted(name), words: rows)
      }
    case "is": RowTrait.allCases.map { Candidate(text: "is:" + $0.rawValue, words: "") }
    case "changed": Candidates.places(of: state).map { Candidate(text: "changed:" + $0.text, words: $0.words) }
    default: []
    }
  }

  /// Returns a name as a query takes it exactly.
  static func quoted(_ name: String) -> String {
    let isPlain = name.allSatisfy { !$0.isWhitespace && !"()\"*?".contains($0) } && !name.hasPrefix("/")
    return isPlain ? name : JSONValue.string(name).text
  }
}

extension String.UTF8View {
  fileprivate func firstPlace(of wanted: [UInt8]) -> Int? {
    let bytes = Array(self)
    guard wanted.count <= bytes.count else { return nil }
    return (0...(bytes.count - wanted.count)).first { bytes[$0..<($0 + wanted.count)].elementsEqual(wanted) }
  }
}
