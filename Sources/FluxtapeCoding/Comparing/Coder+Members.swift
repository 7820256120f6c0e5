// Comparing structs in place, member by member.

extension Coder {
  /// Composes the operations between two structs of a trusted type. Returns `false`, with nothing composed, if they have to be taken apart.
  func compareMembers(_ old: Subject, _ new: Subject, in context: WritingContext) -> Bool {
    let facts = new.facts
    guard facts.hasMembersInPlace, patch.depth < Self.deepestPatch, context.secrecy.separatesMembers else { return false }
    // Both are asked: an `encode(to:)` may write other members for each value, or none.
    guard let present = members(of: new), members(of: old) == present else { return false }
    let plan = facts.plan
    if facts.mayDependOnNeighbors {
      let names = present.map { plan[$0].name }
      for value in [old, new]
      where redactor.dependsOnNeighbors(names, { place in bytes { write(value.member(plan[present[place]]), into: $0) } }) { return false }
    }
    for place in present {
      let member = plan[place]
      let (old, new) = (old.member(member), new.member(member))
      if !mask(of: member.facts).areSame(old, new) { at(member.name, in: context) { compare(old, new, in: $0) } }
    }
    return true
  }

  /// The places in the plan of the members that a value writes; `nil` if it writes others, or in another form.
  private func members(of value: Subject) -> [Int]? {
    guard case .encodable(let type) = value.facts.kind else { return Array(value.facts.plan.indices) }
    guard allowsValue() else { return nil }
    depth += 1
    let node = takeNode(value.facts, for: .checking)
    defer {
      giveBack(node)
      depth -= 1
    }
    guard encode(value, as: type, into: node), node.isAsPlanned else { return nil }
    return (node as? MemberCheck)?.members
  }
}

/// Notes which members of the plan a value writes, and nothing of the members themselves.
@safe final class MemberCheck: Node {
  private(set) var members: [Int] = []

  override var purpose: Purpose { .checking }

  override func end() {
    super.end()
    members.removeAll(keepingCapacity: true)
  }

  override func put(_ value: Subject, _ name: String?, _ quoted: [UInt8]?) {
    members.append(count)
    written &+= 1
  }

  override func reserve(_ name: String?) -> Int {
    isOdd = true
    written &+= 1
    return 0
  }

  override func discardParts() {}

  // Only nested containers are set, and those are odd already.
  override func set(_ json: [UInt8]) {}
}
