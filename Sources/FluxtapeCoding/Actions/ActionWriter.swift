import FluxtapeJSON

/// Describes actions like ``ActionDescription``, as bytes and under rules.
///
/// Facts about types, cases and names are computed once. For an action of a known case only its payload is encoded; its name is cached, and
/// neither `Mirror` nor a tree of values is involved. One thread uses a writer at a time.
///
/// About five properties used for every action skip the dynamic exclusivity check; see ``EncodingSession`` for its cost. Sound: the owner
/// of a writer has exclusive access, and app code that its methods call cannot reach it.
package final class ActionWriter {
  package let values: ValueWriter
  private let makeMembers: ActionName.MakeMembers
  private var plans: [ObjectIdentifier: ActionPlan] = [:]
  @safe @exclusivity(unchecked) private var latestPlan: ActionPlan?
  private var names: [NameKey: ActionName] = [:]
  /// For each type of payload, the type's name if it names a secret.
  private var secretTypeNames: [ObjectIdentifier: String?] = [:]

  /// The payload of the last described action as JSON; empty if there is none.
  @safe @exclusivity(unchecked) var payload: [UInt8] = []

  /// ``payload`` without an exclusivity check for other modules, which cannot see that it is unchecked.
  package var contents: [UInt8] { payload }

  private struct NameKey: Hashable {
    let type: String
    let version: Int?
    let enumCase: String?
  }

  package init(rules: EncodingRules, makeMembers: @escaping ActionName.MakeMembers) {
    values = ValueWriter(rules: rules)
    self.makeMembers = makeMembers
  }

  /// Names beyond this number are not cached: an app may derive names from data.
  private static let mostNames = 1000

  /// A large payload is rare; the next action releases its buffer.
  private static let mostKeptBytes = 1 << 16
}

// MARK: - Actions

extension ActionWriter {
  /// Describes an action: returns its name and leaves its payload in ``payload``. Runs the action's `encode(to:)`.
  package func describe(_ action: ActionSubject) -> ActionName {
    begin()
    values.session.objects?.begin(action.type)
    let plan = plan(of: action)
    guard let name = unsafe action.withAddress({ address, _ in unsafe describe(address, of: action.type, by: plan.way) }) else {
      return describeByReflection(action.boxed)
    }
    truncate()
    return plan.naming?.name == nil ? name : renamed(name, by: plan.naming, action.boxed)
  }

  private func describe(_ address: UnsafeRawPointer, of type: Any.Type, by way: ActionPlan.Strategy) -> ActionName? {
    switch way {
    case .whole(let name, let context):
      unsafe write(type, at: address, in: context)
      if isNothing(type) { payload.removeAll(keepingCapacity: true) }
      return name
    case .reflection: return nil
    }
  }

  private func plan(of action: ActionSubject) -> ActionPlan {
    if let latestPlan, latestPlan.type == action.type { return latestPlan }
    let identity = ObjectIdentifier(action.type)
    let plan = plans[identity] ?? ActionPlan(of: action.type, isEnum: EnumCaseName.of(action.boxed) != nil, for: self)
    plans[identity] = plan
    latestPlan = plan
    return plan
  }

  /// The name of a type's actions, optionally in a case.
  package func name(_ type: String, enumCase: String? = nil, of root: Any.Type) -> ActionName {
    name(NameKey(type: type, version: naming(of: root)?.version, enumCase: enumCase))
  }

  private func name(_ key: NameKey) -> ActionName {
    if let name = names[key] { return name }
    let name = ActionName(key.type, version: key.version, enumCase: key.enumCase, makeMembers)
    if names.count < Self.mostNames { names[key] = name }
    return name
  }

  /// The app's rule for naming the actions of a type.
  func naming(of type: Any.Type) -> ActionNaming? {
    values.rules.namings.isEmpty ? nil : values.rules.namings[ObjectIdentifier(type)]
  }

  private func renamed(_ name: ActionName, by naming: ActionNaming?, _ action: Any) -> ActionName {
    guard let type = naming?.name?(action) else { return name }
    return self.name(NameKey(type: type, version: name.version, enumCase: name.enumCase))
  }

