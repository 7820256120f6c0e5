import FluxtapeLog

/// Replaces secrets and texts that are too long in complete JSON.
///
/// A value's ``WritingContext`` says how its place requires to treat it. The same value in the same context always has the same redacted
/// form, whether it is a part of a whole state or written alone as a changed part.
final class Redactor {
  let rules: EncodingRules
  /// Whether the rules may change anything.
  let isNeeded: Bool
  // Copied, since reading them from the rules for every text would copy all rules.
  let hidesSecrets: Bool
  let keys: SecretKeyRules
  private let forms: SecretForms?
  private let longestText: Int
  /// Bytes in the place of a value.
  private typealias Edit = (range: Range<Int>, bytes: [UInt8])

  init(_ rules: EncodingRules) {
    self.rules = rules
    (hidesSecrets, keys, longestText) = (rules.hidesSecrets, rules.keys, rules.maximumStringBytes)
    forms = rules.searchesTexts ? SecretForms(rules.keys) : nil
    isNeeded = rules.hidesSecrets || !rules.hiddenPaths.isEmpty || rules.maximumStringBytes != .max
  }

  /// Appends a value as it may be written in a context.
  func append(_ json: [UInt8], in context: WritingContext, to bytes: inout [UInt8]) {
    guard isNeeded || context.secrecy != .open else { return bytes.append(contentsOf: json) }
    var edits: [Edit] = []
    _ = redact(json.span, at: 0, in: context, &edits)
    var place = 0
    for edit in edits {
      bytes += json[place..<edit.range.lowerBound] + edit.bytes
      place = edit.range.upperBound
    }
    bytes += json[place...]
  }

  /// Whether both texts stay as they are in an open context.
  func leaves(_ later: Span<UInt8>, _ earlier: Span<UInt8>) -> Bool {
    max(later.count, earlier.count) <= longestText && !holdsSecret(later) && !holdsSecret(earlier)
  }

  // MARK: - Values

  /// Redacts the value that begins at `start`. Returns its end.
  private func redact(_ json: Span<UInt8>, at start: Int, in context: WritingContext, _ edits: inout [Edit]) -> Int {
    let secrecy = context.secrecy
    switch json[start] {
    case UInt8(ascii: "n"): return start + 4
    case UInt8(ascii: "t"), UInt8(ascii: "f"):
      return secrecy == .hidden ? digest(json, from: start, &edits) : JSONBytes.end(ofValueAt: start, in: json)
    case UInt8(ascii: "\""): return redactText(json, at: start, secrecy, &edits)
    case UInt8(ascii: "["):
      guard json[start + 1] != UInt8(ascii: "]") else { return start + 2 }
      return secrecy.leavesNumbers ? redactParts(json, from: start + 1, in: context, &edits) : digest(json, from: start, &edits)
    case UInt8(ascii: "{"):
      guard json[start + 1] != UInt8(ascii: "}") else { return start + 2 }
      let type = JSONBytes.end(ofTypeIn: start, of: json)
      if let type, json[type] == UInt8(ascii: "}") { return type + 1 }
      let (isTag, first) = (JSONBytes.isTag(at: start, in: json), (type ?? start) + 1)
      if !secrecy.separatesMembers {
        // A digest and the name of a type have no contents. Of an enum case's payload, `{"_0":true}`, each value is hidden or not.
        let isEmptyTag = json.has("{\"$redacted\":", at: start) || json.has("{\"$opaque\":", at: start)
        let isPayload = secrecy == .secret && !isTag && json.has("\"_", at: first) && TextByte.isDigit(json[first + 2])
        if !isEmptyTag, !isPayload { return digest(json, from: start, &edits) }
      }
      return isTag ? JSONBytes.end(ofValueAt: start, in: json) : redactParts(json, from: first, in: context, &edits)
    default: return secrecy.leavesNumbers ? JSONBytes.end(ofValueAt: start, in: json) : digest(json, from: start, &edits)
    }
  }

  /// Writes the digest of a value. Returns the value's end.
  private func digest(_ json: Span<UInt8>, from start: Int, _ edits: inout [Edit]) -> Int {
    let value = start..<JSONBytes.end(ofValueAt: start, in: json)
    let digest = withoutType(json.extracting(value)) { rules.digest(of: $0) }
    edits.append((value, JSONText.redacted(digest)))
    return value.upperBound
  }

  /// Passes an object without the type that an existential's contents have.
  private func withoutType<Result>(_ value: Span<UInt8>, _ body: (Span<UInt8>) -> Result) -> Result {
    guard let end = JSONBytes.end(ofTypeIn: 0, of: value) else { return body(value) }
    var object = [UInt8(ascii: "{")]
    object.append(value, in: (value[end] == UInt8(ascii: ",") ? end + 1 : end)..<value.count)
    return body(object.span)
  }

  // MARK: - Texts

