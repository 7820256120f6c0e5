import FluxtapeLog

/// Replaces secrets and texts that are too long in complete JSON.
///
/// A value's ``WritingContext`` says how its place requires to treat it. The same value in the same context always has the same redacted
/// form, whether it is a part of a whole state or written alone as a changed part.
final class Redactor {
  let rules: EncodingRules
  var names: SecretNames
  let paths: PathMatching
  /// Whether the rules may change anything.
  let isNeeded: Bool
  // Copied, since reading them from the rules for every text would copy all rules.
  private let hidesSecrets: Bool
  private let forms: SecretForms
  private let longestText: Int
  /// Whether the app has added or removed keys that name secrets.
  let hasOwnKeys: Bool
  /// The length from which a text has to be checked.
  private let plainTextLimit: Int

  init(_ rules: EncodingRules) {
    self.rules = rules
    (hidesSecrets, forms, hasOwnKeys) = (rules.hidesSecrets, rules.forms, rules.hasOwnKeys)
    longestText = rules.maximumStringBytes
    names = SecretNames(rules)
    paths = PathMatching(rules.hiddenPaths)
    let tooLong = rules.maximumStringBytes == .max ? Int.max : rules.maximumStringBytes + 1
    plainTextLimit = rules.hidesSecrets ? min(SecretForms.shortest, tooLong) : tooLong
    isNeeded = rules.hidesSecrets || !rules.hiddenPaths.isEmpty || tooLong != .max
  }

  /// Appends a value as it may be written in a context.
  func append(_ json: [UInt8], in context: WritingContext, to bytes: inout [UInt8]) {
    guard isNeeded else { return bytes.append(contentsOf: json) }
    var pass = RedactingPass(bytes)
    bytes = []
    _ = redact(json.span, at: 0, in: context, &pass)
    pass.copy(json.span, upTo: json.count)
    bytes = pass.output
  }

  /// Returns the redacted form of a value of a type that hides all its values.
  func hidden(_ json: [UInt8]) -> [UInt8] {
    var pass = RedactingPass([])
    _ = redact(json.span, at: 0, in: WritingContext(secrecy: .hidden), &pass)
    pass.copy(json.span, upTo: json.count)
    return pass.output
  }
}

/// The output of a pass over JSON: what stays as it is, is copied in long runs.
private struct RedactingPass {
  var output: [UInt8]
  /// The bytes before this place are in the output.
  var copied = 0

  init(_ output: [UInt8]) { self.output = output }

  var mark: (count: Int, copied: Int) { (output.count, copied) }

  mutating func rollBack(to mark: (count: Int, copied: Int)) {
    output.removeSubrange(mark.count...)
    copied = mark.copied
  }

  mutating func copy(_ json: Span<UInt8>, upTo place: Int) {
    if copied < place { output.append(json, in: copied..<place) }
    copied = place
  }
}

// MARK: - Values

extension Redactor {
  /// Redacts the value that begins at `start`. Returns its end.
  private func redact(_ json: Span<UInt8>, at start: Int, in context: WritingContext, _ pass: inout RedactingPass) -> Int {
    switch json[start] {
    case UInt8(ascii: "n"): return start + 4
    case UInt8(ascii: "t"), UInt8(ascii: "f"):
      let end = JSONBytes.end(ofValueAt: start, in: json)
      return context.secrecy == .hidden ? digest(json, start..<end, &pass) : end
    case UInt8(ascii: "\""): return redactText(json, at: start, in: context, &pass)
    case UInt8(ascii: "["):
      guard json[start + 1] != UInt8(ascii: "]") else { return start + 2 }
      guard context.secrecy.leavesNumbers else { return digest(json, start..<JSONBytes.end(ofValueAt: start, in: json), &pass) }
      return redactElements(json, at: start, in: context, &pass)
    case UInt8(ascii: "{"):
      guard json[start + 1] != UInt8(ascii: "}") else { return start + 2 }
      return redactObject(json, at: start, in: context, &pass)
    default:
      let end = JSONBytes.end(ofValueAt: start, in: json)
      return context.secrecy.leavesNumbers ? end : digest(json, start..<end, &pass)
    }
  }

