import FluxtapeJSON
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
  private let hidesSecrets: Bool
  private let searchesTexts: Bool
  private let keys: SecretKeyRules
  private let forms: SecretForms
  private let longestText: Int
  /// The length from which a text has to be checked.
  private let plainTextLimit: Int

  init(_ rules: EncodingRules) {
    self.rules = rules
    (hidesSecrets, searchesTexts, longestText) = (rules.hidesSecrets, rules.searchesTexts, rules.maximumStringBytes)
    (keys, forms) = (rules.keys, SecretForms(rules.keys))
    let tooLong = rules.maximumStringBytes == .max ? Int.max : rules.maximumStringBytes + 1
    plainTextLimit = rules.hidesSecrets ? min(SecretForms.shortest, tooLong) : tooLong
    isNeeded = rules.hidesSecrets || !rules.hiddenPaths.isEmpty || tooLong != .max
  }

  /// Appends a value as it may be written in a context.
  func append(_ json: [UInt8], in context: WritingContext, to bytes: inout [UInt8]) {
    guard isNeeded || context.secrecy != .open else { return bytes.append(contentsOf: json) }
    var pass = RedactingPass(output: bytes)
    bytes = []
    _ = redact(json.span, at: 0, in: context, &pass)
    pass.copy(json.span, upTo: json.count)
    bytes = pass.output
  }
}

/// The output of a pass over JSON: what stays as it is, is copied in long runs.
private struct RedactingPass {
  var output: [UInt8]
  /// The bytes before this place are in the output.
  var copied = 0

  mutating func copy(_ json: Span<UInt8>, upTo place: Int) {
    if copied < place { output.append(json, in: copied..<place) }
    copied = place
  }

  /// Replaces a value. Returns its end.
  mutating func replace(_ value: Range<Int>, of json: Span<UInt8>, by tag: String) -> Int {
    copy(json, upTo: value.lowerBound)
    output.append(contentsOf: tag.utf8)
    copied = value.upperBound
    return copied
  }
}

// MARK: - Values

extension Redactor {
  /// Redacts the value that begins at `start`. Returns its end.
  private func redact(_ json: Span<UInt8>, at start: Int, in context: WritingContext, _ pass: inout RedactingPass) -> Int {
    var end: Int { JSONBytes.end(ofValueAt: start, in: json) }
    switch json[start] {
    case UInt8(ascii: "n"): return start + 4
    case UInt8(ascii: "t"), UInt8(ascii: "f"): return context.secrecy == .hidden ? digest(json, start..<end, &pass) : end
    case UInt8(ascii: "\""): return redactText(json, at: start, in: context, &pass)
    case UInt8(ascii: "["):
      guard json[start + 1] != UInt8(ascii: "]") else { return start + 2 }
      return context.secrecy.leavesNumbers ? redactParts(json, at: start, in: context, &pass) : digest(json, start..<end, &pass)
    case UInt8(ascii: "{"): return redactObject(json, at: start, in: context, &pass)
    default: return context.secrecy.leavesNumbers ? end : digest(json, start..<end, &pass)
    }
  }

  /// Writes the digest of a value. Returns the value's end.
  private func digest(_ json: Span<UInt8>, _ value: Range<Int>, _ pass: inout RedactingPass) -> Int {
    let digest = withoutType(json.extracting(value)) { rules.digest(of: $0) }
    return pass.replace(value, of: json, by: "{\"$redacted\":\"\(digest)\"}")
  }

  /// Passes an object without the type that an existential's contents have.
  private func withoutType<Result>(_ value: Span<UInt8>, _ body: (Span<UInt8>) -> Result) -> Result {
    guard let end = JSONBytes.end(ofTypeIn: 0, of: value) else { return body(value) }
    var object = [UInt8(ascii: "{")]
    object.append(value, in: (value[end] == UInt8(ascii: ",") ? end + 1 : end)..<value.count)
    return body(object.span)
  }

