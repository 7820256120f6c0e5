import FluxtapeDocuments
import FluxtapeJSON

/// Walks two values and collects their differences. Recursion goes as deep as values nest, at most 512 levels.
struct Comparison {
  let identityKeys: [String]
  private(set) var changes: [Change] = []
  private var oldPath = JSONPointer()
  private var newPath = JSONPointer()

  init(identityKeys: [String]) { self.identityKeys = identityKeys }
}

extension Comparison {
  mutating func compare(_ old: JSONNode, _ new: JSONNode) {
    if old.isSurelyEqual(to: new) { return }
    switch (old.kind, new.kind) {
    case (.object, .object): compareMembers(old, new)
    case (.array, .array): compareElements(old, new)
    default:
      if old != new { add(.replaced(old: old, new: new), at: newPath) }
    }
  }

  private mutating func compareMembers(_ old: JSONNode, _ new: JSONNode) {
    let (oldStretches, newStretches) = JSONNode.stretches(of: old, and: new)
    if oldStretches.count == 1, newStretches.count == 1 { return compareAllMembers(old, new) }
    for stretch in newStretches where stretch.shared == nil {
      for place in stretch.start..<stretch.start + stretch.count {
        if let member = new.member(at: place) { compare(old.member(named: member.key), member.value, key: member.key) }
      }
    }
    for stretch in oldStretches where stretch.shared == nil {
      for place in stretch.start..<stretch.start + stretch.count {
        guard let member = old.member(at: place), new.position(of: member.key) == nil else { continue }
        addRemoved(member.value, token: member.key)
      }
    }
  }

  private mutating func compareAllMembers(_ old: JSONNode, _ new: JSONNode) {
    var (oldMembers, newMembers) = (JSONNode.PairIterator(old), JSONNode.PairIterator(new))
    var kept = 0
    while let member = newMembers.next() {
      // Most members have the same index in both objects.
      if let neighbor = oldMembers.next(), neighbor.key.hasSameString(as: member.key) {
        kept += 1
        if !neighbor.value.isSurelyEqual(to: member.value) { compare(neighbor.value, member.value, key: member.key.string ?? "") }
      } else {
        let key = member.key.string ?? ""
        let oldValue = old.member(named: key)
        if oldValue != nil { kept += 1 }
        compare(oldValue, member.value, key: key)
      }
    }
    guard kept < old.count else { return }
    for member in old.members where new.position(of: member.key) == nil {
      addRemoved(member.value, token: member.key)
    }
  }

  private mutating func compare(_ old: JSONNode?, _ new: JSONNode, key: String) {
    guard let old else { return add(.added(new), at: newPath.appending(key)) }
    at(old: key, new: key) { $0.compare(old, new) }
  }

  private mutating func compareElements(_ old: JSONNode, _ new: JSONNode) {
    let pair = ArrayPair(old, new)
    for step in pair.steps(identityKeys: identityKeys) {
      switch step {
      case .added(let place, let value): add(.added(value), at: newPath.appending(place))
      case .removed(let place, let value): addRemoved(value, token: String(place))
      case .kept(let oldPlace, let newPlace, let isMoved):
        if isMoved { add(.moved(from: oldPath.appending(oldPlace)), at: newPath.appending(newPlace)) }
        guard let oldValue = old.element(at: oldPlace), let newValue = new.element(at: newPlace) else { continue }
        at(old: String(oldPlace), new: String(newPlace)) { $0.compare(oldValue, newValue) }
      }
    }
  }

  private mutating func add(_ kind: Change.Kind, at pointer: JSONPointer) {
    var change = Change(pointer: pointer, kind: kind)
    change.placeInOld = oldPath
    changes.append(change)
  }

  private mutating func addRemoved(_ value: JSONNode, token: String) {
    var change = Change(pointer: oldPath.appending(token), kind: .removed(value))
    if newPath != oldPath { change.placeInNew = newPath.appending(token) }
    change.placeInOld = oldPath
    changes.append(change)
  }

  private mutating func at(old: String, new: String, _ visit: (inout Self) -> Void) {
    oldPath.tokens.append(old)
    newPath.tokens.append(new)
    visit(&self)
    oldPath.tokens.removeLast()
    newPath.tokens.removeLast()
  }
}