  /// Writes the digest of a value. Returns the value's end.
  private func digest(_ json: Span<UInt8>, _ value: Range<Int>, _ pass: inout RedactingPass) -> Int {
    pass.copy(json, upTo: value.lowerBound)
    let digest = withoutType(json.extracting(value)) { rules.digest(of: $0) }
    pass.output.append(contentsOf: "{\"$redacted\":\"\(digest)\"}".utf8)
    pass.copied = value.upperBound
    return value.upperBound
  }
}

// MARK: - Texts

extension Redactor {
  private func redactText(_ json: Span<UInt8>, at start: Int, in context: WritingContext, _ pass: inout RedactingPass) -> Int {
    let end = JSONBytes.end(ofTextAt: start, in: json)
    if context.secrecy == .open, end - start - 2 < plainTextLimit { return end }
    let quoted = json.extracting(start..<end)
    switch context.secrecy {
    case .open: break
    case .made, .about: if !context.secrecy.leavesText(JSONBytes.text(quoted)) { return digest(json, start..<end, &pass) }
    case .text, .named, .labelled, .secret, .hidden: if end - start > 2 { return digest(json, start..<end, &pass) }
    }
    guard end - start - 2 >= plainTextLimit else { return end }
    // Few texts have escapes; the others are searched where they are.
    let contents = quoted.extracting(1..<quoted.count - 1)
    if contents.place(of: UInt8(ascii: "\\"), from: 0) == contents.count {
      guard contents.count <= longestText else { return truncate(json, start..<end, &pass) }
      return holdsSecret(contents) ? digest(json, start..<end, &pass) : end
    }
    let text = JSONBytes.unquotedText(contents)
    guard text.utf8.count <= longestText else { return truncate(json, start..<end, &pass) }
    return text.withUTF8Span { holdsSecret($0) } ? digest(json, start..<end, &pass) : end
  }

  private func truncate(_ json: Span<UInt8>, _ text: Range<Int>, _ pass: inout RedactingPass) -> Int {
    pass.copy(json, upTo: text.lowerBound)
    let digest = rules.digest(of: json.extracting(text))
    pass.output += JSONText.truncated(bytes: text.count, digest: digest)
    pass.copied = text.upperBound
    return text.upperBound
  }

  private func holdsSecret(_ text: Span<UInt8>) -> Bool {
    hidesSecrets && text.count >= plainTextLimit && !forms.finds(in: text).isEmpty
  }

  /// Whether both texts stay as they are in an open context. They differ only at these places of the earlier one.
  func leaves(_ later: Span<UInt8>, _ earlier: Span<UInt8>, where places: Range<Int>) -> Bool {
    guard max(later.count, earlier.count) >= plainTextLimit else { return true }
    guard max(later.count, earlier.count) <= longestText else { return false }
    guard hidesSecrets else { return true }
    return !holdsSecret(later) && !holdsSecret(earlier)
  }
}

// MARK: - Arrays

extension Redactor {
  private func redactElements(_ json: Span<UInt8>, at start: Int, in context: WritingContext, _ pass: inout RedactingPass) -> Int {
    let before = pass.mark
    let (end, count, first) = redactElements(json, at: start, in: context, secretAfter: .max, &pass)
    // A dictionary without string keys is an array of pairs: `["password","…"]`.
    guard count <= SecretNames.mostNeighbors, let first, first < count - 1 else { return end }
    pass.rollBack(to: before)
    return redactElements(json, at: start, in: context, secretAfter: first, &pass).end
  }

  /// - Returns: The first element that names a secret, too.
  private func redactElements(
    _ json: Span<UInt8>, at start: Int, in context: WritingContext, secretAfter name: Int, _ pass: inout RedactingPass
  ) -> (end: Int, count: Int, name: Int?) {
    var (place, count, found) = (start + 1, 0, Int?.none)
    while true {
      var inside = self.context(forElementAt: count, in: context)
      if count > name, inside.isOpen { inside.secrecy = .secret }
      let end = redact(json, at: place, in: inside, &pass)
      if found == nil, count < SecretNames.mostNeighbors, hidesSecrets, isSecretName(json.extracting(place..<end)) { found = count }
      count += 1
      place = end + 1
      if json[end] == UInt8(ascii: "]") { return (place, count, found) }
    }
  }

