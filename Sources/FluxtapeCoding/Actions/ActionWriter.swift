/// Describes actions as their records do: by type, case and payload.
///
/// | action | `type` | `case` | `payload` |
/// |---|---|---|---|
/// | `CartAction.itemAdded(sku: "p7")` | `CartAction.itemAdded` | `itemAdded` | `{"sku":"p7"}` |
/// | `CartAction.renamed("Ada")` | `CartAction.renamed` | `renamed` | `{"_0":"Ada"}` |
/// | `CartAction.cleared` | `CartAction.cleared` | `cleared` | – |
/// | `AppAction.cart(.rows(.qtyChanged(row: 1)))` | `cart.rows.qtyChanged` | `cart.rows.qtyChanged` | `{"row":1}` |
/// | `struct AddItem { let sku }` | `AddItem` | – | `{"sku":"p7"}` |
///
/// If the single unlabeled payload of a case is an enum named `Action`, or with a name that ends in it, its case joins the name. `case` is
/// set only if the action's encoding has the form `{case: payload}`. If an enum has a custom `encode(to:)` that writes something else, the
/// payload is its whole encoding.
///
/// One thread uses a writer at a time, and app code that it calls cannot reach it.
package final class ActionWriter {
  private let coder: Coder
  private let makeMembers: ActionName.MakeMembers
  private var names: [NameKey: ActionName] = [:]
  /// For each type of payload, the type's name if it names a secret.
  private var secretTypeNames: [ObjectIdentifier: String?] = [:]

  /// The payload of the last described action as JSON; empty if there is none.
  package private(set) var payload: [UInt8] = []

  private struct NameKey: Hashable {
    let type: String
    let version: Int?
    let enumCase: String?
  }

  package init(rules: EncodingRules, makeMembers: @escaping ActionName.MakeMembers) {
    coder = Coder(rules: rules)
    self.makeMembers = makeMembers
  }

  /// Names beyond this number are not cached: an app may derive names from data.
  private static let mostNames = 1000

  /// A large payload is rare; the next action releases its buffer.
  private static let mostKeptBytes = 1 << 16

  /// Returns the types whose `encode(to:)` has thrown since the last call, each type once.
  package func takeFailures() -> [EncodingFailure] { coder.session.takeFailures() }
}

// MARK: - Actions

extension ActionWriter {
  /// Describes an action: returns its name and leaves its payload in ``payload``. Runs the action's `encode(to:)`.
  package func describe<Action>(_ action: Action) -> ActionName {
    let action = Self.unwrapped(action)
    let root = type(of: action)
    let json = written {
      coder.session.objects?.begin(root)
      coder.write(dynamic: action, into: $0)
    }
    return renamed(describe(action, of: root, writtenAs: json), by: naming(of: root), action)
  }

  private func describe(_ action: Any, of root: Any.Type, writtenAs json: [UInt8]) -> ActionName {
    guard let path = CasePath(of: action, writtenAs: json) else {
      let name = name(TypeName.of(root), of: root)
      if !isNothing(json, root) { take(json, ofActionNamed: name.key) }
      return name
    }
    let name = name(path.actionType, enumCase: path.contents == nil ? nil : path.names.joined(separator: "."), of: root)
    guard let contents = path.contents else {
      take(json, ofActionNamed: name.key)
      return name
    }
    // A case without a payload is written as an empty object.
    if contents.count > 2 || json[contents.lowerBound] != UInt8(ascii: "{") { take(Array(json[contents]), ofActionNamed: name.key) }
    return name
  }

  /// Unwraps an optional or an `AnyHashable`: the dispatched action is the value inside.
  private static func unwrapped<Action>(_ action: Action) -> Any {
    let type = type(of: action as Any)
    if type == AnyHashable.self, let hashable = action as? AnyHashable { return hashable.base }
    if type is any OptionalAccess.Type { return Mirror(reflecting: action).children.first?.value ?? action }
    // Generic code passes an `any P` as one `Any` around another. A cast unwraps both.
    func unbox<Contents>(_ type: Contents.Type) -> Any { (action as? Contents).map { $0 as Any } ?? action }
    return _openExistential(type, do: unbox)
  }

  /// Whether JSON says nothing besides the type: no fields, or a function.
  private func isNothing(_ json: [UInt8], _ type: Any.Type) -> Bool {
    json == Array("{}".utf8) || json == coder.bytes { coder.writeOpaque(type, into: $0) }
  }

