import FluxtapeLogReading

/// What may have led to a failure: the action that failed, those that wrote the values which the failure names, what caused these, and from
/// where they had their values.
///
/// It is a backward slice, of kinds of actions and not of single ones. What lies beside it is less likely a cause, so more tries are left
/// for what lies on it.
struct FailureWay {
  private(set) var actions: Set<UInt32> = []
  /// The stores of actions that change a state at all, in any run.
  private var stores: [UInt32: String] = [:]
  /// For each action those from which it comes, or has its values.
  private var sources: [UInt32: Set<UInt32>] = [:]
  /// For each action those that it leads to.
  private var effects: [UInt32: Set<UInt32>] = [:]
  /// Whether the failure is an action's, or names values that a state has.
  private(set) var isNamed = false
  /// The actions that failed.
  private let failingActions: Set<UInt32>
  /// The places of these values.
  private var failing: Set<Place> = []

  /// The actions that write at a place.
  private var places: [Place: Set<UInt32>] = [:]
  /// The stores of actions on the way.
  private var wayStores: Set<UInt32> = []
  private let names: FactNames

  private struct Place: Hashable {
    let store: String
    let path: UInt32
  }

  /// - Parameter texts: What the red runs say of their failures.
  init(_ table: FactTable, failures texts: [String]) {
    (failingActions, names) = (table.failing, table.names)
    for key in table.keys where key.kind == .writes {
      let store = table.names.store(of: key.subject)
      places[Place(store: store, path: key.path), default: []].insert(key.subject)
      stores[key.subject] = store
    }
    for (key, column) in zip(table.keys, table.columns) { note(key, column, table) }
    // What stays as it was at the beginning did not go wrong.
    let changed = places.filter { $0.value.contains { !names.isBeginning($0) } }
    for text in Set(texts) {
      let fits = Self.fits(of: changed.keys, in: text, table.names)
      guard let best = fits.map(\.value).max() else { continue }
      failing.formUnion(fits.filter { $0.value == best }.map(\.key))
    }
    if failing.isEmpty {
      // A value that many failures show stands there by no coincidence.
      for (place, count) in table.namedPlaces where count * 2 > texts.count {
        failing.insert(Place(store: names.store(of: place.store), path: place.path))
      }
    }
    add(stores: Set(failing.map(\.store) + failingActions.map(names.store)), failingActions)
  }

  /// Adds what facts are about: they separate the runs, so what led there lies on the way to them.
  mutating func add(_ found: [FactKey]) {
    // Much happens while something is wrong.
    let events = found.filter { $0.kind.group != .contexts }
    let found = events.isEmpty ? found : events
    let ends = found.filter { $0.kind.group == .ends }
    let stores = ends.map { names.store(of: $0.subject) } + ends.filter { $0.kind == .endsEqual }.map { names.store(of: $0.other) }
    add(stores: Set(stores), Set(found.filter { $0.kind.group != .ends }.map(\.subject)))
  }

  /// Adds all actions of stores, and some others, with all from which they come.
  private mutating func add(stores named: Set<String>, _ others: Set<UInt32>) {
    isNamed = isNamed || !named.isEmpty || !others.isEmpty
    var open = places.filter { named.contains($0.key.store) }.flatMap(\.value) + others
    while let next = open.popLast() {
      if actions.insert(next).inserted { open += sources[next] ?? [] }
    }
    wayStores = Set(actions.map { names.number(of: names.store(of: $0) + "\u{0}") })
  }

  private mutating func note(_ key: FactKey, _ column: [FactTable.Entry], _ table: FactTable) {
    let places = places
    func writers(_ subject: UInt32, _ path: UInt32) -> Set<UInt32> {
      places[Place(store: table.names.store(of: subject), path: path)] ?? []
    }
    // A relation that seldom holds is a coincidence.
    func isUsual() -> Bool { column.count { $0.value == 1 } * 2 > (key.site.flatMap { table.column(of: $0) }?.count ?? 0) }
    switch key.kind {
    case .startedBy where key.other != 0:
      sources[key.subject, default: []].insert(key.other)
      effects[key.other, default: []].insert(key.subject)
    case .sameAsState where isUsual(): sources[key.subject, default: []].formUnion(writers(key.subject, key.detail))
    case .sameAsOther where isUsual(), .copies where isUsual():
      sources[key.subject, default: []].formUnion(table.names.isStore(key.other) ? writers(key.other, key.detail) : [key.other])
    default: break
    }
  }
}

// MARK: - Names in failures

extension FailureWay {
  /// How many words of a failure name a place and its store; without those that name none.
  private static func fits(of places: some Sequence<Place>, in text: String, _ names: FactNames) -> [Place: Int] {
    let words = Set(text.prefix(mostCharacters).lowercased().split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init))
    var fits: [Place: Int] = [:]
    for place in places {
      let count = names.text(place.path).lowercased().split(separator: "/").count { words.contains(String($0)) }
      if count > 0 { fits[place] = count + (words.contains(place.store.lowercased()) ? 1 : 0) }
    }
    return fits
  }

  private static var mostCharacters: Int { 1000 }
}

extension FactNames {
  /// The name of an action's store.
  fileprivate func store(of subject: UInt32) -> String { String(text(subject).prefix { $0 != "\u{0}" }) }

