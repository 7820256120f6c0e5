import FluxtapeHistory
import FluxtapeDocuments
import FluxtapeJSON

/// A completion for the line in a prompt: a command, or a path in the state.
struct Candidate: Hashable, Sendable {
  /// The line after completion.
  let text: String
  /// The description beside it.
  let words: String
}

enum Candidates {
  /// The maximum number of candidates shown.
  static let limit = 8
  /// The maximum number of paths searched.
  private static let placeLimit = 4000

  /// Returns the best candidates for the typed text, best first.
  static func of(_ prompt: Prompt, in state: InspectorState) -> [Candidate] {
    let text = prompt.line.text
    switch prompt.kind {
    case .command:
      guard !text.contains(" "), Int(text) == nil else { return [] }
      let names = Keymap.bindings.filter { !$0.name.isEmpty && $0.scope != .prompt && $0.scope != .help }.map { binding in
        Candidate(text: binding.name, words: "\(binding.keys.joined(separator: "  "))   \(binding.help)")
      }
      return best(names + Command.others, for: text)
    case .path: return best(places(of: state), for: text)
    case .search, .filter, .pipe, .find: return []
    }
  }

  private static func best(_ candidates: [Candidate], for text: String) -> [Candidate] {
    let ranked = candidates.enumerated().compactMap { place, candidate in
      rank(of: text, in: candidate.text).map { (rank: $0, place: place, candidate: candidate) }
    }
    return ranked.sorted { ($0.rank, $0.place) < ($1.rank, $1.place) }.prefix(limit).map(\.candidate)
  }

  /// Returns how well a text matches: 0 for a prefix, more the later the match and the wider its gaps.
  ///
  /// Returns nil if the letters do not all occur in this order.
  private static func rank(of text: String, in name: String) -> Int? {
    guard !text.isEmpty else { return 0 }
    let (wanted, name) = (text.lowercased(), name.lowercased())
    if name.hasPrefix(wanted) { return 0 }
    if let range = name.utf8.firstPlace(of: Array(wanted.utf8)) { return 1 + range }
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

  private static func places(of state: InspectorState) -> [Candidate] {
    var found: [Candidate] = []
    for store in state.detail?.states ?? [] {
      guard let root = store.state.node else { continue }
      var waiting: [(JSONNode, JSONPointer)] = [(root, JSONPointer())]
      var place = 0
      while place < waiting.count, found.count < placeLimit {
        let (node, pointer) = waiting[place]
        place += 1
        for index in 0..<min(node.childCount ?? 0, 200) {
          guard let child = node.child(named: index), pointer.tokens.count < 16 else { continue }
          let path = pointer.appending(child.token)
          let text = StatePath(store: store.name, path, in: root).description
          found.append(Candidate(text: text, words: child.value.isContainer ? "" : child.value.value.text.prefix(40).description))
          waiting.append((child.value, path))
        }
      }
    }
    return found
  }
}

extension String.UTF8View {
  fileprivate func firstPlace(of wanted: [UInt8]) -> Int? {
    let bytes = Array(self)
    guard wanted.count <= bytes.count else { return nil }
    return (0...(bytes.count - wanted.count)).first { bytes[$0..<($0 + wanted.count)].elementsEqual(wanted) }
  }
}
