import FluxtapeDocuments
import FluxtapeJSON

/// A Redux DevTools export in any of its forms.
///
/// ```text
/// {"actionsById":…,"computedStates":…,"stagedActionIds":…}            the lifted state: actions, times, states
/// {"payload":"[{\"type\":…}]","preloadedState":"{…}"}                  actions alone; both values are JSON as text
/// [{"type":…}, …]                                                       the same without the envelope
/// {"payload":"{\"actionsById\":…}"}                                    the lifted state in an envelope; a report server's row has more members
/// ```
struct DevToolsDocument {
  enum Content {
    case lifted(JSONObject)
    case actions([JSONValue], preloaded: JSONValue?)
  }

  let content: Content
  /// Converts values of the content to the log's form.
  var values: ForeignValue
  private(set) var notices: [String] = []

  /// - Throws: ``InteropError`` if the file is not JSON, or in an unknown form.
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
    case .array(let actions) where actions.isEmpty || actions.contains { $0["type"] != nil && $0["action"]?.string == nil }:
      .actions(actions, preloaded: preloaded)
    case .object(let lifted) where lifted["actionsById"]?.object != nil: .lifted(lifted)
    default: nil
    }
  }
}

/// Parses a document and the JSON texts inside it, and collects facts about them.
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
      guard case .tooDeep = error.reason else { throw InteropError(.notJSON(.reduxDevTools, error, member: member)) }
      value = try parse(truncating: bytes, member: member)
    }
    // Fluxtape wrote this export, so its tags are a log's.
    if value[DevToolsExport.hintKey]?.object != nil { keepsTags = true }
    return value
  }

  private mutating func parse(truncating bytes: [UInt8], member: String?) throws(InteropError) -> JSONValue {
    let (shallow, count) = DeepValues.truncated(bytes)
    keepsTags = true
    notices.append(
      (count == 1
        ? "1 value nests deeper than \(DeepValues.limit) levels and is"
        : "\(count) values nest deeper than \(DeepValues.limit) levels and are")
        + " truncated")
    do { return try JSONValue(parsing: shallow) } catch { throw InteropError(.notJSON(.reduxDevTools, error, member: member)) }
  }

  /// Parses a member that holds JSON as text. Also accepts the JSON itself, though the tool's importers do not.
  mutating func inner(_ value: JSONValue, member: String) throws(InteropError) -> JSONValue {
    guard let text = value.string else { return value }
    return try parse(Array(text.utf8), member: member)
  }
}

extension Collection<UInt8> {
  func contains(text: StaticString) -> Bool {
    let pattern = Array(text.description.utf8)
    guard let first = pattern.first else { return true }
    var place = startIndex
    while let found = self[place...].firstIndex(of: first) {
      if self[found...].starts(with: pattern) { return true }
      place = index(after: found)
    }
    return false
  }
}