  /// Whether an array has an element behind the name of a secret, so that its elements depend on each other.
  func mayNameSecrets(elements count: Int, _ element: (Int) -> [UInt8]) -> Bool {
    guard hidesSecrets, (2...SecretNames.mostNeighbors).contains(count) else { return false }
    return (0..<count - 1).contains { isSecretName(element($0).span) }
  }

  /// Passes an object without the type that an existential's contents have.
  private func withoutType<Result>(_ value: Span<UInt8>, _ body: (Span<UInt8>) -> Result) -> Result {
    guard let end = JSONBytes.end(ofTypeIn: 0, of: value) else { return body(value) }
    var object = [UInt8(ascii: "{")]
    object.append(value, in: (value[end] == UInt8(ascii: ",") ? end + 1 : end)..<value.count)
    return body(object.span)
  }

  /// Whether a value marks its neighbors as secret: `"password"`, or an enum case, `{"password":{}}`.
  ///
  /// - Parameter traits: Those of the value's key.
  func isSecretName(_ value: Span<UInt8>, _ traits: KeyTraits = []) -> Bool { withoutType(value) { isNameWithoutType($0, traits) } }

  private func isNameWithoutType(_ value: Span<UInt8>, _ traits: KeyTraits) -> Bool {
    switch value[0] {
    case UInt8(ascii: "\""): return isSecretName(quoted: value, traits)
    case UInt8(ascii: "{"):
      guard value.count > 6, value[1] == UInt8(ascii: "\"") else { return false }
      let key = 1..<JSONBytes.end(ofTextAt: 1, in: value)
      return value.count == key.upperBound + 4 && value[value.count - 2] == UInt8(ascii: "}")
        && value[value.count - 3] == UInt8(ascii: "{") && isSecretName(quoted: value.extracting(key), traits, isKey: true)
    default: return false
    }
  }

  private func isSecretName(quoted: Span<UInt8>, _ traits: KeyTraits, isKey: Bool = false) -> Bool {
    // Escapes make a text longer; no name has many.
    guard quoted.count <= 6 * SecretLabel.longestName + 2 else { return false }
    // Most texts name nothing, which is found out without making a string.
    let contents = quoted.extracting(1..<quoted.count - 1)
    guard hasOwnKeys || SensitiveKeyName.mayMatch(contents) || contents.place(of: UInt8(ascii: "\\"), from: 0) < contents.count
    else { return false }
    let text = JSONBytes.unquotedText(contents)
    return names.isName(isKey ? JSONText.unescapedKey(text) : text, traits)
  }
}

// MARK: - Objects

extension Redactor {
  private func redactObject(_ json: Span<UInt8>, at start: Int, in context: WritingContext, _ pass: inout RedactingPass) -> Int {
    let type = JSONBytes.end(ofTypeIn: start, of: json)
    if let type, json[type] == UInt8(ascii: "}") { return type + 1 }
    if JSONBytes.isTag(at: start, in: json) {
      let value = start..<JSONBytes.end(ofValueAt: start, in: json)
      return context.secrecy.hidesObjects && !hasNoContents(json.extracting(value)) ? digest(json, value, &pass) : value.upperBound
    }
    if context.secrecy == .hidden || context.secrecy == .secret && !hasPositionalKeys(json, at: start) {
      return digest(json, start..<JSONBytes.end(ofValueAt: start, in: json), &pass)
    }
    let before = pass.mark
    let first = (type ?? start) + 1
    let (end, neighbors) = redactMembers(json, from: first, in: context, nil, &pass)
    guard neighbors.decide else { return end }
    pass.rollBack(to: before)
    return redactMembers(json, from: first, in: context, neighbors, &pass).end
  }

