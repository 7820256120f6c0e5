import FluxtapeDocuments
import FluxtapeJSON
import FluxtapeLog
import FluxtapeLogReading
import FluxtapeSecrets

/// A search of a whole log for what should have been redacted: every text in it by the full search, which finds more than a recorder
/// does, and what stands under keys that name secrets. It tells where, and never what.
struct SecretSearch {
  private struct Place: Hashable {
    let path: String
    let sign: SecretSign
  }

  private struct Trace {
    let row: Int?
    let excerpt: String?
    var count = 1
  }

  private let history: History
  private let text = SecretText()
  private var order: [Place] = []
  private var found: [Place: Trace] = [:]
  /// Names that were searched, of types, threads, sites, and what they are names of.
  private var names: Set<[String]> = []

  init(_ history: History) { self.history = history }

  /// - Complexity: O(bytes of the log).
  mutating func findings(_ report: (Int) -> Bool) throws(HistoryError) -> [Finding] {
    searchHeader()
    for place in history.rows.indices {
      if place % History.rowsPerCheckReport == 0, !report(place) || Task.isCancelled { return findings }
      try search(place)
    }
    var events = StateEvents(history, stores: history.stores.indices)
    while let event = try events.next() {
      if event.row % History.rowsPerCheckReport == 0, Task.isCancelled { break }
      let store = name(ofStore: event.store)
      if let state = event.state { search(state.value, SecretPlace(path: store, row: event.row)) }
      for operation in event.patch.map({ JSONPatch($0).operations }) ?? [] { search(operation, store, event.row) }
    }
    return findings
  }

  private var findings: [Finding] {
    order.compactMap { place in
      found[place].map { Finding(.secret(place.sign, path: place.path, excerpt: $0.excerpt, count: $0.count), row: $0.row) }
    }
  }

  private mutating func note(_ sign: SecretSign, _ excerpt: String?, _ at: SecretPlace) {
    let place = Place(path: at.path, sign: sign)
    if found[place] == nil {
      found[place] = Trace(row: at.row, excerpt: excerpt)
      order.append(place)
    } else {
      found[place]?.count += 1
    }
  }
}

// MARK: - Records

extension SecretSearch {
  private mutating func searchHeader() {
    guard let header = history.header else { return }
    for (name, part) in [("app", header.app), ("process", header.process), ("meta", header.meta), ("header", header.other)] {
      if let part { search(.object(part), SecretPlace(path: name, row: nil)) }
    }
    for store in history.stores { search(store, SecretPlace(path: "name of a store", row: nil)) }
  }

  private mutating func search(_ place: Int) throws(HistoryError) {
    let row = history.rows[place]
    switch row.kind {
    case .action: if let store = row.store { try searchAction(place, name(ofStore: store)) }
    case .mark:
      search(row.type, SecretPlace(path: "mark", row: place))
      if case .mark(let mark)? = try history.record(at: place) { search(.object(mark.other), SecretPlace(path: "mark", row: place)) }
    case .unknown:
      if case .unknown(let record)? = try history.record(at: place) {
        search(.object(record.members), SecretPlace(path: "record", row: place))
      }
    case .state:
      guard let store = row.store, case .state(let state)? = try history.record(at: place) else { break }
      if let site = state.site { search(name: site, SecretPlace(path: "\(name(ofStore: store)): site", row: place)) }
      search(.object(state.other), SecretPlace(path: "\(name(ofStore: store)): record", row: place))
    case .gap, .jump, .badLine, .end: break
    }
  }

  private mutating func searchAction(_ place: Int, _ store: String) throws(HistoryError) {
    guard let action = try history.action(at: place) else { return }
    // The digits of an identifier may look like the number of a card.
    let isTraced = action.traceContext != nil
    let names: [(String, String?)] = [
      ("type", action.type), ("case", action.enumCase), ("site", action.site), ("thread", action.thread),
      ("trace", isTraced ? nil : action.trace), ("span", isTraced ? nil : action.span), ("effect", action.effect?.id.string),
    ]
    for (name, text) in names {
      if let text { search(name: text, SecretPlace(path: "\(store): \(name)", row: place)) }
    }
    if let error = action.outcome.error {
      search(name: error.type, SecretPlace(path: "\(store): error", row: place))
      search(error.message, SecretPlace(path: "\(store): error", row: place))
    }
    if let payload = action.payload {
      // What an action of such a name has without a label of its own.
      let holding: SecretPlace.Holding = KeyWords(action.type).meaning == .secret ? .unlabelled : .anything
      search(payload, SecretPlace(path: "\(store): payload", row: place, holding: holding))
    }
    if !action.other.isEmpty { search(.object(action.other), SecretPlace(path: store, row: place)) }
  }

  private func name(ofStore store: Int) -> String { StatePath(store: shown(history.stores[store])).description }

