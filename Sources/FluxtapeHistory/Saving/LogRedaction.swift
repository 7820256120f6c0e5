import FluxtapeDocuments
package import FluxtapeJSON
import FluxtapeLocking
import FluxtapeLog
import FluxtapeSecrets

/// What is left out of an exported log: secrets, by the keys that a recorder knows and by the full search of texts, and values under keys and at
/// places that are named.
///
/// A value becomes `{"$redacted":"…"}` with a digest whose key is in memory only: equal values look equal, and nothing can be tried out. Within
/// texts, in marks, error messages and sites too, `[redacted]` stands in place of a secret. The keys of objects, the names of stores and the
/// types of actions stay as they are.
public struct LogRedaction: Sendable {
  private var keys = SecretKeyRules()
  private var paths: [StatePath] = []
  private var text = SecretText()
  /// The keys and paths under which something was found. Copies share it.
  private let used = Locked<Set<String>>([])

  /// By the general rules alone.
  public init() {}

  /// Adds a key (`nickname`, whatever its capitals), or a path of the states (`.user.email`, `session.user`, `/user/email`).
  ///
  /// - Throws: ``StatePathError`` if it is no path.
  public mutating func add(_ text: String) throws(StatePathError) {
    guard text.contains(where: { "./[\"".contains($0) }) else {
      keys = SecretKeyRules(secret: keys.secret.union([text]))
      self.text = SecretText(keys)
      return
    }
    paths.append(try StatePath(parsing: text))
  }
}

extension LogRedaction {
  /// The keys and paths that were added, and under which nothing has been found yet.
  package var unused: [String] {
    let used = used.withLock { $0 }
    return (keys.secret.sorted() + paths.map(\.description)).filter { !used.contains($0) }
  }

  /// A text for people without its secrets.
  package func redacted(_ text: String) -> String { self.text.redacted(text) }

  func redacted(_ error: RecordedError) -> RecordedError { RecordedError(type: error.type, message: redacted(error.message)) }

  /// A payload without what is to be kept secret.
  package func redacted(_ value: JSONValue) -> JSONValue { changed(value) ?? value }

  /// A value at a place of a state or a payload that people see, which names it: `session.token`.
  package func redacted(_ value: JSONValue, at path: String) -> JSONValue { changed(value, under: path) ?? value }

  func redacted(_ members: JSONObject) -> JSONObject { redacted(.object(members)).object ?? [:] }

  /// A store's state without what is to be kept secret.
  func redacted(_ state: JSONValue, of store: String) -> JSONValue {
    var result = state
    for path in paths where path.store ?? store == store {
      guard let pointer = path.pointer(in: state), let value = result[pointer] else { continue }
      used.withLock { _ = $0.insert(path.description) }
      result = (try? JSONPatch([.replace(pointer, Self.digest(of: value))]).applied(to: result)) ?? Self.digest(of: state)
    }
    return redacted(result)
  }

  /// The patch between two states without what is to be kept secret, given the one between the whole states.
  ///
  /// - Parameter state: The whole state before.
  /// - Returns: `nil` unless each operation changes only its own place in the redacted state, too: then the states must be compared.
  func redacted(_ patch: JSONPatch, of state: JSONNode) -> JSONPatch? {
    guard paths.isEmpty else { return nil }
    var (state, operations) = (state, [JSONPatch.Operation]())
    for operation in patch.operations {
      let path: JSONPointer
      switch operation {
      case .add(let place, let value):
        path = place
        operations.append(.add(place, redacted(value).withSortedMembers))
      case .replace(let place, let value):
        path = place
        operations.append(.replace(place, redacted(value).withSortedMembers))
      case .remove(let place):
        path = place
        operations.append(operation)
      case .move, .copy, .test, .splice: return nil
      }
      guard isOpen(path, in: state), let next = try? state.applying(JSONPatch([operation])), isOpen(path, in: next) else { return nil }
      state = next
    }
    return JSONPatch(operations)
  }

  /// Whether nothing around the value at a place decides what is left out of the value, and the value nothing around it.
  private func isOpen(_ path: JSONPointer, in state: JSONNode) -> Bool {
    var node: JSONNode? = state
    for token in path.tokens {
      guard let container = node else { return false }
      if container.kind == .object {
        let isTag = container.onlyMember?.key.hasPrefix("$") == true
        guard !isTag, !JSONObject.keysOfNamedValues.contains(where: { container[$0] != nil }),
          keys.meaning(of: TaggedValue.unescapedKey(token)) == .none
        else { return false }
      }
      node = container[token]
    }
    return true
  }
}

// MARK: - Values

extension LogRedaction {
  /// What becomes of a value; `nil` if it stays. Nearly all do, and share their memory with those of the steps before then.
  private func changed(_ value: JSONValue) -> JSONValue? {
    switch value {
    case .object(let object): changed(object).map(JSONValue.object)
    case .array(let elements): changed(elements).map(JSONValue.array)
    case .string(let text): changed(text).map(JSONValue.string)
    case .null, .bool, .number: nil
    }
  }

  private func changed(_ text: String) -> String? {
    let readable = redacted(text)
    return readable.hasSameBytes(as: text) ? nil : readable
  }

  private func changed(_ object: JSONObject) -> JSONObject? {
    if TaggedValue(.object(object)) != nil { return nil }
    var result: JSONObject?
    let isNamed = object.namesSecretBeside(keys)
    for member in object {
      let isSecret = isNamed && JSONObject.keysOfNamedValues.contains(member.key)
      guard let value = isSecret ? hidden(member.value) : changed(member.value, under: member.key) else { continue }
      result = result ?? object
      result?[member.key] = value
    }
    return result
  }

  private func changed(_ elements: [JSONValue]) -> [JSONValue]? {
    var result: [JSONValue]?
    for (place, element) in elements.enumerated() {
      guard let value = changed(element) else { continue }
      result = result ?? elements
      result?[place] = value
    }
    return result
  }

  private func changed(_ value: JSONValue, under key: String) -> JSONValue? {
    switch keys.meaning(of: TaggedValue.unescapedKey(key)) {
    case .none: return changed(value)
    case .secret:
      guard keys.secret.contains(key.lowercased()) else { return hidden(value) }
      used.withLock { _ = $0.insert(key.lowercased()) }
      return Self.digest(of: value)
    case .made where value.string.map { !SecretText.isMade($0) } ?? false: return changed(value)
    case .text, .made: return value.string == nil ? changed(value) : hidden(value)
    case .about: return value.string.map { Self.isNumberOrDate($0) } ?? true ? changed(value) : hidden(value)
    }
  }

  /// Of what gives nothing away, it stays: truth values, `null`, what is empty.
  private func hidden(_ value: JSONValue) -> JSONValue? {
    switch value {
    case .null, .bool: nil
    case .string(let text): text.isEmpty ? nil : Self.digest(of: value)
    case .array(let elements): elements.isEmpty ? nil : Self.digest(of: value)
    case .object(let object): object.isEmpty || value.isLeftOut ? nil : Self.digest(of: value)
    case .number: Self.digest(of: value)
    }
  }

  private static func isNumberOrDate(_ text: String) -> Bool {
    text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || "-:.+TZ".utf8.contains($0) }
  }

  private static func digest(of value: JSONValue) -> JSONValue {
    if case .redacted? = TaggedValue(value) { return value }
    var hasher = Hasher()
    hasher.combine(value)
    let digits = String(UInt64(bitPattern: Int64(hasher.finalize())), radix: 16)
    return TaggedValue.redacted(digest: String(repeating: "0", count: 16 - digits.count) + digits).json
  }
}