  /// Appends the value at an address to the payload.
  package func write(_ type: Any.Type, at address: UnsafeRawPointer, in context: WritingContext) {
    let start = values.count
    unsafe values.write(type, at: address, in: context)
    moveToPayload(from: start)
  }

  /// Moves the bytes written since `start` to the payload.
  package func moveToPayload(from start: Int) { values.move(from: start, to: &payload) }

  /// Whether the payload says nothing: no fields, or a function.
  private func isNothing(_ type: Any.Type) -> Bool {
    // Fast path: most payloads begin differently.
    guard payload.count >= 2, payload[0] == UInt8(ascii: "{") else { return false }
    if payload.count == 2 { return true }
    guard payload[1] == UInt8(ascii: "\""), payload[2] == UInt8(ascii: "$") else { return false }
    return payload == TaggedValue.opaque(typeName: TypeName.of(type)).json.bytes
  }

  func describeByReflection(_ action: Any) -> ActionName {
    let action = ActionDescription.unwrapped(action)
    let root = type(of: action)
    let description = ActionDescription(of: action, encodedBy: values.json)
    let name = name(description.type, enumCase: description.case, of: root)
    payload.removeAll(keepingCapacity: true)
    if let contents = description.payload {
      let start = values.count
      values.write(contents, in: values.context(ofActionNamed: name.key))
      values.move(from: start, to: &payload)
    }
    truncate()
    return renamed(name, by: naming(of: root), action)
  }

  private func begin(atMost limit: Int? = nil) {
    payload.removeAll(keepingCapacity: payload.capacity <= Self.mostKeptBytes)
    values.beginRecord(bytes: limit ?? values.rules.maximumPayloadBytes)
  }

  /// Replaces a payload that is too large. If its encoding was stopped early, the digest covers only the encoded beginning.
  private func truncate(atMost limit: Int? = nil) {
    guard !values.endRecord() || payload.count > limit ?? values.rules.maximumPayloadBytes else { return }
    payload = TaggedValue.truncated(bytes: payload.count, digest: values.rules.digest(of: payload)).json.bytes
  }
}

extension ActionWriter {
  /// Returns the types whose `encode(to:)` has thrown since the last call, each type once.
  package func takeFailures() -> [EncodingFailure] { values.session.takeFailures() }
}

// MARK: - Named events

extension ActionWriter {
  /// The name of an event that is not a typed action.
  package func name(of text: String) -> ActionName { name(NameKey(type: text, version: nil, enumCase: nil)) }

  /// Describes a named event with an optional payload.
  package func describe<Payload>(_ text: String, _ contents: Payload?) -> ActionName {
    begin()
    if let contents { values.write(contents, ofActionNamed: key(of: contents, under: text), appendingTo: &payload) }
    truncate()
    return name(of: text)
  }

  /// Describes the result of asynchronous work. Since nobody asked to record it, it is written only if its type is `Encodable`, and never
  /// as bare text or bytes: these may be a token or a file, without a key that says so.
  package func describe(resultOf work: String, _ result: Any) -> ActionName {
    let limit = min(values.rules.maximumPayloadBytes, Self.mostBytesOfResult)
    begin(atMost: limit)
    if let result = result as? any Encodable, !(result is [UInt8]) {
      values.write(result, ofActionNamed: key(of: result, under: work), appendingTo: &payload)
    }
    truncate(atMost: limit)
    if payload.first == UInt8(ascii: "\"") { payload.removeAll(keepingCapacity: true) }
    return name(of: work)
  }

  private static let mostBytesOfResult = 4096

  /// The key for `contents` as a whole: the given name, or the type's name if that names a secret.
  private func key<Contents>(of contents: Contents, under name: String) -> String {
    guard values.rules.hidesSecrets, !values.names.isSecret(name) else { return name }
    let type = Contents.self == Any.self ? Swift.type(of: contents) : Contents.self
    let identity = ObjectIdentifier(type)
    if let known = secretTypeNames[identity] { return known ?? name }
    let typeName = String(TypeName.lastComponent(of: TypeName.of(type)))
    let found = values.names.isSecret(typeName) ? typeName : nil
    secretTypeNames[identity] = .some(found)
    return found ?? name
  }
}
