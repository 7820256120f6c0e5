package import FluxtapeDocuments
package import FluxtapeJSON
import FluxtapeLog
import FluxtapeLogReading

/// Why a value is redacted, as far as its place tells: a log keeps no reasons, and a digest reveals nothing.
package struct RedactionReason: Hashable, Sendable {
  package enum Reason: String, Sendable {
    /// A key names a secret: its own one, or one around it.
    case key
    /// A key names personal data, which is redacted on demand.
    case personal
    /// A member beside it names a secret.
    case neighbor
    /// The action's name is that of a secret.
    case action
    /// A part of a text.
    case cut
  }

  /// The place in the record: `payload.user.password`, or in the state: `.user.password`.
  package let path: String
  /// `nil` if the app named the type, the path or the key, or if the text held a secret: the place is the same then.
  package let reason: Reason?
  /// The key, or the action.
  package let name: String?

  /// What texts for people have instead of a secret.
  private static let mark = "[redacted]"

  /// The redactions in a value of a record.
  ///
  /// - Parameters:
  ///   - place: The path of the value.
  ///   - pointer: The place of the value below that path, of which each key counts.
  ///   - action: The name of the action whose contents it is.
  package static func all(in value: JSONValue, at place: String, below pointer: JSONPointer = JSONPointer(), action: String? = nil)
    -> [Self]
  {
    var found: [Self] = []
    func walk(_ value: JSONValue, _ path: [StatePath.Part], _ reason: Named?) {
      switch value {
      case .object(let members):
        if case .redacted? = TaggedValue(value) { return append(path, reason) }
        let isNamed = members.namesSecretBeside(SecretKeyRules())
        for member in members {
          let isValue = isNamed && JSONObject.keysOfNamedValues.contains(member.key)
          walk(member.value, path + [.member(member.key)], self.reason(of: member.key) ?? (isValue ? (.neighbor, nil) : reason))
        }
      case .array(let elements):
        for (place, element) in elements.enumerated() { walk(element, path + [.element(place)], reason) }
      case .string(let text): if text.contains(mark) { append(path, (.cut, nil)) }
      case .null, .bool, .number: break
      }
    }
    func append(_ path: [StatePath.Part], _ reason: Named?) {
      found.append(Self(path: path.reduce(into: place) { $1.write(into: &$0) }, reason: reason?.reason, name: reason?.name))
    }
    let named: Named? = action.flatMap { [.none, .about].contains(SecretKeyRules().meaning(of: $0)) ? nil : (.action, $0) }
    let reason = pointer.tokens.reduce(named) { self.reason(of: $1) ?? $0 }
    walk(value, pointer.tokens.map { token in JSONPointer.arrayIndex(token).map { .element($0) } ?? .member(token) }, reason)
    return found
  }

  private typealias Named = (reason: Reason, name: String?)

  private static func reason(of key: String) -> Named? {
    let key = TaggedValue.unescapedKey(key)
    if SecretKeyRules().meaning(of: key) != .none { return (.key, key) }
    return SecretKeyRules(hidesPersonalData: true).meaning(of: key) == .none ? nil : (.personal, key)
  }
}

extension History {
  /// Why values in a row's record are redacted: in its contents, its error, and what it changed.
  ///
  /// - Throws: ``HistoryError`` if the file can no longer be read.
  package func redactions(of row: Int) throws(HistoryError) -> [RedactionReason] {
    var record = try action(at: row).map(LogRecord.action)
    if record == nil { record = try self.record(at: row) }
    guard let record else { return [] }
    var found: [RedactionReason] = []
    let outcome = record.outcomeIfAny
    if case .action(let action) = record {
      let name = action.enumCase ?? action.type.split(separator: ".").last.map(String.init)
      found = action.payload.map { RedactionReason.all(in: $0, at: "payload", action: name) } ?? []
    } else if case .mark(let mark) = record {
      found = RedactionReason.all(in: .string(mark.text), at: "mark")
    }
    found += outcome?.error.map { RedactionReason.all(in: .string($0.message), at: "error.message") } ?? []
    found += outcome?.state.map { RedactionReason.all(in: $0, at: "") } ?? []
    for operation in outcome?.patch?.operations ?? [] {
      switch operation {
      case .add(let path, let value), .replace(let path, let value): found += RedactionReason.all(in: value, at: "", below: path)
      case .remove, .move, .copy, .test, .splice: continue
      }
    }
    return found
  }
}