  private func name(_ type: String, enumCase: String? = nil, of root: Any.Type) -> ActionName {
    name(NameKey(type: type, version: naming(of: root)?.version, enumCase: enumCase))
  }

  private func name(_ key: NameKey) -> ActionName {
    if let name = names[key] { return name }
    let name = ActionName(key.type, version: key.version, enumCase: key.enumCase, makeMembers)
    if names.count < Self.mostNames { names[key] = name }
    return name
  }

  /// The app's rule for naming the actions of a type.
  private func naming(of type: Any.Type) -> ActionNaming? {
    coder.rules.namings.isEmpty ? nil : coder.rules.namings[ObjectIdentifier(type)]
  }

  private func renamed(_ name: ActionName, by naming: ActionNaming?, _ action: Any) -> ActionName {
    guard let type = naming?.name?(action) else { return name }
    return self.name(NameKey(type: type, version: name.version, enumCase: name.enumCase))
  }
}

// MARK: - Payloads

extension ActionWriter {
  private func removePayload() { payload.removeAll(keepingCapacity: payload.capacity <= Self.mostKeptBytes) }

  /// Returns the JSON that `write` writes for a new payload, not redacted yet.
  private func written(atMost limit: Int? = nil, _ write: (Node) -> Void) -> [UInt8] {
    removePayload()
    coder.begin(bytes: limit ?? coder.rules.maximumPayloadBytes)
    return coder.bytes(write)
  }

  /// Makes the payload from JSON. If it is too large, its size and digest take its place; if its encoding was stopped early, these cover only
  /// the encoded beginning.
  private func take(_ json: [UInt8], ofActionNamed name: String, atMost limit: Int? = nil) {
    if coder.isExhausted {
      payload = json
    } else {
      coder.redactor.append(json, in: coder.redactor.context(named: name, isAction: true), to: &payload)
      guard payload.count > limit ?? coder.rules.maximumPayloadBytes else { return }
    }
    payload = JSONText.truncated(bytes: payload.count, digest: coder.rules.digest(of: payload.span))
  }
}

// MARK: - Named events

extension ActionWriter {
  /// The name of an event that is not a typed action.
  package func name(of text: String) -> ActionName { name(NameKey(type: text, version: nil, enumCase: nil)) }

  /// Describes a named event with an optional payload.
  package func describe<Payload>(_ text: String, _ contents: Payload?) -> ActionName {
    if let contents { write(contents, named: text) } else { removePayload() }
    return name(of: text)
  }

  /// Describes the result of asynchronous work. Since nobody asked to record it, it is written only if its type is `Encodable`, and never
  /// as bare text or bytes: these may be a token or a file, without a key that says so.
  package func describe(resultOf work: String, _ result: Any) -> ActionName {
    removePayload()
    if let result = result as? any Encodable, !(result is [UInt8]) {
      write(result, named: work, atMost: min(coder.rules.maximumPayloadBytes, Self.mostBytesOfResult))
    }
    if payload.first == UInt8(ascii: "\"") { removePayload() }
    return name(of: work)
  }

  private static let mostBytesOfResult = 4096

  private func write<Contents>(_ contents: Contents, named name: String, atMost limit: Int? = nil) {
    let json = written(atMost: limit) {
      coder.withSubject(contents) { coder.session.objects?.begin(withContents: $0) }
      // Callers pass an error as whatever was thrown.
      if let error = contents as? any Error { coder.write(contents: error, into: $0) } else { coder.write(dynamic: contents, into: $0) }
    }
    take(json, ofActionNamed: key(of: contents, under: name), atMost: limit)
  }

  /// The key for `contents` as a whole: the given name, or the type's name if that names a secret.
  private func key<Contents>(of contents: Contents, under name: String) -> String {
    guard coder.rules.hidesSecrets, !coder.redactor.isSecret(name) else { return name }
    let type = Contents.self == Any.self ? Swift.type(of: contents) : Contents.self
    let identity = ObjectIdentifier(type)
    if let known = secretTypeNames[identity] { return known ?? name }
    let typeName = String(TypeName.lastComponent(of: TypeName.of(type)))
    let found = coder.redactor.isSecret(typeName) ? typeName : nil
    secretTypeNames[identity] = .some(found)
    return found ?? name
  }
}