  private func redactText(_ json: Span<UInt8>, at start: Int, in context: WritingContext, _ pass: inout RedactingPass) -> Int {
    let end = JSONBytes.end(ofTextAt: start, in: json)
    let contents = json.extracting(start + 1..<end - 1)
    guard context.secrecy.leavesText(contents) else { return digest(json, start..<end, &pass) }
    guard contents.count >= plainTextLimit else { return end }
    let (isTooLong, isSecret) = withText(contents) { ($0.count > longestText, $0.count <= longestText && holdsSecret($0)) }
    guard isTooLong else { return isSecret ? digest(json, start..<end, &pass) : end }
    let tag = TaggedValue.truncated(bytes: end - start, digest: rules.digest(of: json.extracting(start..<end)))
    return pass.replace(start..<end, of: json, by: tag.json.text)
  }

  /// Passes a text without its escapes. Few texts have any; the others are searched where they are.
  private func withText<Result>(_ contents: Span<UInt8>, _ body: (Span<UInt8>) -> Result) -> Result {
    let hasEscapes = contents.place(of: UInt8(ascii: "\\"), from: 0) < contents.count
    return hasEscapes ? JSONBytes.unquotedText(contents).withBytes(body) : body(contents)
  }

  private func holdsSecret(_ text: Span<UInt8>) -> Bool {
    guard hidesSecrets, text.count >= plainTextLimit else { return false }
    return searchesTexts ? !forms.ranges(in: text).isEmpty : !CardNumber.ranges(in: text).isEmpty
  }

  /// Whether both texts stay as they are in an open context.
  func leaves(_ later: Span<UInt8>, _ earlier: Span<UInt8>) -> Bool {
    max(later.count, earlier.count) <= longestText && !holdsSecret(later) && !holdsSecret(earlier)
  }
}

// MARK: - Objects and arrays

