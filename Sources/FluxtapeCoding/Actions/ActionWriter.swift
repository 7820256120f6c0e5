import FluxtapeJSON

/// Describes actions as ``ActionDescription`` does, in bytes and under rules.
///
/// What can be known of a type, of a case or of a name is found out once. Of an action of a known case, only what it holds is written; its name is
/// there, and neither `Mirror` nor a tree has a part in it. One thread uses a writer at a time.
package final class ActionWriter {
  let values: ValueWriter
  private let makeMembers: ActionName.MakeMembers
  private var plans: [ObjectIdentifier: ActionPlan] = [:]
  private var names: [String: ActionName] = [:]
  private var namesByRule: [NameByRule: ActionName] = [:]

  /// The contents of what was described last, as JSON; empty if there are none.
  package internal(set) var payload: [UInt8] = []

  package init(rules: EncodingRules, makeMembers: @escaping ActionName.MakeMembers) {
    values = ValueWriter(rules: rules)
    self.makeMembers = makeMembers
  }

  /// Names beyond this number are made anew each time: an app may make them of data.
  private static let mostNames = 1000
}

// MARK: - Actions

extension ActionWriter {
  /// Describes an action: returns its name, and leaves its contents in ``payload``. Runs the action's `encode(to:)`.
  package func describe(_ action: ActionSubject) -> ActionName {
    let name = describeByType(action)
    limitPayload()
    guard !values.rules.namings.isEmpty, let naming = values.rules.namings[ObjectIdentifier(action.type)] else { return name }
    return self.name(of: action, by: naming, insteadOf: name)
  }

  private func describeByType(_ action: ActionSubject) -> ActionName {
    payload.removeAll(keepingCapacity: payload.capacity <= Self.mostKeptBytes)
    switch plan(of: action.type).way {
    case .cases(let cases):
      if let name = unsafe describe(action.address, as: cases) { return name }
    case .whole(let name, let context):
      unsafe write(TypePlan.of(action.type), at: action.address, in: context)
      if isNothing(action.type) { payload.removeAll(keepingCapacity: true) }
      return name
    case .reflection: break
    }
    return describeByReflection(action.boxed)
  }

  /// A large payload is rare; its memory is given back with the next one.
  private static let mostKeptBytes = 1 << 16

  private func plan(of type: Any.Type) -> ActionPlan {
    let identity = ObjectIdentifier(type)
    if let plan = plans[identity] { return plan }
    let plan = ActionPlan(of: type, for: self)
    plans[identity] = plan
    return plan
  }

  func name(_ type: String, enumCase: String? = nil) -> ActionName { ActionName(type, enumCase: enumCase, makeMembers) }

  /// Appends the value at an address to the payload.
  func write(_ plan: TypePlan, at address: UnsafeRawPointer, in context: WritingContext) {
    let start = values.count
    unsafe values.write(plan, at: address, in: context)
    values.move(from: start, to: &payload)
  }

  /// Whether the payload has nothing to say: no fields, or a function.
  private func isNothing(_ type: Any.Type) -> Bool {
    // Most contents do not begin like either of the two.
    guard payload.starts(with: "{}".utf8) || payload.starts(with: "{\"$o".utf8) else { return false }
    return payload.count == 2 || payload == TaggedValue.opaque(typeName: TypeName.of(type)).json.bytes
  }

  func describeByReflection(_ action: Any) -> ActionName {
    let description = ActionDescription(of: action, encodedUnder: values.rules)
    let name = name(description.type, enumCase: description.case)
    payload.removeAll(keepingCapacity: true)
    if let contents = description.payload {
      let start = values.count
      values.write(contents, in: values.context(named: name.key))
      values.move(from: start, to: &payload)
    }
    return name
  }
}

// MARK: - Names that the app gives

extension ActionWriter {
  private struct NameByRule: Hashable {
    let type: String
    let version: Int?
    let enumCase: String?
  }

  private func name(of action: ActionSubject, by naming: ActionNaming, insteadOf name: ActionName) -> ActionName {
    let text = naming.name.flatMap { $0(action.boxed) } ?? name.type
    let key = NameByRule(type: text, version: naming.version, enumCase: name.enumCase)
    if let name = namesByRule[key] { return name }
    let name = ActionName(text, version: naming.version, enumCase: name.enumCase, makeMembers)
    if namesByRule.count < Self.mostNames { namesByRule[key] = name }
    return name
  }
}

// MARK: - What has a name of its own

extension ActionWriter {
  /// The name of something that is no action of a type.
  package func name(of text: String) -> ActionName {
    if let name = names[text] { return name }
    let name = name(text)
    if names.count < Self.mostNames { names[text] = name }
    return name
  }

  /// Describes something that has a name and, perhaps, contents.
  package func describe<Payload>(_ text: String, _ contents: Payload?) -> ActionName {
    payload.removeAll(keepingCapacity: payload.capacity <= Self.mostKeptBytes)
    if let contents { values.write(contents, named: text, appendingTo: &payload) }
    limitPayload()
    return name(of: text)
  }

  private func limitPayload() {
    guard payload.count > values.rules.maximumPayloadBytes else { return }
    payload = TaggedValue.truncated(bytes: payload.count, digest: values.rules.digest(of: payload)).json.bytes
  }
}