  private func redactText(_ json: Span<UInt8>, at start: Int, _ secrecy: WritingContext.Secrecy, _ edits: inout [Edit]) -> Int {
    let end = JSONBytes.end(ofTextAt: start, in: json)
    let contents = json.extracting(start + 1..<end - 1)
    guard secrecy == .open || secrecy.leaves(written: contents) else { return digest(json, from: start, &edits) }
    if secrecy == .message {
      var quoted: [UInt8] = []
      quoted.append(quoted: SecretForms(rules.keys, areForPeople: true).redacted(JSONBytes.unquotedText(contents)))
      edits.append((start..<end, quoted))
      return end
    }
    guard hidesSecrets && contents.count >= SecretForms.shortest || contents.count > longestText else { return end }
    // Few texts have escapes; the others are searched where they are.
    let text = contents.place(of: UInt8(ascii: "\\"), from: 0) == contents.count ? nil : JSONBytes.unquotedText(contents)
    if text?.utf8.count ?? contents.count > longestText {
      let digest = rules.digest(of: json.extracting(start..<end))
      edits.append((start..<end, JSONText.truncated(bytes: end - start, digest: digest)))
      return end
    }
    return text?.withUTF8Span { holdsSecret($0) } ?? holdsSecret(contents) ? digest(json, from: start, &edits) : end
  }

  private func holdsSecret(_ text: Span<UInt8>) -> Bool {
    hidesSecrets && text.count >= SecretForms.shortest && !(forms?.ranges(in: text) ?? CardNumber.ranges(in: text)).isEmpty
  }

  // MARK: - Parts

  /// Redacts the members of an object, or the elements of an array. Returns its end.
  ///
  /// - Parameter known: The relations of the parts, if these are known and have to be respected.
  private func redactParts(
    _ json: Span<UInt8>, from first: Int, in context: WritingContext, _ edits: inout [Edit], known: Neighbors? = nil
  ) -> Int {
    let (isArray, count) = (json[first - 1] == UInt8(ascii: "["), edits.count)
    var (place, neighbors) = (first, Neighbors(areElements: isArray))
    while true {
      let start = isArray ? place : JSONBytes.end(ofTextAt: place, in: json) + 1
      let key = isArray ? json.extracting(place..<place) : json.extracting(place + 1..<start - 2)
      let words = words(ofWritten: key)
      var inside = isArray ? self.context(forElementAt: neighbors.count, in: context) : self.context(forWrittenKey: key, words, in: context)
      if let known, inside.isOpen, let secrecy = known.secrecy(ofPart: neighbors.count, words) { inside.secrecy = secrecy }
      let end = redact(json, at: start, in: inside, &edits)
      neighbors.note(words) { isSecretName(json.extracting(start..<end), isPassword: $0) }
      place = end + 1
      guard json[end] != UInt8(ascii: ",") else { continue }
      guard known == nil, neighbors.decide else { return place }
      edits.removeSubrange(count...)
      return redactParts(json, from: first, in: context, &edits, known: neighbors)
    }
  }

  /// Whether members of an object depend on each other.
  func dependsOnNeighbors(_ names: [String], _ value: (Int) -> [UInt8]) -> Bool {
    guard hidesSecrets else { return false }
    var neighbors = Neighbors(areElements: false)
    for (place, name) in names.enumerated() { neighbors.note(KeyWords(name)) { isSecretName(value(place).span, isPassword: $0) } }
    return neighbors.decide
  }

  /// Whether an array has an element behind the name of a secret, so that its elements depend on each other.
  func mayNameSecrets(elements count: Int, _ element: (Int) -> [UInt8]) -> Bool {
    hidesSecrets && (2...Neighbors.few).contains(count) && (0..<count - 1).contains { isSecretName(element($0).span, isPassword: false) }
  }

  /// Whether a value marks its neighbors as secret: `"password"`, or an enum case, `{"password":{}}`.
  ///
  /// - Parameter isPassword: Whether it has to name a password.
  private func isSecretName(_ value: Span<UInt8>, isPassword: Bool) -> Bool {
    withoutType(value) { value in
      let start = value[0] == UInt8(ascii: "{") ? 1 : 0
      guard value[start] == UInt8(ascii: "\"") else { return false }
      let end = JSONBytes.end(ofTextAt: start, in: value)
      let name = value.extracting(start + 1..<end - 1)
      // A text with more digits is an identifier: the last group of a UUID may read `…89FA17`, and `fa` is a word.
      guard start == 0 || end + 4 == value.count && value.has(":{}}", at: end), name.count <= SecretKeyRules.longestName,
        name.indices.count(where: { TextByte.isDigit(name[$0]) }) <= 4
      else { return false }
      let words = words(ofWritten: name)
      return ![.none, .about].contains(meaning(ofWritten: name, words)) && (!isPassword || words.end(with: .password))
    }
  }
}

extension EncodingRules {
  /// The digest of bytes: sixteen hexadecimal digits.
  func digest(of bytes: Span<UInt8>) -> String {
    let digits = String(SipHash.digest(of: bytes, key: digestKey), radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }
}