extension Redactor {
  private func redactObject(_ json: Span<UInt8>, at start: Int, in context: WritingContext, _ pass: inout RedactingPass) -> Int {
    let type = JSONBytes.end(ofTypeIn: start, of: json)
    let first = type ?? start
    if json[type ?? start + 1] == UInt8(ascii: "}") { return first + (type == nil ? 2 : 1) }
    var end: Int { JSONBytes.end(ofValueAt: start, in: json) }
    // A digest stays the same wherever it is.
    if JSONBytes.isTag(at: start, in: json), context.secrecy != .hidden || json.has(#"{"$redacted":"#, at: start) { return end }
    let hasParts = context.secrecy.separatesMembers || context.secrecy == .secret && isPayload(json, from: first + 1)
    return hasParts ? redactParts(json, at: first, in: context, &pass) : digest(json, start..<end, &pass)
  }

  /// Whether the members of an object have no labels, by the first one.
  private func isPayload(_ json: Span<UInt8>, from first: Int) -> Bool {
    SensitiveKeyName(json.extracting(first + 1..<JSONBytes.end(ofTextAt: first, in: json) - 1)).isPositional
  }

  /// Redacts the elements of an array, or the members of an object behind its type.
  private func redactParts(_ json: Span<UInt8>, at start: Int, in context: WritingContext, _ pass: inout RedactingPass) -> Int {
    let before = (count: pass.output.count, copied: pass.copied)
    let (end, neighbors) = redactParts(json, at: start, in: context, nil, &pass)
    guard neighbors.decide else { return end }
    pass.output.removeSubrange(before.count...)
    pass.copied = before.copied
    return redactParts(json, at: start, in: context, neighbors, &pass).end
  }

  private func redactParts(
    _ json: Span<UInt8>, at start: Int, in context: WritingContext, _ known: Neighbors?, _ pass: inout RedactingPass
  ) -> (end: Int, Neighbors) {
    let isArray = json[start] == UInt8(ascii: "[")
    var (place, neighbors) = (start + 1, Neighbors(isArray: isArray))
    while true {
      var (inside, name) = (context, SensitiveKeyName?.none)
      if isArray {
        inside = self.context(forElementAt: neighbors.count, in: context)
      } else {
        let end = JSONBytes.end(ofTextAt: place, in: json)
        (inside, name) = self.context(forWrittenKey: json.extracting(place + 1..<end - 1), in: context)
        place = end + 1
      }
      if let known, inside.isOpen, let secrecy = known.secrecy(ofPart: neighbors.count, name) { inside.secrecy = secrecy }
      let end = redact(json, at: place, in: inside, &pass)
      neighbors.note(name) { hidesSecrets && known == nil ? secretName(json.extracting(place..<end), ofPassword: $0) : .none }
      place = end + 1
      if json[end] != UInt8(ascii: ",") { return (place, neighbors) }
    }
  }

  /// Whether members of an object, or elements of an array, depend on each other.
  func areDependent(_ names: [String]?, _ count: Int, _ value: (Int) -> [UInt8]) -> Bool {
    guard hidesSecrets, count > 1, names != nil || count <= SensitiveKeyName.mostNeighbors else { return false }
    var neighbors = Neighbors(isArray: names == nil)
    for place in 0..<count {
      neighbors.note(names.map { name(of: $0[place]) }) { secretName(value(place).span, ofPassword: $0) }
    }
    return neighbors.decide
  }

  /// What a value says of its neighbors as the key of theirs: `"password"`, or an enum case, `{"password":{}}`.
  private func secretName(_ value: Span<UInt8>, ofPassword: Bool) -> SensitiveKeyName.Meaning {
    guard value[0] == UInt8(ascii: "\"") || value[0] == UInt8(ascii: "{") else { return .none }
    return withoutType(value) { value in
      var text = 0..<value.count
      if value[0] == UInt8(ascii: "{") {
        guard value.count > 6 else { return .none }
        text = 1..<JSONBytes.end(ofTextAt: 1, in: value)
        guard value.count == text.upperBound + 4, value.has(":{}}", at: text.upperBound) else { return .none }
      }
      // Escapes make a text longer; no name has many.
      guard text.count <= 6 * SensitiveKeyName.longestName + 2 else { return .none }
      let key = value.extracting(text.lowerBound + 1..<text.upperBound - 1)
      let name = self.name(ofWritten: key)
      guard name.meaning.isOfSecret, !ofPassword || name.isOfPassword else { return .none }
      // An identifier: the last group of a UUID may read `…89FA17`, and `fa` is a word.
      let digits = key.indices.count { TextByte.isDigit(key[$0]) }
      return digits > SensitiveKeyName.mostDigits ? .none : name.isOfHeader ? .secret : name.meaning
    }
  }
}

/// Detects parts whose values are the keys of other parts:
/// - A member `value` and its neighbors `name`, `key`, `field` and `header`, as in `{"name":"Authorization","value":"…"}`.
/// - In an object of two or three members all others, and also `id` and `_0`: `{"field":{"password":{}},"to":"…"}`.
/// - In an array of two or three elements, those behind the name of a secret: `["password","…"]`.
struct Neighbors {
  let isArray: Bool
  private(set) var count = 0
  /// The parts whose values name a secret, and that may be the key of a neighbor `value`, or of few others.
  private var (keys, keysOfFew): ([Int], [Int]) = ([], [])
  /// What the strongest of these names says of a value.
  private var meaning = SensitiveKeyName.Meaning.none
  private var hasValue = false

  init(isArray: Bool) { self.isArray = isArray }

  /// - Parameter name: That of a member.
  mutating func note(_ name: SensitiveKeyName?, _ secretName: (_ ofPassword: Bool) -> SensitiveKeyName.Meaning) {
    if let name, name.isWholly(.value) { hasValue = true }
    if let name, name.isWholly(.nameOfNeighbor) {
      if take(secretName(name.isWholly(.kindOfNeighbor))) { keys.append(count) }
    } else if name?.mayNameNeighbors ?? true, count < SensitiveKeyName.mostNeighbors, take(secretName(false)) {
      keysOfFew.append(count)
    }
    count += 1
  }