  /// Whether an action is the beginning of a store.
  fileprivate func isBeginning(_ subject: UInt32) -> Bool { text(subject).hasSuffix("\u{0}\(ActionRecord.storeBegan)") }

  fileprivate func isStore(_ subject: UInt32) -> Bool { text(subject).hasSuffix("\u{0}") }
}

// MARK: - Interruptions

extension FailureWay {
  /// Whether a fact says of a value that the failure names what it is or how it was written, or that the action failed, and so repeats the
  /// failure.
  func isSymptom(_ key: FactKey) -> Bool {
    switch key.kind {
    case .failed: failingActions.contains(key.subject)
    case .ends, .leftBy, .endsEqual, .endsSum: true
    case .wrote, .wroteLeast, .wroteMost, .writes, .deltaLeast, .deltaMost, .copies, .mirrors, .equals, .rises, .falls, .unique, .empties:
      isNamed(key.path, of: key.subject)
    case .sameAsWritten, .adds: isNamed(key.detail, of: key.subject)
    default: false
    }
  }

  /// Whether the failure names what an action writes at a path, or what that is a part of.
  private func isNamed(_ path: UInt32, of subject: UInt32) -> Bool {
    guard let store = stores[subject] else { return false }
    let text = names.text(path)
    return failing.contains { $0.store == store && ($0.path == path || text.hasPrefix(names.text($0.path) + "/")) }
  }

  /// How far from the way a fact is. An interruption is near if it comes between an action and its effect, whatever its store.
  enum Distance { case onWay, near, far }

  func distance(of key: FactKey) -> Distance {
    switch key.kind.group {
    case .interruptions:
      if key.kind == .follows || touches(key) { return .onWay }
      return effects[key.subject]?.contains(key.other) == true ? .near : .far
    case .contexts:
      if isInert(key.subject) { return .far }
      let isSeen = key.kind == .sees ? actions.contains(key.other) : wayStores.contains(key.other)
      guard isNamed, !isSeen || !actions.contains(key.subject) else { return .onWay }
      return isSeen || actions.contains(key.subject) ? .near : .far
    case .ends:
      if key.kind == .leftBy { return !isNamed || actions.contains(key.subject) ? .onWay : .far }
      let places = [key.subject, key.kind == .endsEqual ? key.other : key.subject]
      return !isNamed || places.allSatisfy { wayStores.contains($0) || actions.contains($0) } ? .onWay : .far
    case .counts, .orders, .times, .values, .relations, .coincidences, .sights:
      return isNamed ? leads(through: key) ? .onWay : .far : isInert(key.subject) ? .far : .onWay
    }
  }

  /// Whether an action changes nothing and leads to nothing in any run.
  func isInert(_ action: UInt32) -> Bool { stores[action] == nil && effects[action] == nil && !failingActions.contains(action) }

  /// Whether a fact is of actions on the way alone. That one leads to another tells of that one.
  private func leads(through key: FactKey) -> Bool {
    guard key.kind.group == .orders else { return actions.contains(key.subject) }
    return actions.isSuperset(of: [key.subject, key.other, key.kind == .between ? key.path : key.subject])
  }

  /// Whether an action between two others is on the way as they are, or of one of their stores.
  private func touches(_ key: FactKey) -> Bool {
    let store = stores[key.path]
    return actions.contains(key.path) || store == stores[key.subject] || store == stores[key.other]
  }

  /// Hands over each action that changes a state between one on the way and the next of another, alone and with each place that it changes,
  /// and which action on the way comes next after which, with the places in the sequence. Without an action between, the key is the site of
  /// these facts.
  func forEachInterruption(in sequence: [FactStep], _ body: (FactKey, [Int]) -> Void) {
    guard actions.count <= Self.mostActions else { return }
    var last: [UInt32: Int] = [:]
    var changes: [Change: Int] = [:]
    var found: [FactKey: [Int]] = [:]
    var before: UInt32?
    for (place, step) in sequence.enumerated() {
      let action = step.subject
      if actions.contains(action) {
        if let before { found[FactKey(kind: .follows, subject: action, other: before), default: []].append(place) }
        before = action
      }
      for first in actions.contains(action) ? actions : [] {
        guard let start = last[first], first == action || start > last[action] ?? -1 else { continue }
        found[FactKey(kind: .interrupts, subject: first, other: action), default: []].append(place)
        for (between, at) in last where at > start && between != action && stores[between] != nil {
          found[FactKey(kind: .interrupts, subject: first, other: action, path: between), default: []].append(at)
        }
        for (change, at) in changes where at > start && change.action != action {
          found[FactKey(kind: .interrupts, subject: first, other: action, path: change.action, detail: change.path), default: []].append(at)
        }
      }
      last[action] = place
      for path in step.changes { changes[Change(action: action, path: path)] = place }
    }
    for (key, places) in found { body(key, places) }
  }

  /// A place of its store's state that an action changed.
  private struct Change: Hashable {
    let action: UInt32
    let path: UInt32
  }

  /// With more actions on the way, no interruptions are looked for, since the pairs of actions would be too many.
  private static var mostActions: Int { 24 }
}