  private func redactMembers(
    _ json: Span<UInt8>, from first: Int, in context: WritingContext, _ known: Neighbors?, _ pass: inout RedactingPass
  ) -> (end: Int, Neighbors) {
    var (place, neighbors) = (first, Neighbors())
    while true {
      let colon = JSONBytes.end(ofTextAt: place, in: json)
      let key = json.extracting(place + 1..<colon - 1)
      var inside = self.context(forWrittenKey: key, in: context)
      if let known, inside.isOpen, let secrecy = known.secrecy(ofMember: neighbors.count, key) { inside.secrecy = secrecy }
      let end = redact(json, at: colon + 1, in: inside, &pass)
      if hidesSecrets, known == nil {
        neighbors.note(key) { isSecretName(json.extracting(colon + 1..<end), $0) }
      } else {
        neighbors.count += 1
      }
      place = end + 1
      if json[end] == UInt8(ascii: "}") { return (place, neighbors) }
    }
  }

  private func hasPositionalKeys(_ json: Span<UInt8>, at start: Int) -> Bool {
    let object = json.extracting(start..<JSONBytes.end(ofValueAt: start, in: json))
    let members = JSONBytes.members(of: object).dropFirst(JSONBytes.end(ofTypeIn: 0, of: object) == nil ? 0 : 1)
    return members.allSatisfy { SecretLabel.isPositional(JSONBytes.text(object.extracting($0.key))) }
  }

  /// Whether it is a digest, or the name of a type without contents.
  func hasNoContents(_ tag: Span<UInt8>) -> Bool {
    tag.has(Self.redactedTag.span, in: 0..<min(tag.count, Self.redactedTag.count))
      || tag.has(Self.opaqueTag.span, in: 0..<min(tag.count, Self.opaqueTag.count))
  }

  private static let redactedTag = Array(#"{"$redacted":"#.utf8)
  private static let opaqueTag = Array(#"{"$opaque":"#.utf8)

  /// Whether members of an object depend on each other.
  func dependsOnNeighbors(_ names: [String], _ value: (Int) -> [UInt8]) -> Bool {
    guard hidesSecrets else { return false }
    var neighbors = Neighbors()
    for (place, name) in names.enumerated() { name.withUTF8Span { neighbors.note($0) { isSecretName(value(place).span, $0) } } }
    return neighbors.decide
  }
}

/// Detects members whose values are keys of other members, as in headers, form fields and query items:
/// `{"name":"Authorization","value":"…"}`, `{"field":{"password":{}},"to":"…"}`.
private struct Neighbors {
  var count = 0
  /// The members whose values name a secret, and that may be the key of a neighbor `value`, or of few others.
  private var keys: [Int] = []
  private var keysOfFew: [Int] = []
  private var hasValue = false

  mutating func note(_ key: Span<UInt8>, _ isSecretName: (KeyTraits) -> Bool) {
    let traits = KeyTraits(ofNeighbor: key)
    if traits.contains(.value) { hasValue = true }
    if traits.contains(.keyOfNeighbor) || traits.contains(.keyOfFew) && count < SecretNames.mostNeighbors, isSecretName(traits) {
      if traits.contains(.keyOfNeighbor) { keys.append(count) } else { keysOfFew.append(count) }
    }
    count += 1
  }

  private var isSmall: Bool { (2...SecretNames.mostNeighbors).contains(count) }

  /// Whether they decide how other members are written.
  var decide: Bool { isSmall ? !keys.isEmpty || !keysOfFew.isEmpty : !keys.isEmpty && hasValue }
}

extension Neighbors {
  /// The secrecy that the neighbors of a member require, if any. All members are known.
  func secrecy(ofMember place: Int, _ key: Span<UInt8>) -> WritingContext.Secrecy? {
    guard !keys.contains(place), !(isSmall && keysOfFew.contains(place)) else { return nil }
    let traits = KeyTraits(ofNeighbor: key)
    if traits.contains(.value) { return .secret }
    guard isSmall, !traits.contains(.keyOfNeighbor), !SecretLabel.isInnocent(key.text(key.indices)) else { return nil }
    return .labelled
  }
}

extension WritingContext.Secrecy {
  /// Whether objects become one digest, whatever their members.
  fileprivate var hidesObjects: Bool { self == .secret || self == .hidden }

  /// Whether the members of an object may be written separately.
  var separatesMembers: Bool { !hidesObjects }
}