  private mutating func take(_ other: SensitiveKeyName.Meaning) -> Bool {
    if meaning == .none || meaning == .made || other == .secret { meaning = other == .none ? meaning : other }
    return other != .none
  }

  private var isSmall: Bool { (2...SensitiveKeyName.mostNeighbors).contains(count) }

  /// Whether they decide how other parts are written.
  var decide: Bool {
    if isArray { return isSmall && keysOfFew.contains { $0 < count - 1 } }
    return isSmall ? !keys.isEmpty || !keysOfFew.isEmpty : !keys.isEmpty && hasValue
  }

  /// The secrecy that the neighbors of a part require, if any. All parts are known.
  func secrecy(ofPart place: Int, _ name: SensitiveKeyName?) -> WritingContext.Secrecy? {
    guard let name else { return keysOfFew.contains { $0 < place } ? beside(.secret) : nil }
    guard !keys.contains(place), !(isSmall && keysOfFew.contains(place)) else { return nil }
    if name.isWholly(.value) { return beside(.secret) }
    return isSmall && !name.isWholly(.nameOfNeighbor) && !name.isInnocent ? beside(.labelled) : nil
  }

  /// A value beside a name is judged as one under it: a `session` may be anything.
  private func beside(_ secrecy: WritingContext.Secrecy) -> WritingContext.Secrecy { meaning == .secret ? secrecy : .key(meaning) }
}

// MARK: - Contexts

extension Redactor {
  func name(of key: String) -> SensitiveKeyName { keys.name(key) }

  private func root(_ secrecy: WritingContext.Secrecy) -> WritingContext {
    WritingContext(hidesSecrets ? secrecy : .open, paths: rules.hiddenPaths.map { $0.tokens[...] })
  }

  /// The context of a whole state.
  func context(named name: String) -> WritingContext {
    let meaning = self.name(of: name).meaning
    return root(meaning == .secret ? .named : .key(meaning == .about ? .none : meaning))
  }

  /// The context of an action's payload.
  func context(ofActionNamed name: String) -> WritingContext {
    let meaning = self.name(of: name).meaning
    return root(meaning == .secret ? .labelled : .key(meaning))
  }

  /// The context of a member.
  ///
  /// - Parameter key: The app's key.
  func context(forKey key: String, in context: WritingContext) -> WritingContext {
    context.part(key, secrecy(forName: name(of: key), in: context.secrecy))
  }

  /// The context of a member with a key in its written form, without quotation marks, and the words of the key.
  private func context(forWrittenKey key: Span<UInt8>, in context: WritingContext) -> (WritingContext, SensitiveKeyName) {
    let name = name(ofWritten: key)
    let secrecy = secrecy(forName: name, in: context.secrecy)
    return (context.part(TaggedValue.unescapedKey(JSONBytes.unquotedText(key)), secrecy), name)
  }

  private func name(ofWritten key: Span<UInt8>) -> SensitiveKeyName {
    withText(key.has("$$", at: 0) ? key.extracting(1..<key.count) : key) { keys.name($0) }
  }

  private func secrecy(forName name: SensitiveKeyName, in outer: WritingContext.Secrecy) -> WritingContext.Secrecy {
    let meaning = hidesSecrets ? name.meaning : .none
    switch outer {
    case .key(.none): return .key(meaning)
    case .key(.text), .key(.made): return name.isPositional ? outer : .key(meaning)
    case .named: return name.saysNothing ? .secret : .key(meaning)
    case .key(.about), .labelled:
      if meaning == .about || meaning == .secret { return .key(meaning) }
      if outer == .labelled, name.saysNothing { return .secret }
      return name.isInnocent ? .open : outer
    case .key(.secret), .hidden: return .secret
    }
  }

  /// The context of an element of an array.
  func context(forElementAt place: Int, in context: WritingContext) -> WritingContext {
    context.part(String(place), context.secrecy.inside)
  }
}
