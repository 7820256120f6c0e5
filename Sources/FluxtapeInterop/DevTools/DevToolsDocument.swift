import FluxtapeJSON

/// A Redux DevTools export, whatever is wrapped around it.
///
/// ```text
/// {"actionsById":…,"computedStates":…,"stagedActionIds":…}            the lifted state: actions, times, states
/// {"payload":"[{\"type\":…}]","preloadedState":"{…}"}                  actions alone, both values being texts that hold JSON
/// [{"type":…}, …]                                                       the same without the envelope
/// {"payload":"{\"actionsById\":…}"}                                    the lifted state in an envelope; a report server's row has more members
/// ```
struct DevToolsDocument {
  enum Content {
    case lifted(JSONObject)
    case actions([JSONValue], preloaded: JSONValue?)
  }

  let content: Content
  /// How values of the content become those of a log.
  var values: ForeignValue
  private(set) var notices: [String] = []

  /// - Throws: ``InteropError`` if it is not JSON, or JSON of another kind.
  init(reading bytes: [UInt8]) throws(InteropError) {
    var texts = DevToolsTexts()
    let whole = try texts.parse(bytes, member: nil)
    var content = Self.content(of: whole, preloaded: nil)
    if content == nil, let envelope = whole.object, let payload = envelope["payload"] {
      let inner = try texts.inner(payload, member: "payload")
      var preloaded: JSONValue?
      if let state = envelope["preloadedState"], !state.isNull { preloaded = try texts.inner(state, member: "preloadedState") }
      content = Self.content(of: inner, preloaded: preloaded)
      texts.root = inner
    }
    guard let content else { throw InteropError(.unknownForm) }
    self.content = content
    values = ForeignValue(isTagged: texts.isTagged, keepsTags: texts.keepsTags, root: texts.root ?? whole)
    notices = texts.notices
  }

  private static func content(of value: JSONValue, preloaded: JSONValue?) -> Content? {
    switch value {
    case .array(let actions): .actions(actions, preloaded: preloaded)
    case .object(let lifted) where lifted["actionsById"]?.object != nil: .lifted(lifted)
    default: nil
    }
  }
}

/// The texts of a document, one inside another, and what shows while they are read.
private struct DevToolsTexts {
  var isTagged = false
  var keepsTags = false
  var root: JSONValue?
  var notices: [String] = []

  mutating func parse(_ bytes: [UInt8], member: String?) throws(InteropError) -> JSONValue {
    let bytes = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
    if bytes.contains(text: "\"$jsan\"") { isTagged = true }
    let value: JSONValue
    do throws(JSONError) {
      value = try JSONValue(parsing: bytes)
    } catch {
      guard case .tooDeep = error.reason else { throw InteropError(.notJSON(error, member: member)) }
      value = try parse(leavingOutOf: bytes, member: member)
    }
    // Written by us: tags are a log's.
    if value[DevToolsExport.hintKey]?.object != nil { keepsTags = true }
    return value
  }

  private mutating func parse(leavingOutOf bytes: [UInt8], member: String?) throws(InteropError) -> JSONValue {
    let (shallow, count) = DeepValues.leftOut(of: bytes)
    keepsTags = true
    notices.append("\(count) values nest deeper than \(DeepValues.limit) levels and are left out; they show as truncated")
    do { return try JSONValue(parsing: shallow) } catch { throw InteropError(.notJSON(error, member: member)) }
  }

  /// What a member holds: JSON as a text. Where it stands as itself, which no importer of the tool's takes, it is meant all the same.
  mutating func inner(_ value: JSONValue, member: String) throws(InteropError) -> JSONValue {
    guard let text = value.string else { return value }
    return try parse(Array(text.utf8), member: member)
  }
}

extension [UInt8] {
  fileprivate func contains(text: StaticString) -> Bool {
    let pattern = Array(text.description.utf8)
    guard let first = pattern.first else { return true }
    var place = startIndex
    while let found = self[place...].firstIndex(of: first) {
      if self[found...].starts(with: pattern) { return true }
      place = found + 1
    }
    return false
  }
}