  private mutating func search(_ operation: JSONPatch.Operation, _ store: String, _ row: Int) {
    switch operation {
    case .add(let path, let value), .replace(let path, let value):
      search(value, place(of: path, store, row))
    case .splice(let path, _, _, let text):
      let place = place(of: path, store, row)
      search(.string(text), place)
    case .remove, .move, .copy, .test: break
    }
  }

  private func place(of pointer: JSONPointer, _ store: String, _ row: Int) -> SecretPlace {
    pointer.tokens.reduce(SecretPlace(path: store, row: row)) { place, token in
      token == "-" || JSONPointer.arrayIndex(token) != nil ? place.element : place.member(token, shown: shown(token))
    }
  }
}

// MARK: - Values

extension SecretSearch {
  private mutating func search(_ value: JSONValue, _ place: SecretPlace) {
    var waiting = [(value, place)]
    while let (value, place) = waiting.popLast() {
      if value.isLeftOut { continue }
      switch value {
      case .object(let object):
        let isNamed = object.namesSecretBeside(SecretKeyRules())
        for member in object {
          if member.key.utf8.count >= Self.shortestKey { search(member.key, place) }
          var inside = place.member(member.key, shown: shown(member.key))
          if isNamed, JSONObject.keysOfNamedValues.contains(member.key) { inside.holding = .secret(key: member.key) }
          waiting.append((member.value, inside))
        }
      case .array(let elements): for element in elements { waiting.append((element, place.element)) }
      case .string(let text):
        if place.isSecret(text) { note(.key, nil, place) } else { search(text, place) }
      case .number(let number):
        if let number = number.int, case .secret(let key) = place.holding, SecretText.isLikely(number, under: key) {
          note(.key, nil, place)
        }
      case .null, .bool: break
      }
    }
  }

  /// Bytes of a key below which it cannot have a secret in it that shows by its form.
  private static let shortestKey = 12

  /// A key for people: without a secret that it has in it.
  private func shown(_ key: String) -> String {
    guard key.utf8.count >= Self.shortestKey, !text.likelySecrets(in: key).isEmpty else { return key }
    return text.redacted(key)
  }

  private mutating func search(name: String, _ place: SecretPlace) {
    if names.count < Self.mostNames { guard names.insert([place.path, name]).inserted else { return } }
    search(name, place)
  }

  /// Names that are remembered: there are few, unless somebody makes them of data.
  private static let mostNames = 100_000

  private mutating func search(_ text: String, _ place: SecretPlace) {
    for secret in self.text.likelySecrets(in: text) { note(SecretSign(secret.form), secret.excerpt, place) }
  }
}

/// Where a value stands, and what its keys say of it.
private struct SecretPlace {
  enum Holding: Hashable {
    case anything
    /// The value under this key.
    case secret(key: String)
    /// A secret, if it is a text.
    case text
    /// A secret, if it is a text that looks like one.
    case made
    /// One of several values in something that has the name of a secret.
    case partOfSecret
    /// A secret, if it has no label of its own.
    case unlabelled
  }

  var path: String
  let row: Int?
  var holding = Holding.anything

  /// Bytes below which it is more likely a name: `token: {"symbol":"ETH2"}`.
  private static let shortestPart = 8

  func isSecret(_ text: String) -> Bool {
    switch holding {
    case .anything: false
    case .secret, .text: SecretText.isLikely(text)
    case .made: SecretText.isLikely(text) && SecretText.isMade(text)
    case .partOfSecret: text.utf8.count >= Self.shortestPart && SecretText.isLikely(text) && SecretText.looksMade(text)
    case .unlabelled: SecretText.isLikely(text) && SecretText.looksMade(text)
    }
  }

  var element: SecretPlace {
    var inside = self
    inside.path += "[*]"
    switch holding {
    case .secret: inside.holding = .partOfSecret
    case .text, .made: inside.holding = .anything
    case .anything, .partOfSecret, .unlabelled: break
    }
    return inside
  }

  /// - Parameter shown: The key as people may see it.
  func member(_ key: String, shown: String) -> SecretPlace {
    var inside = self
    inside.path += StatePath(parts: [.member(shown)]).description
    switch KeyWords(key).meaning {
    case .secret: inside.holding = .secret(key: key)
    case .text: inside.holding = .text
    case .made: inside.holding = .made
    case .about: inside.holding = .anything
    case .none:
      switch holding {
      case .anything: break
      case .text, .made: inside.holding = .anything
      case .unlabelled: if !KeyWords(key).sayNothing { inside.holding = .anything }
      case .secret, .partOfSecret: inside.holding = KeyWords(key).areAll(.innocent) ? .anything : .partOfSecret
      }
    }
    return inside
  }
}

extension SecretSign {
  fileprivate init(_ form: SecretForm) {
    self =
      switch form {
      case .named, .errorInformation: .text
      case .bearer: .bearer
      case .webToken: .webToken
      case .userInformation: .userInformation
      case .privateKey: .privateKey
      case .serviceKey: .serviceKey
      case .cardNumber: .cardNumber
      }
  }
}
