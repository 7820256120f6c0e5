import FluxtapeJSON
import FluxtapeLog

/// A search of a whole log for what should have been redacted. It tells where, and never what.
struct SecretSearch {
  private struct Place: Hashable {
    let path: String
    let sign: SecretSign
  }

  private let history: History
  private var order: [Place] = []
  private var found: [Place: (row: Int, count: Int)] = [:]

  init(_ history: History) { self.history = history }

  mutating func findings(_ report: (Int) -> Bool) throws(HistoryError) -> [Finding] {
    for place in history.rows.indices {
      try search(place)
      if place % History.rowsPerCheckReport == 0, !report(place) || Task.isCancelled { break }
    }
    var events = StateEvents(history, stores: history.stores.indices)
    while let event = try events.next() {
      let store = StatePath(store: history.stores[event.store]).description
      if let state = event.state { search(state, store, event.row) }
      for operation in event.patch?.operations ?? [] { search(operation, store, event.row) }
    }
    return order.compactMap { place in
      found[place].map { Finding(.secret(place.sign, path: place.path, count: $0.count), row: $0.row) }
    }
  }

  private mutating func search(_ place: Int) throws(HistoryError) {
    let row = history.rows[place]
    if row.kind == .mark { search(text: row.type, "mark", place) }
    guard row.kind == .action, let store = row.store, let action = try history.action(at: place) else { return }
    let name = StatePath(store: history.stores[store]).description
    if let message = action.outcome.error?.message { search(text: message, "\(name): error", place) }
    if let payload = action.payload { search(payload, "\(name): payload", place) }
  }

  private mutating func search(_ operation: JSONPatch.Operation, _ store: String, _ row: Int) {
    switch operation {
    case .add(let path, let value), .replace(let path, let value):
      let text = store + path.tokens.map(Self.text).joined()
      if let key = path.tokens.last(where: { JSONPointer.arrayIndex($0) == nil && $0 != "-" }), isSecret(value, under: key) {
        note(text, .key, row)
      } else {
        search(value, text, row)
      }
    case .splice(_, _, _, let text): search(text: text, store, row)
    case .remove, .move, .copy, .test: break
    }
  }

  private static func text(_ token: String) -> String {
    token == "-" || JSONPointer.arrayIndex(token) != nil ? "[*]" : StatePath(parts: [.member(token)]).description
  }

  private mutating func search(_ value: JSONValue, _ path: String, _ row: Int) {
    var waiting = [(value, path)]
    while let (value, path) = waiting.popLast() {
      if value.isLeftOut { continue }
      switch value {
      case .object(let object):
        for member in object {
          let place = path + StatePath(parts: [.member(member.key)]).description
          if isSecret(member.value, under: member.key) { note(place, .key, row) } else { waiting.append((member.value, place)) }
        }
      case .array(let elements): for element in elements { waiting.append((element, path + "[*]")) }
      case .string(let text): search(text: text, path, row)
      case .null, .bool, .number: break
      }
    }
  }

  private func isSecret(_ value: JSONValue, under key: String) -> Bool {
    guard case .string(let text) = value, !text.isEmpty else { return false }
    return SecretKey.matches(key)
  }

  private mutating func search(text: String, _ path: String, _ row: Int) {
    if let sign = SecretForm.sign(in: text) { note(path, sign, row) }
  }

  private mutating func note(_ path: String, _ sign: SecretSign, _ row: Int) {
    let place = Place(path: path, sign: sign)
    if let known = found[place] {
      found[place] = (known.row, known.count + 1)
    } else {
      found[place] = (row, 1)
      order.append(place)
    }
  }
}
